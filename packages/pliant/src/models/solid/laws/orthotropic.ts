/**
 * Orthotropic solids, such as wood: Hooke's law of nine constants in Green's strain, with the material's axes along x, y and z of the rest
 * shape, or turned from there.
 *
 *   psi(F) = ½ E′:C:E′,   E′ = QᵀEQ,   E = ½ (FᵀF − 1)
 *
 * C is the inverse of the compliance 1/E_i on the diagonal and −ν_ij/E_i beside it, with G_ij for shear; ν_ij is the contraction along j
 * of a pull along i. The columns of Q are the axes: a rotation by the vector (turnX, turnY, turnZ).
 */
import {
	add,
	type Expr,
	greenStrain,
	type Matrix,
	mul,
	multiply,
	square,
	sum,
	transpose,
} from "../../../energy/index.ts";
import { finite, positive } from "../../parameters.ts";
import { positiveOfStrain } from "../positiveOfStrain.ts";
import { solidLaw } from "../solidLaw.ts";

const modulus = (axis: string, typical: number) =>
	positive({ unit: "Pa", meaning: `Young modulus along ${axis}`, typical });
const shear = (plane: string, typical: number) =>
	positive({ unit: "Pa", meaning: `shear modulus of ${plane}`, typical });
const ratio = (pull: string, across: string, typical: number) =>
	finite({
		unit: "1",
		meaning: `contraction along ${across} of a pull along ${pull}`,
		typical,
	});
const turn = (axis: string) =>
	finite({
		unit: "rad",
		meaning: `component ${axis} of the rotation vector of the material's axes`,
		typical: 0,
		default: 0,
	});

const rotationNames = ["xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"];

export const orthotropic = solidLaw({
	name: "orthotropic-solid",
	about:
		"Solid with three stiffnesses along axes at right angles, such as wood, for large turns and moderate strains.",
	material: {
		youngModulusX: modulus("x", 1e5),
		youngModulusY: modulus("y", 5e4),
		youngModulusZ: modulus("z", 3e4),
		poissonRatioXY: ratio("x", "y", 0.3),
		poissonRatioYZ: ratio("y", "z", 0.25),
		poissonRatioXZ: ratio("x", "z", 0.35),
		shearModulusXY: shear("xy", 3e4),
		shearModulusYZ: shear("yz", 1.5e4),
		shearModulusXZ: shear("xz", 2e4),
		turnX: turn("x"),
		turnY: turn("y"),
		turnZ: turn("z"),
	},
	constants: (m) => {
		const [xy, yz, xz] = [
			-m.poissonRatioXY / m.youngModulusX,
			-m.poissonRatioYZ / m.youngModulusY,
			-m.poissonRatioXZ / m.youngModulusX,
		];
		const stiffness = inverse([
			[1 / m.youngModulusX, xy, xz],
			[xy, 1 / m.youngModulusY, yz],
			[xz, yz, 1 / m.youngModulusZ],
		]);
		return {
			cxx: stiffness[0][0],
			cyy: stiffness[1][1],
			czz: stiffness[2][2],
			cxy: stiffness[0][1],
			cyz: stiffness[1][2],
			cxz: stiffness[0][2],
			gxy: m.shearModulusXY,
			gyz: m.shearModulusYZ,
			gxz: m.shearModulusXZ,
			...Object.fromEntries(
				rotation([m.turnX, m.turnY, m.turnZ]).map((q, i) => [
					`q${rotationNames[i]}`,
					q,
				]),
			),
		} as Readonly<Record<string, number>>;
	},
	psi: (F, constants) => energy(greenStrain(F), constants),
	positive: (F, constants) => positiveOfStrain(F, (E) => energy(E, constants)),
});

function energy(E: Matrix, c: Readonly<Record<string, Expr>>): Expr {
	const Q = [0, 3, 6].map((row) =>
		rotationNames.slice(row, row + 3).map((name) => c[`q${name}`]),
	);
	const e = multiply(transpose(Q), multiply(E, Q));
	const [x, y, z] = [e[0][0], e[1][1], e[2][2]];
	// Both entries beside the diagonal count, since derivatives are taken for each.
	const sheared = (a: number, b: number) => square(add(e[a][b], e[b][a]));
	return add(
		mul(
			0.5,
			sum([
				mul(c.cxx, square(x)),
				mul(c.cyy, square(y)),
				mul(c.czz, square(z)),
				mul(c.gxy, sheared(0, 1)),
				mul(c.gyz, sheared(1, 2)),
				mul(c.gxz, sheared(0, 2)),
			]),
		),
		sum([mul(c.cxy, mul(x, y)), mul(c.cyz, mul(y, z)), mul(c.cxz, mul(x, z))]),
	);
}

/** Of a symmetric positive definite matrix. */
function inverse(m: readonly (readonly number[])[]): number[][] {
	const minor = (r: number, c: number) => {
		const [a, b] = [(r + 1) % 3, (r + 2) % 3];
		const [d, e] = [(c + 1) % 3, (c + 2) % 3];
		return m[a][d] * m[b][e] - m[a][e] * m[b][d];
	};
	const determinant = m[0].reduce(
		(sum, entry, c) => sum + entry * minor(0, c),
		0,
	);
	if (!(minor(2, 2) > 0 && minor(0, 0) > 0 && determinant > 0))
		throw new Error(
			"the Poisson ratios are too large for the Young moduli, so that some strains would release energy; make them smaller: ν_ij² < E_i/E_j",
		);
	return m.map((row, r) => row.map((_, c) => minor(r, c) / determinant));
}

/** By rows, of a rotation vector (Rodrigues). */
function rotation([x, y, z]: readonly number[]): number[] {
	const angle = Math.hypot(x, y, z);
	if (angle === 0) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
	const [u, v, w] = [x / angle, y / angle, z / angle];
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	const d = 1 - c;
	return [
		...[c + d * u * u, d * u * v - s * w, d * u * w + s * v],
		...[d * v * u + s * w, c + d * v * v, d * v * w - s * u],
		...[d * w * u - s * v, d * w * v + s * u, c + d * w * w],
	];
}
