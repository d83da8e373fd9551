/**
 * Springs and three ways of bending, written out: energy, force, and the Jacobian that implicit steps take. Jacobians of springs and of
 * the normal-based model are the usual approximations, which leave out what makes them indefinite; that of linear bending is exact.
 */
import { hinges, type Mesh } from "pliant/mesh";
import type { BlockSystem } from "./blockSystem.ts";

export interface Term {
	/** The vertices of each of its elements. */
	readonly elements: readonly (readonly number[])[];
	/** [J]. */
	energy(x: Float64Array): number;
	/** Adds forces [N], xyz per vertex. */
	addForces(x: Float64Array, forces: Float64Array): void;
	/** Adds −∂f/∂x [N/m], or what serves for it. */
	addStiffness(x: Float64Array, K: BlockSystem): void;
}

/** Springs of stiffness k [N/m] between pairs. */
export function springTerm(
	X: Float64Array,
	pairs: readonly (readonly [number, number])[],
	stiffness: (pair: number, length: number) => number,
): Term {
	const lengths = pairs.map(([a, b]) => Math.hypot(...between(X, a, b)));
	const k = lengths.map((length, i) => stiffness(i, length));
	return {
		elements: pairs,
		energy: (x) =>
			pairs.reduce(
				(sum, [a, b], i) =>
					sum +
					0.5 * k[i] * (Math.hypot(...between(x, a, b)) - lengths[i]) ** 2,
				0,
			),
		addForces: (x, forces) => {
			for (const [i, [a, b]] of pairs.entries()) {
				const d = between(x, a, b);
				const factor = k[i] * (1 - lengths[i] / Math.hypot(...d));
				for (let c = 0; c < 3; c++) {
					forces[3 * a + c] += factor * d[c];
					forces[3 * b + c] -= factor * d[c];
				}
			}
		},
		addStiffness: (x, K) => {
			for (const [i, [a, b]] of pairs.entries()) {
				const d = between(x, a, b);
				const l = Math.hypot(...d);
				// Across the spring only where it pulls.
				const across = k[i] * Math.max(1 - lengths[i] / l, 0);
				const along = (k[i] - across) / (l * l);
				for (const [row, column, sign] of [
					[a, a, 1],
					[b, b, 1],
					[a, b, -1],
					[b, a, -1],
				])
					K.add(row, column, sign * along, d, d, sign * across);
			}
		},
	};
}

/** A, B opposite the edge from C to D, and what of eqs 5 and 10 a flat sheet has for it. */
function sheetHinges(mesh: Mesh) {
	const X = mesh.positions;
	const found = hinges(mesh);
	const list: {
		readonly nodes: readonly [number, number, number, number];
		/** Length of the edge and heights above it [m]. */
		readonly l: number;
		readonly hA: number;
		readonly hB: number;
		readonly alpha: readonly number[];
		/** Over the bending modulus μ [1/m²]: of eq. 10. */
		readonly lambda: number;
		/** Over μ: the energy is ½ of this times the angle squared, as much as that of eq. 10 at small angles. */
		readonly perAngle: number;
	}[] = [];
	for (let i = 0; i < found.length; i += 4) {
		const [A, B, C, D] = found.subarray(i, i + 4);
		const l = Math.hypot(...between(X, C, D));
		const height = (v: number) =>
			Math.hypot(...cross(between(X, C, v), between(X, D, v))) / l;
		const [hA, hB] = [height(A), height(B)];
		const weight = hA + hB;
		// Where the line from A to B meets the edge, as a share of the way from C to D.
		const e = between(X, C, D);
		const along = (v: number) => dot3(between(X, C, v), e) / (l * l);
		const share = (hB * along(A) + hA * along(B)) / weight;
		list.push({
			nodes: [A, B, C, D],
			l,
			hA,
			hB,
			alpha: [hB / weight, hA / weight, share - 1, -share],
			lambda: ((2 / 3) * weight * l) / (hA * hB) ** 2,
			perAngle: ((2 / 3) * l) / weight,
		});
	}
	return list;
}

