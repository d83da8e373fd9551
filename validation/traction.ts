/**
 * Pure traction of a unit square (Delingette 2008, Fig. 9): the bottom edge slides on a line, one corner is held, a dead load p per
 * rest length pulls the top edge.
 */
import { type AppliedModel, cloth, type Mesh, Scene, simulate } from "pliant";
import { mean } from "./range.ts";

export interface Strains {
	/** Mean elongations of the square. */
	readonly x: number;
	readonly y: number;
	/** Elastic energy [J]. */
	readonly energy: number;
}

const rounding = 1e-6;

export async function traction(
	mesh: Mesh,
	membrane: AppliedModel,
	load: number,
): Promise<Strains> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const sheet = scene.add(cloth.mesh(mesh, { membrane, arealDensity: 1 }));
	const [left, right, bottom, top] = [
		sheet.where((x) => x < rounding),
		sheet.where((x) => x > 1 - rounding),
		sheet.where((_, y) => y < rounding),
		sheet.where((_, y) => y > 1 - rounding),
	];
	sheet.slide(
		sheet.where(() => true),
		{ plane: [0, 0, 1] },
	);
	sheet.slide(bottom, { line: [1, 0, 0] });
	sheet.pin([sheet.nearest([0, 0, 0])]);
	sheet.lineLoad(top, [0, load, 0]);
	const simulation = await simulate(scene);
	simulation.solveStatics({ tolerance: 1e-12, loadSteps: 4 });
	const x = simulation.positions(sheet);
	const moved = (vertices: Uint32Array, axis: number) =>
		mean(
			Array.from(
				vertices,
				(v) => x[3 * v + axis] - mesh.positions[3 * v + axis],
			),
		);
	return {
		x: moved(right, 0) - moved(left, 0),
		y: moved(top, 1),
		energy: simulation.energies().elastic,
	};
}

/** ε_y of TRBS for every ν and mesh: p = E/2 s (s² − 1), s = 1 + ε_y, by Newton's method from s = 1. */
export function trbsStrainY(load: number, youngModulus = 1): number {
	let s = 1;
	for (let i = 0; i < 100; i++)
		s -=
			((youngModulus / 2) * s * (s * s - 1) - load) /
			((youngModulus / 2) * (3 * s * s - 1));
	return s - 1;
}

/** ε_x of TRBS: s_x² = 1 − ν (s_y² − 1). */
export const trbsStrainX = (strainY: number, poissonRatio: number): number =>
	Math.sqrt(1 - poissonRatio * ((1 + strainY) ** 2 - 1)) - 1;
