import { expect, it } from "vitest";
import {
	cloth,
	collider,
	rigidBody,
	Scene,
	simulate,
	trbs,
} from "../../src/index.ts";

function hangingSheet() {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ cells: [3, 3] },
			{
				name: "sheet",
				membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
				arealDensity: 0.1,
			},
		),
	);
	sheet.pin(sheet.corners("top"));
	const block = scene.add(
		rigidBody({ name: "block", mass: 1, inertia: [1, 1, 1] }),
	);
	return { scene, sheet, block };
}

it("a pin made after simulate is not ignored without a word", async () => {
	const { scene, sheet } = hangingSheet();
	const simulation = await simulate(scene);
	simulation.step();
	sheet.pin([0]);
	expect(() => simulation.step()).toThrow(
		'pin of body "sheet" came after simulate; call simulation.constraintsChanged() to go on with it, or make a new one',
	);
	expect(() => simulation.solveStatics()).toThrow("came after simulate");
	// As the message says.
	const next = await simulate(scene);
	next.restore(simulation.checkpoint());
	next.step();
	expect(next.stepCount).toBe(2);
	expect([...next.positions(sheet).slice(0, 3)]).toEqual([0, 0, 0]);
});

it("nor is anything else", async () => {
	const changes: ((s: ReturnType<typeof hangingSheet>) => void)[] = [
		({ sheet }) => sheet.slide([1], { plane: [1, 0, 0] }),
		({ sheet }) => sheet.pull([1], [1, 0, 0]),
		({ sheet }) => sheet.pressurize(1),
		({ sheet }) => sheet.shake(0.01),
		({ sheet }) => sheet.launch(() => [1, 0, 0]),
		({ sheet }) => sheet.place((x, y, z) => [x, y, z + 1]),
		({ block }) => block.hold(),
		({ block }) => block.push({ force: [1, 0, 0] }),
		({ scene }) => scene.collide(collider.plane()),
		({ scene, sheet }) => scene.attach(sheet.vertexPoint(0), [0, 0, 0]),
	];
	for (const change of changes) {
		const made = hangingSheet();
		const simulation = await simulate(made.scene);
		change(made);
		expect(() => simulation.step()).toThrow("came after simulate");
	}
});
