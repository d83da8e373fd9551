/**
 * The bending energy of a sheet as a quadratic form of its vertices: the Morley plate element for each coordinate, with the slopes
 * at its edges taken from the vertices around.
 *
 * In a triangle each coordinate x is a quadratic polynomial, given by its values at the vertices and its derivatives across the edges
 * at their midpoints. With h_e, how much steeper than the linear interpolant it is outward across edge e, its second
 * derivatives are
 *
 *   H = Σ_e (l_e / A) h_e n_e ⊗ n_e,   and the energy (A/2) [(tr H)² − 2 (1 − ν) det H], for rigidity 1;
 *   orthotropic (A/2) [D₁₁ H₁₁² + D₂₂ H₂₂² + 2 D₁₂ H₁₁ H₂₂ + 4 D₆₆ H₁₂²], with axis 1 along the warp.
 *
 * Across an edge the derivatives of both triangles agree, so their h sum up to −j, where j is the jump of the linear interpolants'
 * derivatives, a combination of the four vertices around the edge: h = −w j ± d. The shares w are those of the heights; what is
 * left, d, is a combination of the jumps around that is exact for quadratic surfaces (slopes.ts).
 *
 * Why that is right: Morley's element takes the d of least energy, so with any other d the energy is larger, never smaller; a surface
 * can not wrinkle at too low a price. On quadratic surfaces both are the same, and so are the forces, since a difference that
 * is never negative has no slope where it is zero. What is left are surfaces that change within an element. And whatever d is, flat
 * sheets have no energy: the form is positive semi-definite and free of rigid motion by construction.
 *
 * A strip of 32 cells under its weight bends within 0.1 % of plate theory, on grids of any diagonals and on irregular meshes, with 12 to
 * 26 neighbours per vertex. Taking the d of least energy itself needs more than 80; cut down to patches of three rings it was
 * 0.3 % off with 58, and with one ring 2 %.
 */

import type { Mesh, Vector3 } from "../../../mesh/mesh.ts";
import { restArea, triangleShapeGradients } from "../../geometry.ts";
import { warpDirection } from "../../warp.ts";
import { PairSums } from "./pairSums.ts";
import { measureSheet, type Sheet } from "./sheet.ts";
import { edgeSlopes } from "./slopes.ts";

export interface PairForm {
	/** 2 vertices each. */
	readonly pairs: Uint32Array;
	/** The energy is ½ Σ stiffness · |x_a − x_b|² [N/m], some of them negative. */
	readonly stiffness: Float64Array;
}

/** Rigidities of a plate whose stiffness depends on direction [N·m]. */
export interface OrthotropicPlate {
	readonly D11: number;
	readonly D22: number;
	readonly D12: number;
	readonly D66: number;
	/** Where axis 1 lies [rad], in all triangles or each: warp.ts. */
	readonly warpAngle: number | ArrayLike<number>;
}

/**
 * `plate` is the Poisson ratio of an isotropic one of rigidity 1, or an orthotropic one. `isHeld` tells the vertices that cannot move:
 * triangles between three of them stay flat and clamp what is beside them.
 */
export function morleyForm(
	mesh: Mesh,
	plate: number | OrthotropicPlate,
	isHeld: (vertex: number) => boolean = () => false,
): PairForm {
	const sheet = measureSheet(mesh, isHeld);
	const { offsets, others, values } = edgeSlopes(sheet);
	const sums = new PairSums(sheet.vertexCount);
	const rows = new Rows(sheet);
	const energy = new Float64Array(9);
	for (let t = 0; t < sheet.triangleCount; t++) {
		if (sheet.isFlat[t]) continue;
		rows.clear();
		for (let i = 0; i < 3; i++) {
			const side = 3 * t + i;
			const edge = sheet.edgeOf[side];
			rows.addJump(i, edge, -sheet.shares[side]);
			for (let k = offsets[edge]; k < offsets[edge + 1]; k++)
				rows.addJump(i, others[k], sheet.signs[side] * values[k]);
		}
		if (typeof plate === "number") isotropicEnergy(sheet, t, plate, energy);
		else orthotropicEnergy(mesh, t, plate, energy);
		rows.addProducts(energy, sums);
	}
	return sums.pairs();
}

