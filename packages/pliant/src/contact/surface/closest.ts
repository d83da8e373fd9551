/**
 * Which points of two small things are closest: of a point and a triangle, or of two edges. What is closest may be a corner, a point inside of an
 * edge or one inside of the triangle, whatever the triangle is (a needle, a line, a point).
 *
 * The closest points are given as one combination of the four vertices, r = Σ cₖ xₖ, the way from the second thing to the first: c is 1 in all on the first
 * side and −1 on the second. Vertices that take no part have c = 0, so `mask` tells what is closest.
 */
export interface Closest {
	/** cₖ of the four vertices. */
	readonly c: Float64Array;
	/** Bit k is set where vertex k takes part. */
	mask: number;
	/** r = Σ cₖ xₖ [m], and its length. */
	readonly r: Float64Array;
	distance: number;
}

export function createClosest(): Closest {
	return {
		c: new Float64Array(4),
		mask: 0,
		r: new Float64Array(3),
		distance: 0,
	};
}

/** sin² of the angle below which edges count as parallel: what is inside of both is then found by rounding alone. */
const parallel = 1e-14;

function finish(
	x: Float64Array,
	i: number,
	j: number,
	k: number,
	l: number,
	out: Closest,
): void {
	const { c, r } = out;
	for (let m = 0; m < 3; m++)
		r[m] =
			c[0] * x[3 * i + m] +
			c[1] * x[3 * j + m] +
			c[2] * x[3 * k + m] +
			c[3] * x[3 * l + m];
	out.mask =
		(c[0] === 0 ? 0 : 1) |
		(c[1] === 0 ? 0 : 2) |
		(c[2] === 0 ? 0 : 4) |
		(c[3] === 0 ? 0 : 8);
	out.distance = Math.sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
}

/** Where on the edge from a to b, as a fraction from 0 to 1, is closest to the point p; all by their numbers among x. */
function alongEdge(x: Float64Array, p: number, a: number, b: number): number {
	const ax = x[3 * a];
	const ay = x[3 * a + 1];
	const az = x[3 * a + 2];
	const ex = x[3 * b] - ax;
	const ey = x[3 * b + 1] - ay;
	const ez = x[3 * b + 2] - az;
	const lengthSquared = ex * ex + ey * ey + ez * ez;
	if (!(lengthSquared > 0)) return 0;
	const t =
		((x[3 * p] - ax) * ex +
			(x[3 * p + 1] - ay) * ey +
			(x[3 * p + 2] - az) * ez) /
		lengthSquared;
	return t > 0 ? Math.min(t, 1) : 0;
}

/** Square of the distance of p from where a fraction t of the edge from a to b is. */
function distanceSquared(
	x: Float64Array,
	p: number,
	a: number,
	b: number,
	t: number,
): number {
	let sum = 0;
	for (let m = 0; m < 3; m++) {
		const d = x[3 * p + m] - x[3 * a + m] - t * (x[3 * b + m] - x[3 * a + m]);
		sum += d * d;
	}
	return sum;
}

