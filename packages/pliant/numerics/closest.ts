/** Distances of a point and a triangle, and of two edges, as in src/contact/surface/closest.ts: the same operations in the same order, so that both find the same. */

/** Coordinates of a thing's vertex, xyz in f64, by addresses. */
@inline
function X(p: usize): f64 {
	return load<f64>(p);
}

@inline
function Y(p: usize): f64 {
	return load<f64>(p, 8);
}

@inline
function Z(p: usize): f64 {
	return load<f64>(p, 16);
}

/** The closest points that were last found, as a combination of the four vertices, and the way from the second thing to the first between them [m]. */
export let c0: f64 = 0;
export let c1: f64 = 0;
export let c2: f64 = 0;
export let c3: f64 = 0;
export let rx: f64 = 0;
export let ry: f64 = 0;
export let rz: f64 = 0;

/** sin² of the angle below which edges count as parallel. */
const parallel: f64 = 1e-14;

@inline
function combined(
	i: usize,
	j: usize,
	k: usize,
	l: usize,
	first: f64,
	second: f64,
	third: f64,
	fourth: f64,
): f64 {
	c0 = first;
	c1 = second;
	c2 = third;
	c3 = fourth;
	rx = c0 * X(i) + c1 * X(j) + c2 * X(k) + c3 * X(l);
	ry = c0 * Y(i) + c1 * Y(j) + c2 * Y(k) + c3 * Y(l);
	rz = c0 * Z(i) + c1 * Z(j) + c2 * Z(k) + c3 * Z(l);
	return sqrt<f64>(rx * rx + ry * ry + rz * rz);
}

/** Where on the edge from a to b, as a fraction from 0 to 1, is closest to p. */
function alongEdge(p: usize, a: usize, b: usize): f64 {
	const ax = X(a);
	const ay = Y(a);
	const az = Z(a);
	const ex = X(b) - ax;
	const ey = Y(b) - ay;
	const ez = Z(b) - az;
	const lengthSquared = ex * ex + ey * ey + ez * ez;
	if (!(lengthSquared > 0)) return 0;
	const t =
		((X(p) - ax) * ex + (Y(p) - ay) * ey + (Z(p) - az) * ez) / lengthSquared;
	return t > 0 ? min<f64>(t, 1) : 0;
}

/** Square of the distance of p from where a fraction t of the edge from a to b is. */
function distanceSquared(p: usize, a: usize, b: usize, t: f64): f64 {
	const x = X(p) - X(a) - t * (X(b) - X(a));
	const y = Y(p) - Y(a) - t * (Y(b) - Y(a));
	const z = Z(p) - Z(a) - t * (Z(b) - Z(a));
	return x * x + y * y + z * z;
}

/** Distance [m] of the point p and the triangle a, b, c. */
export function distanceToTriangle(
	p: usize,
	a: usize,
	b: usize,
	c: usize,
): f64 {
	const ux = X(b) - X(a);
	const uy = Y(b) - Y(a);
	const uz = Z(b) - Z(a);
	const vx = X(c) - X(a);
	const vy = Y(c) - Y(a);
	const vz = Z(c) - Z(a);
	const wx = X(p) - X(a);
	const wy = Y(p) - Y(a);
	const wz = Z(p) - Z(a);
	const nx = uy * vz - uz * vy;
	const ny = uz * vx - ux * vz;
	const nz = ux * vy - uy * vx;
	const area = nx * nx + ny * ny + nz * nz;
	const beta =
		(wy * vz - wz * vy) * nx +
		(wz * vx - wx * vz) * ny +
		(wx * vy - wy * vx) * nz;
	const gamma =
		(uy * wz - uz * wy) * nx +
		(uz * wx - ux * wz) * ny +
		(ux * wy - uy * wx) * nz;
	if (area > 0 && beta > 0 && gamma > 0 && beta + gamma < area) {
		const c2 = -beta / area;
		const c3 = -gamma / area;
		return combined(p, a, b, c, 1, -(1 + c2 + c3), c2, c3);
	}
	const ab = alongEdge(p, a, b);
	const bc = alongEdge(p, b, c);
	const ca = alongEdge(p, c, a);
	const dab = distanceSquared(p, a, b, ab);
	const dbc = distanceSquared(p, b, c, bc);
	const dca = distanceSquared(p, c, a, ca);
	if (dab <= dbc && dab <= dca)
		return combined(p, a, b, c, 1, ab - 1, -ab, 0);
	if (dbc <= dca) return combined(p, a, b, c, 1, 0, bc - 1, -bc);
	return combined(p, a, b, c, 1, -ca, 0, ca - 1);
}

