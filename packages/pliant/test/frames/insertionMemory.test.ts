import { expect, test } from "vitest";
import { type FrameBody, frameBody } from "../../src/frames/frameBody.ts";
import type { FrameModel } from "../../src/frames/frameModel.ts";
import { cloth, Scene, simulate, trbs } from "../../src/index.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import { createMesh, type Vector3 } from "../../src/mesh/mesh.ts";
import type { Arena } from "../../src/system/arena.ts";
import { alone } from "./alone.ts";
import { bar } from "./bar.ts";
import { bump } from "./bump.ts";

const size: Vector3 = [1, 0.3, 0.3];
const [A, B]: Vector3[] = [
	[0.2, 0.05, 0],
	[0.3, 0.1, 0.05],
];

/** Some 2,000 samples and a surface of 5,000 vertices; `coarse` a tenth of it. */
function soft({ coarse = false } = {}): FrameBody {
	const random = createRandom(2);
	const positions = Array.from(
		{ length: coarse ? 1500 : 15000 },
		(_, i) => size[i % 3] * (random() - 0.5),
	);
	const { definition } = bar({
		frames: 3,
		counts: coarse ? [16, 4, 4] : [32, 8, 8],
		size,
		youngModulus: 2e4,
		poissonRatio: 0.3,
	});
	const surface = createMesh({ positions });
	return frameBody({ ...definition, surface }).hold(0);
}

type Alone = Awaited<ReturnType<typeof alone>>;

const insert = ({ frames }: Alone, at: Vector3, range = 0.25) =>
	frames.insert(frames.positionOf(at), bump(range));

type Model = Pick<FrameModel, "places" | "carried" | "samples"> & {
	readonly arena: Arena;
};

const modelOf = ({ frames }: Alone): Model =>
	(frames as unknown as { readonly model: Model }).model;

/** Bytes handed out, and those of the memory. */
function memoryOf(found: Alone) {
	const { arena } = modelOf(found);
	return { taken: arena.bytes, all: arena.memory.buffer.byteLength };
}

const difference = (a: Float64Array, b: Float64Array) =>
	a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

const cycles: Record<string, (found: Alone) => void> = {
	"comes and goes": (found) => {
		const { frame } = insert(found, A);
		found.simulation.step();
		found.frames.remove(frame);
	},
	"goes before one that it carries": (found) => {
		insert(found, A);
		insert(found, B);
		found.simulation.step();
		found.frames.remove(3);
		insert(found, A);
		found.frames.remove(3);
		found.frames.remove(3);
	},
};

test.each(Object.entries(cycles))(
	"memory stays as it is when a frame %s again and again",
	async (_, cycle) => {
		const body = soft();
		const found = await alone(body, { timeStep: 0.01 });
		found.simulation.positions(body);
		const { frame } = insert(found, A);
		const first = memoryOf(found);
		found.frames.remove(frame);
		for (let i = 0; i < 60; i++) {
			cycle(found);
			const { taken, all } = memoryOf(found);
			expect(taken).toBeLessThan(1.5 * first.taken);
			expect(all).toBeLessThan(1.5 * first.all);
		}
		expect(modelOf(found).places.count).toBe(3);
		expect(modelOf(found).carried).toEqual([]);
	},
	60_000,
);

test("groups of samples do not become more and more", async () => {
	const found = await alone(soft());
	const random = createRandom(4);
	for (let i = 0; i < 60; i++) {
		const [x, y, z] = size.map((s) => s * (random() - 0.5));
		insert(found, [x, y, z], 0.1);
		found.frames.remove(3);
	}
	const groups = modelOf(found).samples.groups;
	const own = groups.map((group) => group.ownSlots().length);
	const slots = groups.map(({ points }) => points.length);
	const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
	expect(sum(own)).toBe(32 * 8 * 8);
	expect(sum(slots)).toBeLessThan(2 * sum(own));
	// As many as there are where each is half as large as the one before, in both intervals between frames.
	expect(groups.length).toBeLessThanOrEqual(2 * Math.log2(sum(own)));
});