/** Of a point p and a triangle a, b, c, by their numbers among the positions x. */
export function closestPointTriangle(
	x: Float64Array,
	p: number,
	a: number,
	b: number,
	c: number,
	out: Closest,
): void {
	const ax = x[3 * a];
	const ay = x[3 * a + 1];
	const az = x[3 * a + 2];
	const ux = x[3 * b] - ax;
	const uy = x[3 * b + 1] - ay;
	const uz = x[3 * b + 2] - az;
	const vx = x[3 * c] - ax;
	const vy = x[3 * c + 1] - ay;
	const vz = x[3 * c + 2] - az;
	const wx = x[3 * p] - ax;
	const wy = x[3 * p + 1] - ay;
	const wz = x[3 * p + 2] - az;
	const nx = uy * vz - uz * vy;
	const ny = uz * vx - ux * vz;
	const nz = ux * vy - uy * vx;
	const area = nx * nx + ny * ny + nz * nz;
	// Barycentric coordinates of the point's projection, times the square of twice the area.
	const beta =
		(wy * vz - wz * vy) * nx +
		(wz * vx - wx * vz) * ny +
		(wx * vy - wy * vx) * nz;
	const gamma =
		(uy * wz - uz * wy) * nx +
		(uz * wx - ux * wz) * ny +
		(ux * wy - uy * wx) * nz;
	out.c[0] = 1;
	if (area > 0 && beta > 0 && gamma > 0 && beta + gamma < area) {
		out.c[2] = -beta / area;
		out.c[3] = -gamma / area;
		out.c[1] = -(1 + out.c[2] + out.c[3]);
		finish(x, p, a, b, c, out);
		return;
	}
	const ab = alongEdge(x, p, a, b);
	const bc = alongEdge(x, p, b, c);
	const ca = alongEdge(x, p, c, a);
	const dab = distanceSquared(x, p, a, b, ab);
	const dbc = distanceSquared(x, p, b, c, bc);
	const dca = distanceSquared(x, p, c, a, ca);
	out.c[1] = out.c[2] = out.c[3] = 0;
	if (dab <= dbc && dab <= dca) {
		out.c[1] = ab - 1;
		out.c[2] = -ab;
	} else if (dbc <= dca) {
		out.c[2] = bc - 1;
		out.c[3] = -bc;
	} else {
		out.c[3] = ca - 1;
		out.c[1] = -ca;
	}
	finish(x, p, a, b, c, out);
}

/** Of the edges from a to b and from c to d, by their numbers among the positions x. */
export function closestEdges(
	x: Float64Array,
	a: number,
	b: number,
	c: number,
	d: number,
	out: Closest,
): void {
	let uu = 0;
	let uv = 0;
	let vv = 0;
	let uw = 0;
	let vw = 0;
	for (let m = 0; m < 3; m++) {
		const u = x[3 * b + m] - x[3 * a + m];
		const v = x[3 * d + m] - x[3 * c + m];
		const w = x[3 * c + m] - x[3 * a + m];
		uu += u * u;
		uv += u * v;
		vv += v * v;
		uw += u * w;
		vw += v * w;
	}
	const determinant = uu * vv - uv * uv;
	if (determinant > parallel * uu * vv) {
		const s = (uw * vv - vw * uv) / determinant;
		const t = (uw * uv - vw * uu) / determinant;
		if (s > 0 && s < 1 && t > 0 && t < 1) {
			out.c[0] = 1 - s;
			out.c[1] = s;
			out.c[2] = t - 1;
			out.c[3] = -t;
			finish(x, a, b, c, d, out);
			return;
		}
	}
	// Then an end of one of them is closest to the other.
	const atA = alongEdge(x, a, c, d);
	const atB = alongEdge(x, b, c, d);
	const atC = alongEdge(x, c, a, b);
	const atD = alongEdge(x, d, a, b);
	const dA = distanceSquared(x, a, c, d, atA);
	const dB = distanceSquared(x, b, c, d, atB);
	const dC = distanceSquared(x, c, a, b, atC);
	const dD = distanceSquared(x, d, a, b, atD);
	const least = Math.min(dA, dB, dC, dD);
	const coefficients = out.c;
	if (least === dA || least === dB) {
		const t = least === dA ? atA : atB;
		coefficients[0] = least === dA ? 1 : 0;
		coefficients[1] = 1 - coefficients[0];
		coefficients[2] = t - 1;
		coefficients[3] = -t;
	} else {
		const s = least === dC ? atC : atD;
		coefficients[0] = 1 - s;
		coefficients[1] = s;
		coefficients[2] = least === dC ? -1 : 0;
		coefficients[3] = -1 - coefficients[2];
	}
	finish(x, a, b, c, d, out);
}

/** No more than the distance of two edges, and cheap: how far the boxes about them are apart along an axis; 0 where they overlap. */
export function edgeSeparation(
	x: Float64Array,
	a: number,
	b: number,
	c: number,
	d: number,
): number {
	let most = 0;
	for (let k = 0; k < 3; k++) {
		const p = x[3 * a + k];
		const q = x[3 * b + k];
		const r = x[3 * c + k];
		const s = x[3 * d + k];
		const above = Math.min(p, q) - Math.max(r, s);
		const below = Math.min(r, s) - Math.max(p, q);
		if (above > most) most = above;
		if (below > most) most = below;
	}
	return most;
}
