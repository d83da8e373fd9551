/** Stiffness is a property of the material: the rest state depends neither on the mesh nor on how it is reached. */
import { describe, expect, test } from "vitest";
import {
	type Body,
	cloth,
	Scene,
	type SimulationOptions,
	simulate,
} from "../../src/index.ts";
import type { GridDiagonal } from "../../src/mesh/index.ts";
import { linearBending, trbs } from "../../src/models/index.ts";
import { root } from "./root.ts";

const cells = [20, 40, 70];
const patterns: GridDiagonal[] = ["alternating", "right"];
const arealDensity = 0.2;
const gravity = 9.81;

interface Case {
	readonly name: string;
	readonly scene: Scene;
	readonly sheet: Body;
}

/** Soft sheet hanging from its whole top edge. */
function curtain(n: number, diagonal: GridDiagonal): Case {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ cells: [n, n], diagonal },
			{ membrane: trbs({ youngModulus2d: 20, poissonRatio: 0 }), arealDensity },
		),
	);
	sheet.pin(sheet.group("top"));
	return { name: `curtain, ${n}, ${diagonal}`, scene, sheet };
}

/** Stiffer sheet hanging from two corners, out of its plane by a little, so that it may wrinkle. */
function towel(n: number, diagonal: GridDiagonal): Case {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ cells: [n, n], diagonal },
			{
				membrane: trbs({ youngModulus2d: 1000, poissonRatio: 0.3 }),
				bending: linearBending({ bendingModulus: 1e-3 }),
				arealDensity,
			},
		),
	);
	sheet.pin(sheet.corners("top"));
	sheet.place((x, y) => [x, y, 0.02 * Math.sin(Math.PI * x) * (1 - 0.5 * y)]);
	return { name: `towel, ${n}, ${diagonal}`, scene, sheet };
}

const depths = (
	positions: Float64Array,
	vertices: Iterable<number>,
): number[] => Array.from(vertices, (v) => 1 - positions[3 * v + 1]);

/** Mean lengthening of the curtain [m]. */
function elongation(positions: Float64Array, sheet: Body): number {
	const bottom = depths(positions, sheet.group("bottom"));
	return bottom.reduce((a, b) => a + b) / bottom.length - 1;
}

/** Depth [m] of the towel's lowest vertex below the pins. */
const sag = (positions: Float64Array, sheet: Body): number =>
	Math.max(
		...depths(
			positions,
			Array.from({ length: sheet.vertexCount }, (_, v) => v),
		),
	);

/** Where sheets hang by statics, by their names: several tests ask for the same. */
const equilibria = new Map<string, Float64Array>();

async function atRest(
	{ name, scene, sheet }: Case,
	how: "statics" | SimulationOptions,
): Promise<Float64Array> {
	if (how === "statics") {
		const known = equilibria.get(name);
		if (known) return known;
		const sim = await simulate(scene);
		sim.solveStatics({ iterations: 500 });
		const found = sim.positions(sheet).slice();
		equilibria.set(name, found);
		return found;
	}
	const sim = await simulate(scene, {
		timeStep: 0.1,
		damping: { mass: 2 },
		linear: { method: "direct" },
		...how,
	});
	await sim.run({ steps: 400, untilSpeedBelow: 1e-5 });
	return sim.positions(sheet);
}

/** Lengthening of the curtain by theory: at height y the tension p(s) = E/2·s(s² − 1) bears what hangs below. */
function theoreticalElongation(E: number): number {
	const pieces = 2000;
	let sum = 0;
	for (let i = 0; i < pieces; i++) {
		const weight = (arealDensity * gravity * (i + 0.5)) / pieces;
		sum += root((s) => (E / 2) * s * (s * s - 1) - weight, 1, 2) - 1;
	}
	return sum / pieces;
}

describe("curtain: elongation under its own weight against theory", () => {
	const theory = theoreticalElongation(20);
	for (const diagonal of patterns)
		for (const n of cells)
			test(`${n + 1}² vertices, ${diagonal} diagonals`, async () => {
				const hung = curtain(n, diagonal);
				const value = elongation(await atRest(hung, "statics"), hung.sheet);
				console.info(
					`curtain ${n + 1}² ${diagonal}: ${value.toFixed(6)} m, theory ${theory.toFixed(6)} m (${(100 * (value / theory - 1)).toFixed(3)} %)`,
				);
				expect(Math.abs(value / theory - 1)).toBeLessThan(0.005);
			});
});

describe("towel: sag does not depend on the mesh", () => {
	for (const diagonal of patterns) {
		// The finest takes most of the time, and one pattern is enough for it.
		const tried = diagonal === "alternating" ? cells : cells.slice(0, 2);
		const vertices = tried.map((n) => `${n + 1}²`).join(", ");
		test(`${vertices} vertices, ${diagonal} diagonals`, async () => {
			const sags: number[] = [];
			for (const n of tried) {
				const hung = towel(n, diagonal);
				sags.push(sag(await atRest(hung, "statics"), hung.sheet));
			}
			console.info(
				`towel ${diagonal}: sag ${sags.map((s) => s.toFixed(4)).join(", ")} m`,
			);
			expect(Math.max(...sags) / Math.min(...sags) - 1).toBeLessThan(0.02);
		});
	}
});

describe("the rest state does not depend on how it is reached", () => {
	const ways: Record<string, SimulationOptions> = {
		"one Newton iteration a step": { substeps: 1, newtonIterations: 1 },
		"converged steps": { substeps: 1, newtonIterations: 50 },
		"one Newton iteration, conjugate gradients": {
			substeps: 1,
			newtonIterations: 1,
			linear: { method: "conjugate-gradient" },
		},
	};
	for (const [name, hang] of Object.entries({ curtain, towel }))
		for (const [way, options] of Object.entries(ways))
			for (const n of options.linear ? [20] : cells.slice(0, 2))
				test(`${name}, ${n + 1}² vertices: ${way}`, async () => {
					const hung = hang(n, "alternating");
					const expected = await atRest(hung, "statics");
					const reached = await atRest(hung, options);
					const apart = reached.map((c, i) => Math.abs(c - expected[i]));
					console.info(
						`${name} ${n + 1}², ${way}: positions differ by at most ${Math.max(...apart).toExponential(1)} m from statics`,
					);
					// The sheet is 1 m long, and its elongation 0.045 m.
					expect(Math.max(...apart)).toBeLessThan(
						0.005 * (name === "curtain" ? 0.045 : 1),
					);
				});
});
