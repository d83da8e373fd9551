import { describe, expect, test } from "vitest";
import { frameBody } from "../../src/frames/index.ts";
import {
	cable,
	cloth,
	quadraticSpring,
	rigidBody,
	Scene,
	simulate,
	solid,
	springBetween,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import { box, type Vector3 } from "../../src/mesh/index.ts";
import { bar } from "../frames/bar.ts";

const membrane = trbs({ youngModulus2d: 1000, poissonRatio: 0.3 });
const rubber = stableNeoHookean({ youngModulus: 1e5, poissonRatio: 0.3 });
const spring = quadraticSpring({ axialStiffness: 10 });

const makers = {
	cable: (linearDensity?: number) =>
		cable.line(
			{ segments: 4, from: [0, 0, 0], to: [0, 1, 0] },
			{ spring, ...(linearDensity && { linearDensity }) },
		),
	cloth: (arealDensity?: number) =>
		cloth.grid(
			{ cells: [3, 3] },
			{ membrane, ...(arealDensity && { arealDensity }) },
		),
	solid: (density?: number) =>
		solid.box(
			{ cells: [2, 2, 2] },
			{ solid: rubber, ...(density && { density }) },
		),
};
const weightless = () => new Scene({ gravity: [0, 0, 0] });

describe.each([
	["cable", "linearDensity"],
	["cloth", "arealDensity"],
	["solid", "density"],
] as const)("a %s without density", (kind, key) => {
	test("has the equilibrium of one with any density", async () => {
		const found = [];
		for (const density of [undefined, 3, 7000]) {
			const scene = weightless();
			const body = scene.add(makers[kind](density));
			body.pin({ box: { min: [-9, -9, -9], max: [9, 1e-9, 9] } });
			const far = { box: { min: [-9, 1 - 1e-9, -9], max: [9, 9, 9] } } as const;
			body.pull(far, [0, 0.5, 0]);
			const simulation = await simulate(scene);
			simulation.solveStatics({ tolerance: 1e-10 });
			found.push(simulation.positions(body));
		}
		expect(Math.max(...found[0])).toBeGreaterThan(1);
		for (const positions of found.slice(1))
			for (const [i, x] of positions.entries())
				expect(x).toBeCloseTo(found[0][i], 9);
	});

	test("is told at the call where something needs its mass", async () => {
		const told = (what: string) =>
			new RegExp(`: ${what} needs its ${key}; statics`);
		expect(() => new Scene().add(makers[kind]())).toThrow(told("gravity"));
		const scene = weightless();
		const body = scene.add(makers[kind]());
		expect(() => body.accelerate([1, 0, 0])).toThrow(told("accelerate"));
		expect(() => body.mass).toThrow(told("mass"));
		const simulation = await simulate(scene);
		expect(() => simulation.step()).toThrow(told("step"));
		await expect(simulation.modes()).rejects.toThrow(told("modes"));
	});
});

const { density: _, ...bare } = bar({ youngModulus: 1e3 }).definition;
const framed = {
	"frame body": (density?: number) =>
		frameBody({ ...bare, ...(density && { density }) }),
	"rigid body": (density?: number) =>
		rigidBody({ mesh: box({}), ...(density && { density }) }),
};

const places: Vector3[] = [
	[0, 0, 0],
	[0.5, 0, 0],
	[0, 0.5, 0.5],
];

describe.each(["frame body", "rigid body"] as const)(
	"a %s without density",
	(kind) => {
		test("has the equilibrium of one with any density", async () => {
			const found = [];
			for (const density of [undefined, 7000]) {
				const scene = weightless();
				const body = scene.add(framed[kind](density));
				body.load([0.5, 0.5, 0.5], [0, 3, 0]);
				for (const place of places)
					scene.attach(body.point(place), place, {
						kind: springBetween({ stiffness: 100 }),
					});
				const simulation = await simulate(scene);
				simulation.solveStatics({ tolerance: 1e-10 });
				const { position } = simulation.frames(body).pose(body.frameCount - 1);
				expect(position[1]).toBeGreaterThan(0.001);
				found.push(position);
			}
			for (const [k, x] of found[0].entries())
				expect(x).toBeCloseTo(found[1][k], 8);
		});

		test("is told at the call where something needs its mass", async () => {
			const told = (what: string) =>
				new RegExp(`: ${what} needs its density; statics`);
			expect(() => new Scene().add(framed[kind]())).toThrow(told("gravity"));
			const scene = weightless();
			const body = scene.add(framed[kind]());
			expect(() => body.mass).toThrow(told("mass"));
			const simulation = await simulate(scene);
			expect(() => simulation.step()).toThrow(told("step"));
			await expect(simulation.modes()).rejects.toThrow(told("modes"));
		});
	},
);
