import { describe, expect, test } from "vitest";
import {
	ball,
	cloth,
	collider,
	fabric,
	rigidBody,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
} from "../../src/index.ts";
import { box, type Vector3 } from "../../src/mesh/index.ts";
import type { BuiltScene } from "../../src/scene/build.ts";
import type { LinearOptions } from "../../src/simulation/index.ts";

/** A sheet of silk in four patches. */
const silk = (origin: readonly [number, number, number] = [0, 0, 0]) =>
	cloth.grid(
		{ size: [0.4, 0.4], cells: [16, 18], plane: "xz", origin },
		fabric("silk"),
	);

/** Sagging, and so far stretched that Hessians are positive definite. */
const stretched = (x: number, _: number, z: number): Vector3 => [
	1.01 * x,
	0.2 * x * (x - 0.4),
	1.01 * z,
];

const scenes = {
	pinned: () => {
		const scene = new Scene();
		const sheet = scene.add(silk());
		sheet.place(stretched);
		sheet.pin(sheet.corners("top"));
		sheet.slide(sheet.group("bottom"), { line: [1, 0, 0] });
		return scene;
	},
	touching: () => {
		const scene = new Scene({ contact: { thickness: 2e-3, friction: 0.3 } });
		scene.add(silk([0, 0.0011, 0]));
		scene.add(silk([0.1, 0.0032, 0.1]));
		scene.collide(collider.plane(), { friction: 0.3 });
		return scene;
	},
	carrying: () => {
		const scene = new Scene();
		const sheet = scene.add(silk());
		sheet.place(stretched);
		sheet.pin(sheet.corners("top"));
		const mesh = box({ size: [0.05, 0.05, 0.05], cells: [1, 1, 1] });
		const weight = scene.add(rigidBody({ mesh, density: 1000 }));
		scene.attach(sheet.vertexPoint(0), weight.point([0, 0, 0]), {
			kind: ball(),
		});
		return scene;
	},
	solid: () => {
		const scene = new Scene();
		const rubber = stableNeoHookean.elements.tetrahedra({
			youngModulus: 1e5,
			poissonRatio: 0.3,
		});
		const bar = scene.add(
			solid.box(
				{ size: [0.6, 0.1, 0.1], cells: [16, 4, 4] },
				{ solid: rubber, density: 1000 },
			),
		);
		bar.pin(bar.group("x-min"));
		return scene;
	},
};

/** How far everything has moved after a step of one Newton iteration. */
async function moved(
	make: () => Scene,
	linear: LinearOptions,
	linearTolerance: number,
) {
	const simulation = await simulate(make(), {
		// Other integrators solve for the beginning of the first step by itself.
		...{ integrator: "implicit-euler", timeStep: 1 / 120 },
		...{ substeps: 1, newtonIterations: 1 },
		...{ linear, linearTolerance },
	});
	const { x } = (simulation as unknown as { scene: BuiltScene }).scene.state;
	const start = x.array.slice();
	simulation.step();
	return x.array.map((value, i) => value - start[i]);
}

const norm = (way: Float64Array) =>
	Math.sqrt(way.reduce((sum, d) => sum + d * d, 0));

const incomplete = {
	method: "conjugate-gradient",
	preconditioner: "incomplete",
} as const;

describe("patches of rows", () => {
	// Stretched sheets are far softer across than along, so the same residual leaves more of the way.
	test.for([
		["pinned", 1e-5],
		["touching", 1e-3],
		["carrying", 1e-5],
		["solid", 1e-3],
	] as const)(
		"let iterations come to what factors give: %s",
		async ([name, tolerance]) => {
			const exact = await moved(scenes[name], { method: "direct" }, tolerance);
			const way = await moved(scenes[name], incomplete, tolerance);
			const off = norm(way.map((d, i) => d - exact[i])) / norm(exact);
			expect(off).toBeLessThan(1e-3);
		},
	);
});
