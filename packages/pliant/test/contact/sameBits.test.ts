import { describe, expect, test } from "vitest";
import {
	cloth,
	collider,
	Scene,
	type SimulationOptions,
	simulate,
} from "../../src/index.ts";
import { linearBending, trbs } from "../../src/models/index.ts";
import { nodeThreads } from "../../src/threads/node.ts";
import { shuffledMesh } from "../scene/shuffledMesh.ts";

const material = {
	membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
	bending: linearBending({ bendingModulus: 1e-5 }),
	arealDensity: 0.15,
};
const shape = {
	size: [1, 1] as [number, number],
	cells: [16, 16] as [number, number],
	plane: "xz" as const,
	origin: [-0.5, 0.02, -0.5] as [number, number, number],
};

function tablecloth() {
	const scene = new Scene();
	const sheet = scene.add(cloth.grid(shape, material));
	scene.collide(
		collider.cylinder({ from: [0, -0.1, 0], to: [0, 0, 0], radius: 0.3 }),
		{ friction: 0.3, motion: (t) => [0.05 * Math.sin(9 * t), 0, 0] },
	);
	return { scene, sheet };
}

const variants: Record<string, SimulationOptions> = {
	newton: {},
	"one iteration": { substeps: 1, newtonIterations: 1 },
	direct: { linear: { method: "direct" } },
	multigrid: {
		substeps: 1,
		linear: { method: "multigrid" },
		newtonIterations: 1,
	},
	"block Jacobi": {
		substeps: 1,
		linear: { method: "conjugate-gradient" },
		newtonIterations: 1,
	},
	"matrix-free": {
		substeps: 1,
		linear: { method: "conjugate-gradient", operator: "matrix-free" },
		newtonIterations: 1,
	},
	bdf2: { substeps: 1, integrator: "bdf2", newtonIterations: 1 },
};

describe.each(Object.entries(variants))("%s", (_, options) => {
	test("goes on from a checkpoint to the same bits", async () => {
		const whole = await simulate(tablecloth().scene, options);
		await whole.run({ steps: 12 });
		const checkpoint = whole.checkpoint();
		const fresh = await simulate(tablecloth().scene, options);
		fresh.restore(checkpoint);
		await whole.run({ steps: 8 });
		await fresh.run({ steps: 8 });
		expect(fresh.checkpoint()).toEqual(whole.checkpoint());
	});
});

test("threads give the same bits", async () => {
	const checkpoints = [];
	for (const count of [1, 2]) {
		const sim = await simulate(tablecloth().scene, {
			substeps: 1,
			threads: nodeThreads(count),
			linear: { method: "multigrid" },
			newtonIterations: 1,
		});
		await sim.run({ steps: 15 });
		checkpoints.push(sim.checkpoint());
		sim.close();
	}
	expect(checkpoints[1]).toEqual(checkpoints[0]);
});

test.each(["multigrid", "conjugate-gradient", "direct"] as const)(
	"a collider out of reach changes no bit (%s)",
	async (method) => {
		const ends: Float64Array[] = [];
		for (const far of [false, true]) {
			const scene = new Scene();
			const sheet = scene.add(cloth.grid(shape, material));
			sheet.pin(sheet.corners("top"));
			if (far) scene.collide(collider.plane({ point: [0, -50, 0] }));
			const sim = await simulate(scene, { linear: { method } });
			await sim.run({ steps: 8 });
			ends.push(sim.velocities(sheet));
		}
		expect(ends[1]).toEqual(ends[0]);
	},
);

test("solvers agree, and so does another order of vertices", async () => {
	const run = async (options: SimulationOptions, isShuffled: boolean) => {
		const { scene, sheet } = tablecloth();
		if (!isShuffled) {
			const sim = await simulate(scene, {
				substeps: 1,
				tolerance: 1e-8,
				...options,
			});
			await sim.run({ steps: 8 });
			return sim.positions(sheet);
		}
		const { mesh, numberOf } = shuffledMesh(sheet.mesh, 3);
		const other = new Scene();
		const shuffled = other.add(cloth.mesh(mesh, material));
		const [table] = scene.colliders;
		other.collide(table.shape, {
			friction: 0.3,
			motion: (t) => [0.05 * Math.sin(9 * t), 0, 0],
		});
		const sim = await simulate(other, {
			substeps: 1,
			tolerance: 1e-8,
			...options,
		});
		await sim.run({ steps: 8 });
		const back = new Float64Array(3 * numberOf.length);
		const x = sim.positions(shuffled);
		for (const [vertex, number] of numberOf.entries())
			for (let k = 0; k < 3; k++) back[3 * vertex + k] = x[3 * number + k];
		return back;
	};
	const reference = await run({ linear: { method: "direct" } }, false);
	for (const [options, isShuffled] of [
		[{ linear: { method: "multigrid" } }, false],
		[{ linear: { method: "conjugate-gradient" } }, false],
		[{ linear: { method: "direct" } }, true],
	] as const) {
		const x = await run(options, isShuffled);
		let most = 0;
		for (let i = 0; i < x.length; i++)
			most = Math.max(most, Math.abs(x[i] - reference[i]));
		expect(most).toBeLessThan(1e-5);
	}
});
