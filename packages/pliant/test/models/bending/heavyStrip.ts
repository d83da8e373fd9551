import {
	type AppliedModel,
	cloth,
	Scene,
	simulate,
	trbs,
} from "../../../src/index.ts";
import {
	type GridDiagonal,
	grid,
	jitter,
	type Mesh,
	type Vector3,
} from "../../../src/mesh/index.ts";

export const patterns = [
	"right",
	"alternating",
	"crossed",
	"irregular",
] as const satisfies readonly (GridDiagonal | "irregular")[];

/** A strip of 1 m along x, four cells wide along z, with a cell of clamp before it. */
export function strip(cells: number, pattern: (typeof patterns)[number]): Mesh {
	const h = 1 / cells;
	const mesh = grid({
		size: [1 + h, 4 * h],
		cells: [cells + 1, 4],
		plane: "xz",
		origin: [-h, 0, 0],
		diagonal: pattern === "irregular" ? "alternating" : pattern,
	});
	// The clamp stays straight.
	return pattern === "irregular"
		? jitter(mesh, { amount: 0.4, seed: 2, keep: (x) => x < h / 2 })
		: mesh;
}

/** Its vertices elsewhere; the mesh is still that of the flat one. */
export const moved = (
	mesh: Mesh,
	map: (x: number, y: number, z: number) => Vector3,
): Mesh => {
	const positions = mesh.positions.slice();
	for (let i = 0; i < positions.length; i += 3)
		positions.set(map(positions[i], positions[i + 1], positions[i + 2]), i);
	return { ...mesh, positions };
};

/** Mean position [m] of the strip's tip under its own weight w [N/m²], pulled along x by a force per width [N/m]; `flat` tells where its parts are. */
export async function tip(
	flat: Mesh,
	bending: AppliedModel,
	weight: number,
	{ youngModulus2d = 1e6, pull = 0, rest = flat } = {},
): Promise<[x: number, y: number]> {
	const chosen = (test: (x: number) => boolean) =>
		Array.from({ length: flat.positions.length / 3 }, (_, v) => v).filter((v) =>
			test(flat.positions[3 * v]),
		);
	const scene = new Scene({ gravity: [0, -weight, 0] });
	const sheet = scene.add(
		cloth.mesh(rest, {
			membrane: trbs({ youngModulus2d, poissonRatio: 0 }),
			bending,
			arealDensity: 1,
		}),
	);
	sheet.pin(chosen((x) => x < 1e-9));
	const end = chosen((x) => x > 1 - 1e-9);
	if (pull > 0) sheet.lineLoad(end, [pull, 0, 0]);
	const simulation = await simulate(scene, { linear: { method: "direct" } });
	simulation.solveStatics({ loadSteps: 4 });
	const x = simulation.positions(sheet);
	const mean = (axis: number) =>
		end.reduce((sum, v) => sum + x[3 * v + axis], 0) / end.length;
	return [mean(0), mean(1)];
}
