/** Small displacements of an assembly of elements: its stiffness at rest as a dense matrix, for a few hundred unknowns at most. */
import { interpret } from "../energy/emit/interpret.ts";
import { elementPrograms, type Program } from "../energy/program.ts";
import { vertexPosition } from "../mesh/cellPositions.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { domains } from "../models/domain.ts";
import type { AnyElementModel } from "../models/elementModel.ts";
import type { MaterialValue } from "../models/parameters.ts";
import {
	createEigenWorkspace,
	decomposeSymmetric,
} from "../system/symmetricEigen.ts";
import { fullHessian } from "./elementProbe.ts";

/** Modes with less than this share of the largest stiffness cost nothing. */
const negligible = 1e-10;

/** They take longer to derive than to evaluate. */
const hessians = new WeakMap<AnyElementModel, Program>();

function hessianOf(model: AnyElementModel): Program {
	const known = hessians.get(model) ?? elementPrograms(model.potential).hessian;
	hessians.set(model, known);
	return known;
}

export class LinearStatics {
	readonly mesh: Mesh;
	/** Unknowns: xyz per vertex. */
	readonly size: number;
	/** The stiffness [N/m], by rows. */
	readonly K: Float64Array;

	/** Parameters that are not given have their typical value. */
	constructor(
		mesh: Mesh,
		model: AnyElementModel,
		material: Readonly<Record<string, MaterialValue>>,
	) {
		this.mesh = mesh;
		this.size = mesh.positions.length;
		this.K = new Float64Array(this.size ** 2);
		const { nodes, elements } = domains[model.domain];
		const hessian = hessianOf(model);
		const evaluate = interpret(hessian);
		const outputs = new Float64Array(hessian.outputs.length);
		const indices = Uint32Array.from({ length: nodes }, (_, i) => i);
		const all = elements(mesh);
		for (let element = 0; nodes * element < all.length; element++) {
			const vertices = all.subarray(nodes * element, nodes * (element + 1));
			const X = Array.from(vertices, (v) => vertexPosition(mesh, v));
			const numbers: Record<string, number> = { ...model.typicalMaterial };
			for (const [name, value] of Object.entries(material))
				numbers[name] = typeof value === "number" ? value : value[element];
			for (let sample = 0; sample < model.samples; sample++) {
				const parameters = Float64Array.from(
					model.restNumbers(X, numbers, sample),
				);
				const arrays = [Float64Array.from(X.flat())];
				evaluate({ arrays, indices, parameters, outputs }, 1);
				this.add(vertices, fullHessian(outputs, nodes, true));
			}
		}
	}

	private add(vertices: Uint32Array, H: readonly (readonly number[])[]): void {
		const place = (i: number) => 3 * vertices[Math.floor(i / 3)] + (i % 3);
		for (const [r, row] of H.entries())
			for (const [c, value] of row.entries())
				this.K[this.size * place(r) + place(c)] += value;
	}

	/** K u [N]. */
	forces(u: ArrayLike<number>): Float64Array {
		return Float64Array.from({ length: this.size }, (_, r) => {
			let sum = 0;
			for (let c = 0; c < this.size; c++)
				sum += this.K[this.size * r + c] * u[c];
			return sum;
		});
	}

	/** Displacements [m] under forces [N] where some of the unknowns are held; none along modes without stiffness. */
	solve(
		forces: ArrayLike<number>,
		isHeld: (unknown: number) => boolean = () => false,
	): Float64Array {
		const { free, values, vectors } = this.modes(isHeld);
		const n = free.length;
		const least = negligible * Math.max(...values);
		const u = new Float64Array(this.size);
		for (const [k, value] of values.entries()) {
			if (Math.abs(value) < least) continue;
			const mode = vectors.subarray(k * n, (k + 1) * n);
			let share = 0;
			for (const [i, unknown] of free.entries())
				share += (mode[i] * forces[unknown]) / value;
			for (const [i, unknown] of free.entries()) u[unknown] += share * mode[i];
		}
		return u;
	}

	/** Ascending [N/m]. */
	eigenvalues(isHeld: (unknown: number) => boolean = () => false): number[] {
		return [...this.modes(isHeld).values].sort((a, b) => a - b);
	}

	/** How many modes cost nothing, those of rigid motion included. */
	softModes(isHeld: (unknown: number) => boolean = () => false): number {
		const values = this.eigenvalues(isHeld);
		const least = negligible * values[values.length - 1];
		return values.filter((value) => Math.abs(value) < least).length;
	}

	private modes(isHeld: (unknown: number) => boolean) {
		const free = Array.from({ length: this.size }, (_, i) => i).filter(
			(i) => !isHeld(i),
		);
		const part = Float64Array.from(
			free.flatMap((r) => free.map((c) => this.K[this.size * r + c])),
		);
		const workspace = createEigenWorkspace(free.length);
		if (!decomposeSymmetric(part, free.length, workspace))
			throw new Error("LinearStatics: the stiffness is not finite");
		return { free, values: workspace.values, vectors: workspace.vectors };
	}
}
