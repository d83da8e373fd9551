/** Moduli that blocks of elements have at small strain, measured as on a test bench: by tractions, and between plates that slide. */
import type { Mesh } from "pliant";
import { boundingBox } from "pliant/mesh";
import type { AnyElementModel, MaterialValue } from "pliant/models";
import { LinearStatics } from "pliant/testing";

export interface MeasuredModuli {
	/** Along each axis. */
	readonly young: readonly number[];
	/** Contraction over stretch, for pulling along each axis and each one across. */
	readonly poisson: readonly number[];
	readonly bulk: number;
	/** In each plane. */
	readonly shear: readonly number[];
}

/**
 * @param mesh a block from the origin of equal cells along the axes
 * @param cell their sides [m]: three, or two in the plane
 */
export function measuredModuli(
	mesh: Mesh,
	cell: readonly number[],
	model: AnyElementModel,
	material: Readonly<Record<string, MaterialValue>>,
): MeasuredModuli {
	const statics = new LinearStatics(mesh, model, material);
	const size = boundingBox(mesh.positions).max;
	const axes = cell.map((_, axis) => axis);
	const side = (v: number, axis: number) =>
		+(mesh.positions[3 * v + axis] > size[axis] - 1e-9) -
		+(mesh.positions[3 * v + axis] < 1e-9);
	/** Strain along each axis of a block that rests against three planes and is pulled by unit stress along some axes. */
	const strains = (pulled: readonly number[]) => {
		const forces = new Float64Array(statics.size);
		for (let v = 0; 3 * v < forces.length; v++)
			for (const axis of pulled)
				forces[3 * v + axis] = axes.reduce(
					(area, other) =>
						other === axis
							? area
							: area * cell[other] * (side(v, other) === 0 ? 1 : 0.5),
					side(v, axis),
				);
		const u = statics.solve(
			forces,
			(i) => i % 3 >= cell.length || side(Math.floor(i / 3), i % 3) === -1,
		);
		const last = u.length / 3 - 1;
		return axes.map((axis) => u[3 * last + axis] / size[axis]);
	};
	const young: number[] = [];
	const poisson: number[] = [];
	for (const axis of axes) {
		const found = strains([axis]);
		young.push(1 / found[axis]);
		for (const other of axes)
			if (other !== axis) poisson.push(-found[other] / found[axis]);
	}
	const swollen = strains(axes);
	return {
		young,
		poisson,
		bulk: 1 / swollen.reduce((sum, strain) => sum + strain, 0),
		shear: axes.flatMap((b) =>
			axes
				.filter((c) => c > b)
				.map((c) => {
					const u = new Float64Array(statics.size);
					for (let i = 0; i < u.length; i += 3)
						u[i + b] = mesh.positions[i + c];
					const force = statics
						.forces(u)
						.reduce(
							(sum, f, i) =>
								i % 3 === b && side(Math.floor(i / 3), c) === 1 ? sum + f : sum,
							0,
						);
					const area = axes.reduce(
						(product, axis) => (axis === c ? product : product * size[axis]),
						1,
					);
					return force / area;
				}),
		),
	};
}

/** The largest difference of all of them from those of E and ν, relative to E, ν as it is. */
export function largestError(
	{ young, poisson, bulk, shear }: MeasuredModuli,
	E: number,
	nu: number,
	dimensions: 2 | 3,
) {
	const K = dimensions === 3 ? E / (3 * (1 - 2 * nu)) : E / (2 * (1 - nu));
	const G = E / (2 * (1 + nu));
	const largest = (values: readonly number[], expected: number) =>
		Math.max(...values.map((value) => Math.abs(value - expected)));
	return {
		E: largest(young, E) / E,
		nu: largest(poisson, nu),
		K: Math.abs(bulk - K) / K,
		G: largest(shear, G) / G,
	};
}
