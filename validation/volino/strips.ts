/** Strips along x in the plane z = 0, clamped over one cell before x = 0. */
import { cloth, Scene, simulate, trbs } from "pliant";
import { type GridDiagonal, grid, type Mesh } from "pliant/mesh";
import { randomNumbers } from "pliant/testing";
import { delaunay } from "../delaunay.ts";
import { planarMesh } from "../planarMesh.ts";
import { mean } from "../range.ts";
import type { Bending } from "./bendings.ts";

export type StripPattern =
	| Extract<GridDiagonal, "right" | "alternating" | "crossed">
	| "Delaunay";

export const patternNames: Readonly<Record<StripPattern, string>> = {
	right: "one diagonal",
	alternating: "alternating",
	crossed: "four per cell",
	Delaunay: "jittered Delaunay",
};
export const stripPatterns = Object.keys(patternNames) as StripPattern[];

export interface StripOptions {
	/** Along the length 1, without the clamp, and across. */
	readonly cells: readonly [number, number];
	readonly width: number;
	readonly pattern: StripPattern;
}

export function strip({ cells, width, pattern }: StripOptions): Mesh {
	const [along, across] = cells;
	if (pattern !== "Delaunay")
		return grid({
			size: [1 + 1 / along, width],
			cells: [along + 1, across],
			origin: [-1 / along, 0, 0],
			diagonal: pattern,
		});
	const random = randomNumbers(3);
	const points: [number, number][] = [];
	for (let j = 0; j <= across; j++)
		for (let i = -1; i <= along; i++) {
			// The clamp, the free end and the sides stay straight.
			const x = i > 0 && i < along ? 0.3 * random() : 0;
			const y = j > 0 && j < across && i > 0 ? 0.3 * random() : 0;
			points.push([i + x, j + y]);
		}
	const { vertices, triangles } = delaunay(points);
	return planarMesh({
		vertices: vertices.map(([i, j]) => [i / along, (j * width) / across]),
		triangles,
	});
}

/** How far the free end goes under a load so small that the strip stays nearly flat, over what plate theory says without Poisson's effect. */
export async function tipOverPlate(
	mesh: Mesh,
	bending: Bending,
	load: "on the tip" | "evenly",
): Promise<number> {
	const small = 0.005;
	const scene = new Scene({ gravity: [0, 0, 0] });
	const sheet = scene.add(
		cloth.mesh(mesh, {
			membrane: trbs({ youngModulus2d: 100, poissonRatio: 0 }),
			bending: bending.of(1),
			arealDensity: 1,
		}),
	);
	const end = sheet.where((x) => x > 1 - 1e-9);
	sheet.pin(sheet.where((x) => x < 1e-9));
	if (load === "evenly") sheet.surfaceLoad([0, 0, small]);
	else sheet.lineLoad(end, [0, 0, small]);
	const simulation = await simulate(scene, { linear: { method: "direct" } });
	simulation.solveStatics({ tolerance: 1e-5 });
	const z = simulation.positions(sheet);
	const tip = mean(Array.from(end, (v) => z[3 * v + 2]));
	return tip / (small / (load === "evenly" ? 8 : 3));
}

/** A membrane so stiff that a strip of rigidity 1 and length 1 does not lengthen, and so soft that it does not lock. */
const stiffMembrane = 1e4;

/**
 * Where the free end hangs under the strip's own weight, for Γ = weight per area · L³ over the modulus that is asked for, in parts of the
 * length. Where statics finds no way, damped steps come to rest, within some seconds.
 */
export async function hangingTip(
	mesh: Mesh,
	bending: Bending,
	group: number,
	by: "statics" | { readonly dampedSteps: number } = "statics",
): Promise<{ readonly x: number; readonly z: number }> {
	const scene = new Scene({ gravity: [0, 0, -group] });
	const sheet = scene.add(
		cloth.mesh(mesh, {
			membrane: trbs({ youngModulus2d: stiffMembrane, poissonRatio: 0 }),
			bending: bending.of(1),
			arealDensity: 1,
		}),
	);
	sheet.pin(sheet.where((x) => x < 1e-9));
	const simulation = await simulate(scene, {
		linear: { method: "direct" },
		damping: { mass: 3 },
	});
	if (by === "statics")
		simulation.solveStatics({ loadSteps: 6, tolerance: 1e-6 });
	else await simulation.run({ seconds: by.dampedSteps, untilSpeedBelow: 1e-3 });
	const x = simulation.positions(sheet);
	const end = sheet.where((x) => x > 1 - 1e-9);
	const [along, up] = [0, 2].map((axis) =>
		mean(Array.from(end, (v) => x[3 * v + axis])),
	);
	return { x: along, z: up };
}