/** The energy of a triangle as a quadratic form of its h, by rows. */
function isotropicEnergy(
	{ lengths, areas }: Sheet,
	t: number,
	poissonRatio: number,
	out: Float64Array,
): void {
	const l = lengths.subarray(3 * t, 3 * t + 3);
	for (let e = 0; e < 3; e++)
		for (let f = 0; f < 3; f++)
			out[3 * e + f] =
				(l[e] * l[f]) / areas[t] -
				(e === f ? 0 : ((1 - poissonRatio) * 4 * areas[t]) / (l[e] * l[f]));
}

/** The same, with directions. */
function orthotropicEnergy(
	{ positions, triangles }: Mesh,
	t: number,
	{ D11, D22, D12, D66, warpAngle }: OrthotropicPlate,
	out: Float64Array,
): void {
	const X = Array.from(
		triangles.subarray(3 * t, 3 * t + 3),
		(v): Vector3 => [
			positions[3 * v],
			positions[3 * v + 1],
			positions[3 * v + 2],
		],
	);
	const angle = typeof warpAngle === "number" ? warpAngle : warpAngle[t];
	const [c, s] = warpDirection(X, angle);
	const area = restArea(X);
	// What h_e = 1 gives: H₁₁, H₂₂ and 2 H₁₂. A shape gradient is n_e l_e/(2A), inward.
	const curvatures = triangleShapeGradients(X).map(([u, v]) => {
		const length = Math.hypot(u, v);
		const [n1, n2] = [(c * u + s * v) / length, (c * v - s * u) / length];
		return [n1 * n1, n2 * n2, 2 * n1 * n2].map((nn) => 2 * length * nn);
	});
	for (const [e, [a, b, twist]] of curvatures.entries())
		for (const [f, other] of curvatures.entries())
			out[3 * e + f] =
				area *
				((D11 * a + D12 * b) * other[0] +
					(D12 * a + D22 * b) * other[1] +
					D66 * twist * other[2]);
}

/** h of a triangle's three sides as combinations of vertices. */
class Rows {
	private readonly sheet: Sheet;
	private readonly vertices: number[] = [];
	private readonly rows: readonly number[][] = [[], [], []];
	/** The place of each vertex in the rows; −1 for none. */
	private readonly places: Int32Array;

	constructor(sheet: Sheet) {
		this.sheet = sheet;
		this.places = new Int32Array(sheet.vertexCount).fill(-1);
	}

	clear(): void {
		for (const vertex of this.vertices) this.places[vertex] = -1;
		this.vertices.length = 0;
		for (const row of this.rows) row.length = 0;
	}

	/** Adds a multiple of an edge's jump, of which the boundary has none. */
	addJump(row: number, edge: number, factor: number): void {
		const { sidesAt, triangles, lengths, areas } = this.sheet;
		const sides = sidesAt(edge);
		if (factor === 0 || sides.length < 2) return;
		for (const side of sides) {
			const e = side % 3;
			const t = (side - e) / 3;
			const l = lengths.subarray(3 * t, 3 * t + 3);
			for (let v = 0; v < 3; v++) {
				const k = 3 - e - v;
				const slope =
					v === e
						? -l[e] / (2 * areas[t])
						: (l[e] ** 2 + l[v] ** 2 - l[k] ** 2) / (4 * areas[t] * l[e]);
				this.rows[row][this.place(triangles[3 * t + v])] += factor * slope;
			}
		}
	}

	private place(vertex: number): number {
		const { places, vertices } = this;
		if (places[vertex] < 0) {
			places[vertex] = vertices.push(vertex) - 1;
			for (const row of this.rows) row.push(0);
		}
		return places[vertex];
	}

	/** Adds the products of the rows, weighted by the triangle's energy, for all pairs of vertices. */
	addProducts(energy: Float64Array, sums: PairSums): void {
		const { vertices, rows } = this;
		const weighted = [0, 1, 2].map((i) =>
			vertices.map(
				(_, v) =>
					energy[3 * i] * rows[0][v] +
					energy[3 * i + 1] * rows[1][v] +
					energy[3 * i + 2] * rows[2][v],
			),
		);
		for (let a = 0; a < vertices.length; a++)
			for (let b = a + 1; b < vertices.length; b++)
				sums.add(
					vertices[a],
					vertices[b],
					-(
						rows[0][a] * weighted[0][b] +
						rows[1][a] * weighted[1][b] +
						rows[2][a] * weighted[2][b]
					),
				);
	}
}
