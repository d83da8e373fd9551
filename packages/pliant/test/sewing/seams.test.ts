import { expect, test } from "vitest";
import {
	cloth,
	collider,
	Scene,
	simulate,
	trbs,
	type Vector3,
} from "../../src/index.ts";
import { largestDifference } from "./largestDifference.ts";

const membrane = trbs({ youngModulus2d: 300, poissonRatio: 0.3 });

/** Two panels side by side, 5 cm apart, to be sewn along the side between them. */
function panels(
	options: {
		contact?: boolean;
		widths?: [number, number];
		membranes?: (typeof membrane)[];
		seconds?: number;
	} = {},
) {
	const [one, other] = options.widths ?? [0.2, 0.2];
	const membranes = options.membranes ?? [membrane, membrane];
	const scene = new Scene({
		gravity: [0, 0, 0],
		...(options.contact && { contact: { thickness: 2e-3 } }),
	});
	const panel = (name: string, height: number, x: number, i: number) =>
		scene.add(
			cloth.grid(
				{ size: [0.15, height], cells: [3, 4], origin: [x, -height / 2, 0] },
				{ name, membrane: membranes[i], arealDensity: 0.2 },
			),
		);
	const left = panel("left", one, -0.175, 0);
	const right = panel("right", other, 0.025, 1);
	scene.seam(
		{ body: left, vertices: left.group("right") },
		{ body: right, vertices: right.group("left") },
		{ name: "middle", seconds: options.seconds ?? 0.2 },
	);
	return { scene, left, right };
}

const options = {
	timeStep: 0.02,
	substeps: 1,
	damping: { mass: 3 },
} as const;

for (const contact of [false, true])
	test(`panels ${contact ? "that touch " : ""}come together and are joined to the last bit`, async () => {
		const { scene, left, right } = panels({ contact });
		const simulation = await simulate(scene, options);
		expect(simulation.seams()[0].gap).toBeCloseTo(0.05, 12);
		await simulation.run({ seconds: 0.1 });
		const [half] = simulation.seams();
		expect(half.isWelded).toBe(false);
		// Between what the middle is to be apart by now, and the ends.
		const open = (s: number) => 0.05 * (1 - s * s * (3 - 2 * s));
		expect(half.gap).toBeGreaterThan(open(0.5 / 0.85));
		expect(half.gap).toBeLessThan(open(0.35 / 0.85));
		await simulation.run({ seconds: 0.2 });
		expect(simulation.seams()).toEqual([
			{ name: "middle", isWelded: true, gap: 0 },
		]);
		const [x, y] = [simulation.positions(left), simulation.positions(right)];
		await simulation.run({ seconds: 0.2 });
		for (const [i, a] of left.group("right").entries()) {
			const b = right.group("left")[i];
			expect(x.slice(3 * a, 3 * a + 3)).toEqual(y.slice(3 * b, 3 * b + 3));
		}
		expect(simulation.intersections()).toBe(0);
	});

test("a seam that something is caught in says so, when it is overdue", async () => {
	const { scene } = panels({ contact: true });
	const wall = {
		positions: Float64Array.of(0, -1, -1, 0, 1, -1, 0, 0, 1),
		triangles: Uint32Array.of(0, 1, 2),
	};
	scene.collide(collider.mesh(wall), { name: "wall" });
	const simulation = await simulate(scene, options);
	await simulation.run({ seconds: 0.38 });
	expect(simulation.seams()[0].problem).toBe(undefined);
	await simulation.run({ seconds: 0.04 });
	const [{ isWelded, problem }] = simulation.seams();
	expect(isWelded).toBe(false);
	expect(problem).toMatch(
		/^it is (0\.[4-9]\d|[12]\.\d) mm open at \[.*\], where .*wall.* touch; begin with panels whose sides face each other/,
	);
	expect(simulation.intersections()).toBe(0);
});

test("what is sewn keeps its momentum", async () => {
	const { scene, left, right } = panels();
	left.launch(() => [0.3, 0.1, 0.5]);
	right.launch(() => [-0.1, 0.4, 0]);
	const simulation = await simulate(scene, {
		timeStep: 0.02,
		substeps: 1,
		tolerance: 1e-10,
	});
	const before = simulation.momentum().linear;
	await simulation.run({ seconds: 0.6 });
	expect(simulation.seams()[0].isWelded).toBe(true);
	const after = simulation.momentum().linear;
	for (const k of [0, 1, 2]) expect(after[k]).toBeCloseTo(before[k], 9);
});

test("a longer side is gathered to the length of a stiffer one", async () => {
	const soft = trbs({ youngModulus2d: 0.3, poissonRatio: 0.3 });
	const { scene, left } = panels({
		widths: [0.2, 0.3],
		membranes: [membrane, soft],
	});
	const simulation = await simulate(scene, {
		...options,
		damping: { mass: 20 },
	});
	await simulation.run({ seconds: 3, untilSpeedBelow: 1e-4 });
	expect(simulation.seams()[0].isWelded).toBe(true);
	const x = simulation.positions(left);
	const seam = left.group("right");
	let length = 0;
	for (let i = 0; i + 1 < seam.length; i++) {
		const [a, b] = [3 * seam[i], 3 * seam[i + 1]];
		length += Math.hypot(x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]);
	}
	// What is a thousand times as soft pulls no more than that apart.
	expect(length).toBeGreaterThan(0.2 * 0.999);
	expect(length).toBeLessThan(0.2 * 1.002);
});