/** Linear bending with the bending modulus μ [N·m], eqs 4, 5, 7, 10 and 14. */
export function linearTerm(mesh: Mesh, modulus: number): Term {
	const list = sheetHinges(mesh);
	const vector = (x: Float64Array, { nodes, alpha }: (typeof list)[number]) =>
		[0, 1, 2].map((c) =>
			nodes.reduce((sum, v, j) => sum + alpha[j] * x[3 * v + c], 0),
		);
	return {
		elements: list.map(({ nodes }) => nodes),
		energy: (x) =>
			list.reduce((sum, hinge) => {
				const R = vector(x, hinge);
				return sum + 0.5 * modulus * hinge.lambda * dot3(R, R);
			}, 0),
		addForces: (x, forces) => {
			for (const hinge of list) {
				const R = vector(x, hinge);
				for (const [j, v] of hinge.nodes.entries())
					for (let c = 0; c < 3; c++)
						forces[3 * v + c] -= modulus * hinge.lambda * hinge.alpha[j] * R[c];
			}
		},
		addStiffness: (_, K) => {
			for (const { nodes, alpha, lambda } of list)
				for (const [j, a] of nodes.entries())
					for (const [k, b] of nodes.entries())
						K.add(a, b, 0, none, none, modulus * lambda * alpha[j] * alpha[k]);
		},
	};
}

/** How the Jacobian of normal-based bending is approximated. */
export type HingeJacobian =
	/** By the gradients of the angle, k ∇θ ∇θᵀ: directions are held. */
	| "gradients"
	/** By that of the flat sheet, which is constant: linear bending's. */
	| "flat sheet";

/** Forces along normals by the angle between triangles, ½ k θ² with linear bending's stiffness at small angles. */
export function normalTerm(
	mesh: Mesh,
	modulus: number,
	jacobian: HingeJacobian,
): Term {
	const list = sheetHinges(mesh);
	const flat = linearTerm(mesh, modulus);
	return {
		elements: list.map(({ nodes }) => nodes),
		energy: (x) =>
			list.reduce((sum, { nodes, perAngle }) => {
				const { angle } = hingeAngle(x, nodes);
				return sum + 0.5 * modulus * perAngle * angle * angle;
			}, 0),
		addForces: (x, forces) => {
			for (const { nodes, perAngle } of list) {
				const { angle, gradients } = hingeAngle(x, nodes);
				for (const [j, v] of nodes.entries())
					for (let c = 0; c < 3; c++)
						forces[3 * v + c] -= modulus * perAngle * angle * gradients[j][c];
			}
		},
		addStiffness: (x, K) => {
			if (jacobian === "flat sheet") return flat.addStiffness(x, K);
			for (const { nodes, perAngle } of list) {
				const { gradients } = hingeAngle(x, nodes);
				for (const [j, a] of nodes.entries())
					for (const [k, b] of nodes.entries())
						K.add(a, b, modulus * perAngle, gradients[j], gradients[k]);
			}
		},
	};
}

/** The angle between the triangles (A, C, D) and (B, D, C), and its gradients with respect to A, B, C, D. */
function hingeAngle(
	x: Float64Array,
	[A, B, C, D]: readonly [number, number, number, number],
) {
	const e = between(x, C, D);
	const length = Math.hypot(...e);
	const unit = e.map((value) => value / length);
	const n1 = cross(between(x, C, A), between(x, D, A));
	const n2 = cross(between(x, D, B), between(x, C, B));
	const [s1, s2] = [dot3(n1, n1), dot3(n2, n2)];
	const angle = Math.atan2(dot3(cross(n1, n2), unit), dot3(n1, n2));
	const combined = (p: number, q: number) =>
		n1.map((value, k) => (p * value) / s1 + (q * n2[k]) / s2);
	const along = (v: number, from: number) => dot3(between(x, from, v), unit);
	return {
		angle,
		gradients: [
			combined(-length, 0),
			combined(0, -length),
			combined(-along(A, D), -along(B, D)),
			combined(along(A, C), along(B, C)),
		],
	};
}

/** Springs across edges, with the moment of linear bending at a curvature κ [1/m]; as the library has them for the rigidity μ/3. */
export function crossoverTerm(
	mesh: Mesh,
	modulus: number,
	curvature: number,
): Term {
	const list = sheetHinges(mesh);
	return springTerm(
		mesh.positions,
		list.map(({ nodes: [A, B] }) => [A, B] as const),
		(i, length) => {
			const { l, hA, hB } = list[i];
			return (
				((16 / 3) * modulus * l * length ** 2) /
				((hA + hB) ** 3 * (hA * hB * curvature) ** 2)
			);
		},
	);
}

/** The same forces without a Jacobian: a part that implicit–explicit schemes leave explicit. */
export const explicit = (term: Term): Term => ({
	...term,
	addStiffness: () => {},
});

const none = [0, 0, 0];

function between(x: Float64Array, a: number, b: number): number[] {
	return [0, 1, 2].map((c) => x[3 * b + c] - x[3 * a + c]);
}

const dot3 = (a: readonly number[], b: readonly number[]): number =>
	a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const cross = (a: readonly number[], b: readonly number[]): number[] => [
	a[1] * b[2] - a[2] * b[1],
	a[2] * b[0] - a[0] * b[2],
	a[0] * b[1] - a[1] * b[0],
];
