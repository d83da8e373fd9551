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

import type { Mesh } from "../../../mesh/mesh.ts";
import { perpendicular, warpDirection } from "../../warp.ts";
import { PairSums } from "./pairSums.ts";
import { measureSheet, type Sheet, triangleOf } from "./sheet.ts";
import { edgeSlopes, type Slopes } from "./slopes.ts";

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
	const sums = new PairSums(sheet.vertexCount);
	const rows = new Rows(sheet, edgeSlopes(sheet));
	const energy = new Float64Array(9);
	const warpOf = warpDirections(mesh, plate, sheet);
	for (let t = 0; t < sheet.triangleCount; t++) {
		if (sheet.isFlat[t]) continue;
		rows.turnTo(t);
		if (typeof plate === "number") isotropicEnergy(sheet, t, plate, energy);
		else orthotropicEnergy(sheet, t, plate, warpOf(t), energy);
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

/** The warp in a triangle, as a unit vector in the plane coordinates of its shape gradients: that of warp.ts, where the x axis is in its way. */
function warpDirections(
	{ positions, triangles }: Mesh,
	plate: number | OrthotropicPlate,
	{ lengths, areas }: Sheet,
): (t: number) => readonly [number, number] {
	if (typeof plate === "number") return () => [1, 0];
	const { warpAngle } = plate;
	const corner = (vertex: number): [number, number, number] => {
		const [x, y, z] = positions.subarray(3 * vertex, 3 * vertex + 3);
		return [x, y, z];
	};
	const direction: [number, number] = [1, 0];
	let angle = 0;
	let [cosine, sine] = [1, 0];
	return (t) => {
		const own = typeof warpAngle === "number" ? warpAngle : warpAngle[t];
		if (own !== angle)
			[angle, cosine, sine] = [own, Math.cos(own), Math.sin(own)];
		const start = positions[3 * triangles[3 * t]];
		const base = lengths[3 * t + 2];
		const square = lengths[3 * t + 1] ** 2;
		const along = (base ** 2 + square - lengths[3 * t] ** 2) / (2 * base);
		// The x axis along the first edge, and to its left.
		const u = (positions[3 * triangles[3 * t + 1]] - start) / base;
		const v =
			(positions[3 * triangles[3 * t + 2]] - start - along * u) /
			((2 * areas[t]) / base);
		const size = Math.hypot(u, v);
		if (!(size > perpendicular))
			return warpDirection(
				[0, 1, 2].map((i) => corner(triangles[3 * t + i])),
				angle,
			);
		const cos = cosine / size;
		const sin = sine / size;
		direction[0] = cos * u - sin * v;
		direction[1] = cos * v + sin * u;
		return direction;
	};
}

/** The same, with directions. */
function orthotropicEnergy(
	{ lengths, areas }: Sheet,
	t: number,
	{ D11, D22, D12, D66 }: OrthotropicPlate,
	[c, s]: readonly [number, number],
	out: Float64Array,
): void {
	// Outward normals of the sides times their lengths, in coordinates along the last side and to its left.
	const base = lengths[3 * t + 2];
	const square = lengths[3 * t + 1] ** 2;
	const along = (base ** 2 + square - lengths[3 * t] ** 2) / (2 * base);
	const height = (2 * areas[t]) / base;
	// What h_e = 1 gives: H₁₁, H₂₂ and 2 H₁₂.
	for (let e = 0; e < 3; e++) {
		const scale = 1 / (areas[t] * lengths[3 * t + e]);
		const u = e === 0 ? height : e === 1 ? -height : 0;
		const v = e === 0 ? base - along : e === 1 ? along : -base;
		const n1 = c * u + s * v;
		const n2 = c * v - s * u;
		curvatures[3 * e] = scale * n1 * n1;
		curvatures[3 * e + 1] = scale * n2 * n2;
		curvatures[3 * e + 2] = scale * 2 * n1 * n2;
	}
	for (let e = 0; e < 9; e += 3)
		for (let f = 0; f < 9; f += 3)
			out[e + f / 3] =
				areas[t] *
				((D11 * curvatures[e] + D12 * curvatures[e + 1]) * curvatures[f] +
					(D12 * curvatures[e] + D22 * curvatures[e + 1]) * curvatures[f + 1] +
					D66 * curvatures[e + 2] * curvatures[f + 2]);
}

const curvatures = new Float64Array(9);

/** The jump of each edge as a combination of the four vertices around it. */
interface Jumps {
	readonly vertices: Uint32Array;
	readonly slopes: Float64Array;
}

function edgeJumps({
	edgeCount,
	sides,
	triangles,
	lengths,
	areas,
}: Sheet): Jumps {
	const vertices = new Uint32Array(4 * edgeCount);
	const slopes = new Float64Array(4 * edgeCount);
	for (let edge = 0; edge < edgeCount; edge++) {
		if (sides[2 * edge + 1] < 0) continue;
		// One end of the edge; the other comes last.
		const own = sides[2 * edge];
		const end = triangles[own - (own % 3) + ((own + 1) % 3)];
		for (let i = 0; i < 2; i++) {
			const side = sides[2 * edge + i];
			const e = side % 3;
			const first = side - e;
			const area = areas[triangleOf(side)];
			const base = lengths[side];
			// How steep the function is outward that is 1 at a vertex and linear.
			vertices[4 * edge + i] = triangles[side];
			slopes[4 * edge + i] = -base / (2 * area);
			for (let n = 1; n < 3; n++) {
				const v = first + ((e + n) % 3);
				const one = lengths[v];
				const other = lengths[first + ((e + 3 - n) % 3)];
				const at = 4 * edge + (triangles[v] === end ? 2 : 3);
				vertices[at] = triangles[v];
				slopes[at] +=
					(base * base + one * one - other * other) / (4 * area * base);
			}
		}
	}
	return { vertices, slopes };
}

/** h of a triangle's three sides as combinations of vertices. */
class Rows {
	private readonly sheet: Sheet;
	private readonly slopes: Slopes;
	private readonly jumps: Jumps;
	/** Vertices of the combinations, and their three numbers each. */
	private vertices = new Uint32Array(32);
	private numbers = new Float64Array(3 * 32);
	private products = new Float64Array(32);
	private count = 0;
	/** The place of each vertex in the rows while they are filled; −1 for none. */
	private readonly places: Int32Array;

	constructor(sheet: Sheet, slopes: Slopes) {
		this.sheet = sheet;
		this.slopes = slopes;
		this.jumps = edgeJumps(sheet);
		this.places = new Int32Array(sheet.vertexCount).fill(-1);
	}

	/** Makes the rows those of a triangle, with vertices ascending. */
	turnTo(t: number): void {
		const { edgeOf, shares, signs } = this.sheet;
		const { offsets, others, values } = this.slopes;
		this.count = 0;
		for (let row = 0; row < 3; row++) {
			const side = 3 * t + row;
			const edge = edgeOf[side];
			this.addJump(row, edge, -shares[side]);
			const sign = signs[side];
			for (let k = offsets[edge]; k < offsets[edge + 1]; k++)
				this.addJump(row, others[k], sign * values[k]);
		}
		const { places, vertices, count } = this;
		for (let i = 0; i < count; i++) places[vertices[i]] = -1;
		this.sort();
	}

	/** Adds a multiple of an edge's jump, of which the boundary has none. */
	private addJump(row: number, edge: number, factor: number): void {
		if (factor === 0 || this.sheet.sides[2 * edge + 1] < 0) return;
		if (this.count + 4 > this.vertices.length) this.makeRoom();
		const { numbers, places } = this;
		const { vertices, slopes } = this.jumps;
		for (let i = 4 * edge; i < 4 * edge + 4; i++) {
			const vertex = vertices[i];
			let place = places[vertex];
			if (place < 0) {
				place = this.count++;
				places[vertex] = place;
				this.vertices[place] = vertex;
				for (let k = 3 * place; k < 3 * place + 3; k++) numbers[k] = 0;
			}
			numbers[3 * place + row] += factor * slopes[i];
		}
	}

	private makeRoom(): void {
		const { vertices, numbers } = this;
		this.vertices = new Uint32Array(2 * vertices.length);
		this.vertices.set(vertices);
		this.numbers = new Float64Array(2 * numbers.length);
		this.numbers.set(numbers);
		this.products = new Float64Array(2 * vertices.length);
	}

	/** Brings the vertices into ascending order. */
	private sort(): void {
		const { vertices, numbers, count } = this;
		for (let i = 1; i < count; i++) {
			const vertex = vertices[i];
			if (vertices[i - 1] < vertex) continue;
			const p = numbers[3 * i];
			const q = numbers[3 * i + 1];
			const r = numbers[3 * i + 2];
			let at = i;
			for (; at > 0 && vertices[at - 1] > vertex; at--) {
				vertices[at] = vertices[at - 1];
				numbers[3 * at] = numbers[3 * at - 3];
				numbers[3 * at + 1] = numbers[3 * at - 2];
				numbers[3 * at + 2] = numbers[3 * at - 1];
			}
			vertices[at] = vertex;
			numbers[3 * at] = p;
			numbers[3 * at + 1] = q;
			numbers[3 * at + 2] = r;
		}
	}

	/** Adds the products of the rows, weighted by the triangle's energy, for all pairs of vertices. */
	addProducts(e: Float64Array, sums: PairSums): void {
		const { vertices, numbers, count, products } = this;
		for (let a = 0; a < count; a++) {
			const p = numbers[3 * a];
			const q = numbers[3 * a + 1];
			const r = numbers[3 * a + 2];
			const u = p * e[0] + q * e[3] + r * e[6];
			const v = p * e[1] + q * e[4] + r * e[7];
			const w = p * e[2] + q * e[5] + r * e[8];
			for (let b = a + 1; b < count; b++)
				products[b] = -(
					u * numbers[3 * b] +
					v * numbers[3 * b + 1] +
					w * numbers[3 * b + 2]
				);
			sums.addRow(vertices[a], vertices, products, a + 1, count);
		}
	}
}