test("a body moves by implicit Euler as if frames that came and went had never been", async () => {
	const integrator = "implicit-euler";
	const options = {
		integrator,
		timeStep: 0.01,
		substeps: 1,
		tolerance: 1e-10,
	} as const;
	const run = async (isDisturbed: boolean) => {
		const body = soft({ coarse: true });
		const found = await alone(body, options);
		for (let i = 0; i < 60; i++) {
			if (isDisturbed) {
				insert(found, A);
				insert(found, B);
				found.frames.remove(3);
				found.frames.remove(3);
			}
			if (i % 6 === 0) found.simulation.step();
		}
		return found.simulation.positions(body).slice();
	};
	const [fresh, disturbed] = [await run(false), await run(true)];
	const rest = soft({ coarse: true }).mesh.positions;
	expect(difference(fresh, rest)).toBeGreaterThan(0.01);
	expect(difference(fresh, disturbed)).toBeLessThan(1e-9);
});

// What comes and goes makes the next substep one that knows no rates. Its implicit Euler part costs an error of second order, each time.
test("a body that forgets its rates as a frame comes and goes moves as before to second order", async () => {
	const run = async (steps: number, isDisturbed: boolean) => {
		const body = soft({ coarse: true });
		const found = await alone(body, {
			...{ timeStep: 0.1 / steps, substeps: 1, tolerance: 1e-10 },
		});
		await found.simulation.run({ steps: steps / 2 });
		if (isDisturbed) {
			insert(found, A);
			insert(found, B);
			found.frames.remove(3);
			found.frames.remove(3);
		}
		await found.simulation.run({ steps: steps / 2 });
		return found.simulation.positions(body).slice();
	};
	const gap = async (steps: number) =>
		difference(await run(steps, false), await run(steps, true));
	const [coarse, fine] = [await gap(40), await gap(80)];
	const order = Math.log2(coarse / fine);
	console.info(`forgotten rates: ${coarse}, order ${order}`);
	expect(order).toBeGreaterThan(1.7);
});

test("a frame stays as it is when one that carried it goes", async () => {
	const push = async (before: (found: Alone) => void) => {
		const body = soft({ coarse: true });
		body.load([0.3, 0.15, 0], [0, -3, 0]);
		const found = await alone(body);
		before(found);
		found.simulation.solveStatics();
		return found.simulation.positions(body).slice();
	};
	const alike = await push((found) => {
		insert(found, B);
	});
	const carried = await push((found) => {
		insert(found, A);
		insert(found, B);
		found.frames.remove(3);
	});
	// Loads on points have seen other frames of the same number.
	const replaced = await push((found) => {
		insert(found, A);
		found.simulation.solveStatics();
		found.frames.remove(3);
		insert(found, B);
	});
	// And these have seen the same places of other frames.
	const undone = await push((found) => {
		insert(found, B);
		found.simulation.solveStatics();
		insert(found, A);
		found.frames.remove(4);
	});
	const without = await push(() => {});
	expect(difference(alike, carried)).toBeLessThan(1e-8);
	expect(difference(alike, replaced)).toBeLessThan(1e-8);
	expect(difference(alike, undone)).toBeLessThan(1e-8);
	expect(difference(alike, without)).toBeGreaterThan(1e-4);
});

test("looking at points and changing forces take no memory", async () => {
	const body = soft({ coarse: true });
	const found = await alone(body);
	const { taken } = memoryOf(found);
	for (let i = 0; i < 20; i++) {
		found.frames.positionOf(A);
		found.simulation.velocityOf(body.point(B));
		found.frames.forces = i % 2 ? "samples" : "springs";
	}
	expect(memoryOf(found).taken).toBe(taken);
});

test.each(["direct", "conjugate-gradient", "multigrid"] as const)(
	"the memory of a scene stays as it is too, with %s and damping by stiffness",
	async (method) => {
		const scene = new Scene({ gravity: [0, 0, -9.81] });
		const sheet = scene.add(
			cloth.grid(
				{ size: [0.5, 0.5], cells: [16, 16] },
				{
					membrane: trbs({ youngModulus2d: 1e3, poissonRatio: 0.3 }),
					arealDensity: 0.2,
				},
			),
		);
		sheet.pin([0, 16]);
		const body = scene.add(soft({ coarse: true }));
		const simulation = await simulate(scene, {
			timeStep: 0.01,
			substeps: 1,
			linear: { method },
			damping: { stiffness: 1e-3 },
		});
		const frames = simulation.frames(body);
		const { arena } = (simulation as unknown as { scene: { arena: Arena } })
			.scene;
		const cycle = () => {
			frames.insert(frames.positionOf(A), bump(0.25));
			simulation.step();
			frames.remove(3);
			simulation.step();
		};
		cycle();
		const first = arena.bytes;
		for (let i = 0; i < 10; i++) cycle();
		expect(arena.bytes).toBeLessThan(1.02 * first);
	},
);
