import { describe, expect, test } from "vitest";
import {
	type Body,
	cable,
	cloth,
	morleyBending,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import {
	type ClothMaterial,
	cord,
	fabric,
	fromCantilever,
	materials,
	sheetOf,
	softSolid,
} from "../../src/materials/index.ts";

/** A small strain, so that every model is linear to a fraction of a percent. */
const strain = 1e-3;
const weightless = { gravity: [0, 0, 0] } as const;

/** Mean over vertices, in statics, of a coordinate's displacement over the strain times length that theory says. */
async function elongation(
	scene: Scene,
	body: Body,
	vertices: ArrayLike<number>,
	axis: number,
	length: number,
): Promise<number> {
	const sim = await simulate(scene);
	expect(sim.solveStatics({ tolerance: 1e-9 }).converged).toBe(true);
	const x = sim.positions(body);
	let sum = 0;
	for (const v of Array.from(vertices))
		sum += x[3 * v + axis] - body.mesh.positions[3 * v + axis];
	return sum / vertices.length / (strain * length);
}

/** Two steps of free motion under gravity, held at some vertices. */
async function stepsSanely(body: Body, held: ArrayLike<number>): Promise<void> {
	const scene = new Scene();
	scene.add(body).pin(Array.from(held));
	const sim = await simulate(scene);
	await sim.run({ steps: 2 });
	for (const value of sim.positions(body))
		expect(Math.abs(value)).toBeLessThan(2);
}

describe("cloth: a strip under tension lengthens by F/(E·w), and moves", () => {
	const shape = { size: [0.1, 0.3], cells: [2, 6] } as const;
	for (const { name, kind, ...entry } of Object.values(materials)) {
		if (kind === "cord") continue;
		const options: ClothMaterial =
			kind === "fabric"
				? fabric(name)
				: sheetOf(name, kind === "solid" ? { thickness: 1e-3 } : {});
		test(name, async () => {
			const E =
				"weftModulus2d" in entry
					? entry.weftModulus2d
					: "thickness" in entry
						? entry.youngModulus * entry.thickness
						: entry.youngModulus * 1e-3;
			const scene = new Scene(weightless);
			const strip = scene.add(cloth.grid(shape, { ...options }));
			strip.slide(strip.group("bottom"), { line: [1, 0, 0] });
			strip.pin(strip.group("bottom-left"));
			strip.lineLoad(strip.group("top"), [0, strain * E, 0]);
			const top = strip.group("top");
			const ratio = await elongation(scene, strip, top, 1, 0.3);
			expect(Math.abs(ratio - 1)).toBeLessThan(0.01);

			const hung = cloth.grid(shape, { ...options });
			await stepsSanely(hung, hung.group("top"));
		});
	}
});

describe("solids: a bar under tension lengthens by σ/E, and moves", () => {
	const shape = { size: [0.2, 0.1, 0.1], cells: [4, 2, 2] } as const;
	for (const entry of Object.values(materials))
		if (entry.kind === "solid")
			test(entry.name, async () => {
				const scene = new Scene(weightless);
				const bar = scene.add(solid.box(shape, { ...softSolid(entry.name) }));
				bar.slide(bar.group("x-min"), { plane: [1, 0, 0] });
				bar.slide([bar.nearest([0, 0.1, 0])], { line: [0, 1, 0] });
				bar.pin([bar.nearest([0, 0, 0])]);
				const end = bar.group("x-max");
				bar.surfaceLoad([strain * entry.youngModulus, 0, 0], end);
				const ratio = await elongation(scene, bar, end, 0, 0.2);
				expect(Math.abs(ratio - 1)).toBeLessThan(0.01);

				const free = solid.box(shape, { ...softSolid(entry.name) });
				await stepsSanely(free, free.group("x-min"));
			});
});

describe("cords: one under tension lengthens by F/(E·A), and moves", () => {
	for (const entry of Object.values(materials))
		if (entry.kind === "cord")
			test(entry.name, async () => {
				const scene = new Scene(weightless);
				const line = scene.add(cable.line({}, { ...cord(entry.name) }));
				line.pin(line.group("start"));
				const end = line.group("end");
				const EA = entry.youngModulus * Math.PI * entry.radius ** 2;
				line.pull(end, [strain * EA, 0, 0]);
				const ratio = await elongation(scene, line, end, 0, 1);
				expect(Math.abs(ratio - 1)).toBeLessThan(0.01);

				const hung = cable.line({}, { ...cord(entry.name) });
				await stepsSanely(hung, hung.group("start"));
			});
});

describe("the cantilever test, run on a simulated strip", () => {
	// The tip of a strip that overhangs by twice its bending length should meet a slope of 41.5°.
	for (const diagonal of ["crossed", "alternating", "right"] as const)
		test(`${diagonal} diagonals`, async () => {
			const [overhang, arealDensity] = [0.08, 0.2];
			const bendingRigidity = fromCantilever({ overhang, arealDensity });
			const h = overhang / 32;
			const scene = new Scene();
			const strip = scene.add(
				cloth.grid(
					{
						size: [overhang + h, 4 * h],
						cells: [33, 4],
						plane: "xz",
						diagonal,
					},
					{
						membrane: trbs({ youngModulus2d: 5000, poissonRatio: 0 }),
						bending: morleyBending({ bendingRigidity }),
						arealDensity,
					},
				),
			);
			strip.pin(strip.where((x) => x < 1.01 * h));
			const sim = await simulate(scene);
			const report = sim.solveStatics({ loadSteps: 4, iterations: 200 });
			expect(report.converged).toBe(true);
			const x = sim.positions(strip);
			const tip = 3 * strip.nearest([overhang + h, 0, 2 * h]);
			const angle = (180 / Math.PI) * Math.atan2(-x[tip + 1], x[tip] - h);
			console.info(
				`cantilever test, ${diagonal}: ${angle.toFixed(1)}°, 41.5° by theory`,
			);
			expect(Math.abs(angle - 41.5)).toBeLessThan(1);
		});
});

describe("a cantilever of linear tetrahedra sags by less than theory says, the nearer ν is to 0.5", () => {
	// 0.4 × 0.1 × 0.1 m; sag over that of a beam with shear (Timoshenko), as in docs/choosing-parameters.md.
	for (const [poissonRatio, cells, expected] of [
		[0.3, 4, 0.78],
		[0.45, 4, 0.58],
		[0.49, 4, 0.31],
		[0.3, 8, 0.91],
		[0.45, 8, 0.8],
		[0.49, 8, 0.56],
	])
		test(`ν = ${poissonRatio}, ${cells} cells across`, async () => {
			const { youngModulus: E, density } = {
				youngModulus: 2.5e7,
				density: 1000,
			};
			const scene = new Scene();
			const beam = scene.add(
				solid.box(
					{ size: [0.4, 0.1, 0.1], cells: [4 * cells, cells, cells] },
					{
						solid: stableNeoHookean.elements.tetrahedra({
							youngModulus: E,
							poissonRatio,
						}),
						density,
					},
				),
			);
			beam.pin(beam.group("x-min"));
			const sim = await simulate(scene);
			sim.solveStatics();
			const tip = beam.nearest([0.4, 0.05, 0.05]);
			const sag = 0.05 - sim.positions(beam)[3 * tip + 1];
			const load = density * 9.81 * 0.1 ** 2;
			const shearModulus = E / (2 * (1 + poissonRatio));
			const theory =
				(load * 0.4 ** 4) / (8 * E * (0.1 ** 4 / 12)) +
				(load * 0.4 ** 2) / (2 * (5 / 6) * shearModulus * 0.1 ** 2);
			expect(Math.abs(sag / theory - expected)).toBeLessThan(0.01);
		});
});