/** Distance [m] of the edges from a to b and from c to d. */
export function distanceOfEdges(a: usize, b: usize, c: usize, d: usize): f64 {
	const ux = X(b) - X(a);
	const uy = Y(b) - Y(a);
	const uz = Z(b) - Z(a);
	const vx = X(d) - X(c);
	const vy = Y(d) - Y(c);
	const vz = Z(d) - Z(c);
	const wx = X(c) - X(a);
	const wy = Y(c) - Y(a);
	const wz = Z(c) - Z(a);
	const uu = ux * ux + uy * uy + uz * uz;
	const uv = ux * vx + uy * vy + uz * vz;
	const vv = vx * vx + vy * vy + vz * vz;
	const uw = ux * wx + uy * wy + uz * wz;
	const vw = vx * wx + vy * wy + vz * wz;
	const determinant = uu * vv - uv * uv;
	if (determinant > parallel * uu * vv) {
		const s = (uw * vv - vw * uv) / determinant;
		const t = (uw * uv - vw * uu) / determinant;
		if (s > 0 && s < 1 && t > 0 && t < 1)
			return combined(a, b, c, d, 1 - s, s, t - 1, -t);
	}
	const atA = alongEdge(a, c, d);
	const atB = alongEdge(b, c, d);
	const atC = alongEdge(c, a, b);
	const atD = alongEdge(d, a, b);
	const dA = distanceSquared(a, c, d, atA);
	const dB = distanceSquared(b, c, d, atB);
	const dC = distanceSquared(c, a, b, atC);
	const dD = distanceSquared(d, a, b, atD);
	const least = min(min(dA, dB), min(dC, dD));
	if (least == dA) return combined(a, b, c, d, 1, 0, atA - 1, -atA);
	if (least == dB) return combined(a, b, c, d, 0, 1, atB - 1, -atB);
	if (least == dC) return combined(a, b, c, d, 1 - atC, atC, -1, 0);
	return combined(a, b, c, d, 1 - atD, atD, 0, -1);
}

/** No more than the distance of two edges: how far they are apart along the way from middle to middle. */
export function separationOfEdges(a: usize, b: usize, c: usize, d: usize): f64 {
	const ux = X(b) - X(a);
	const uy = Y(b) - Y(a);
	const uz = Z(b) - Z(a);
	const vx = X(d) - X(c);
	const vy = Y(d) - Y(c);
	const vz = Z(d) - Z(c);
	const mx = 0.5 * (X(c) + X(d) - X(a) - X(b));
	const my = 0.5 * (Y(c) + Y(d) - Y(a) - Y(b));
	const mz = 0.5 * (Z(c) + Z(d) - Z(a) - Z(b));
	const along =
		abs(ux * mx + uy * my + uz * mz) + abs(vx * mx + vy * my + vz * mz);
	const square = mx * mx + my * my + mz * mz;
	return square > 0 ? (square - 0.5 * along) / sqrt<f64>(square) : 0;
}

/** No more than the distance of a point and a triangle: how far they are apart along the way from the point to the middle. */
export function separationFromTriangle(
	p: usize,
	a: usize,
	b: usize,
	c: usize,
): f64 {
	const mx = X(a) + X(b) + X(c) - 3 * X(p);
	const my = Y(a) + Y(b) + Y(c) - 3 * Y(p);
	const mz = Z(a) + Z(b) + Z(c) - 3 * Z(p);
	const own = X(p) * mx + Y(p) * my + Z(p) * mz;
	const least = min(
		X(a) * mx + Y(a) * my + Z(a) * mz,
		min(X(b) * mx + Y(b) * my + Z(b) * mz, X(c) * mx + Y(c) * my + Z(c) * mz),
	);
	const square = mx * mx + my * my + mz * mz;
	return square > 0 ? (least - own) / sqrt<f64>(square) : 0;
}