for (const moment of [0.1, 0.24, 0.44])
	test(`a run that is resumed at ${moment} s goes on to the same bits`, async () => {
		const whole = panels({ contact: true });
		const simulation = await simulate(whole.scene, options);
		await simulation.run({ seconds: moment });
		const checkpoint = simulation.checkpoint();
		await simulation.run({ seconds: 0.3 });
		const again = panels({ contact: true });
		const resumed = await simulate(again.scene, options);
		resumed.restore(checkpoint);
		await resumed.run({ seconds: 0.3 });
		expect(resumed.seams()).toEqual(simulation.seams());
		for (const [a, b] of [
			[whole.left, again.left],
			[whole.right, again.right],
		])
			expect(
				largestDifference(simulation.positions(a), resumed.positions(b)),
			).toBe(0);
	});

/** The two panels, and a third that is drawn from between them to behind the second while they wait. */
function crossedPanels() {
	const { scene, left, right } = panels({ contact: true, seconds: 0.4 });
	const third = scene.add(
		cloth.grid(
			{ size: [0.15, 0.2], cells: [3, 4] },
			{ name: "third", membrane, arealDensity: 0.2 },
		),
	);
	third.place((x, y) => [0, y - 0.1, 0.03 - x]);
	scene.seam(
		{ body: right, vertices: right.group("right") },
		{ body: third, vertices: third.group("left") },
		{ name: "end", seconds: 0.2 },
	);
	return { scene, left };
}

test("panels may begin with another one between the sides of a seam, and resumed runs go on to the same bits", async () => {
	const whole = crossedPanels();
	const simulation = await simulate(whole.scene, options);
	await simulation.run({ seconds: 0.04 });
	const again = crossedPanels();
	const resumed = await simulate(again.scene, options);
	resumed.restore(simulation.checkpoint());
	for (const one of [simulation, resumed])
		while (one.time < 0.7) {
			one.step();
			expect(one.intersections()).toBe(0);
		}
	expect(simulation.seams().map(({ isWelded }) => isWelded)).toEqual([
		true,
		true,
	]);
	expect(
		largestDifference(
			simulation.positions(whole.left),
			resumed.positions(again.left),
		),
	).toBe(0);
});

test("a simulation goes back to before its seams were welded", async () => {
	const { scene, left } = panels();
	const simulation = await simulate(scene, options);
	await simulation.run({ seconds: 0.1 });
	const x = simulation.positions(left);
	const then = x.slice();
	const checkpoint = simulation.checkpoint();
	await simulation.run({ seconds: 0.3 });
	expect(simulation.seams()[0].isWelded).toBe(true);
	simulation.restore(checkpoint);
	expect(simulation.seams()[0].isWelded).toBe(false);
	expect(x).toEqual(then);
});

test("what is welded moves as a sheet that was made in one piece", async () => {
	const sheet = (cells: [number, number], x: number) =>
		cloth.grid(
			{
				size: [0.05 * cells[0], 0.2],
				...{ cells, origin: [x, 0, 0], diagonal: "right" },
			},
			{ membrane, arealDensity: 0.2 },
		);
	const pull = (time: number): Vector3 => [0, 0, time > 0.07 ? 0.02 : 0];
	const fixed = { timeStep: 0.02, substeps: 1, tolerance: 1e-11 } as const;
	// Nothing moves before it is welded and a step has passed, which is the first one of what is welded.
	const sewn = new Scene({ gravity: [0, 0, 0] });
	const [left, right] = [sheet([3, 4], 0), sheet([2, 4], 0.15)];
	for (const body of [left, right])
		sewn.add(body).move("bottom", () => [0, 0, 0]);
	right.pull(right.group("right"), pull);
	sewn.seam(
		{ body: left, vertices: left.group("right") },
		{ body: right, vertices: right.group("left") },
		{ seconds: 0.02 },
	);
	const one = new Scene({ gravity: [0, 0, 0] });
	const whole = one.add(sheet([5, 4], 0));
	whole.move("bottom", () => [0, 0, 0]);
	whole.pull(whole.group("right"), pull);
	const simulations = await Promise.all(
		[sewn, one].map((scene) => simulate(scene, fixed)),
	);
	for (const simulation of simulations) await simulation.run({ seconds: 0.4 });
	const [x, y] = [right, whole].map((body, i) =>
		Array.from(body.group("right")).map((v) =>
			Array.from(simulations[i].positions(body).subarray(3 * v, 3 * v + 3)),
		),
	);
	expect(y[4][2]).toBeGreaterThan(0.02);
	for (const [i, place] of x.entries())
		for (const k of [0, 1, 2]) expect(place[k]).toBeCloseTo(y[i][k], 6);
});

test("sides with different numbers of vertices are refused, with what helps", () => {
	const { scene, left, right } = panels();
	expect(() =>
		scene.seam(
			{ body: left, vertices: [0, 1, 2] },
			{ body: right, vertices: [0, 1] },
		),
	).toThrow(/its sides have 3 and 2 vertices; .*matchSides/);
});
