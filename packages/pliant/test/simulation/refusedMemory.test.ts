/** Where the platform gives no more memory an error says so, and nothing is lost. */
import { afterEach, expect, it, vi } from "vitest";
import {
	cloth,
	Scene,
	type SimulationOptions,
	simulate,
	trbs,
} from "../../src/index.ts";

const told = /(arena|simulat\w+): .*(MiB are needed|memory).*; use a coarser/;

function sheet(): Scene {
	const scene = new Scene();
	const body = scene.add(
		cloth.grid(
			{ cells: [12, 12], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d: 300, poissonRatio: 0.3 }),
				arealDensity: 0.2,
			},
		),
	);
	body.pin(body.corners("top"));
	return scene;
}

const options: readonly SimulationOptions[] = [
	{ substeps: 1, linear: { method: "multigrid" } },
	{ substeps: 1, linear: { method: "direct" } },
];

afterEach(refuseNothing);

/** Lets so many arrays of numbers be made, and then one not. */
function refuseArray(after: number): () => boolean {
	let left = after;
	const refused = new Proxy(Float64Array, {
		construct(target, args, newTarget) {
			if (typeof args[0] === "number" && left-- === 0)
				throw new RangeError("Array buffer allocation failed");
			return Reflect.construct(target, args, newTarget);
		},
	});
	vi.stubGlobal("Float64Array", refused);
	return () => left < 0;
}

/** The same for pages of WebAssembly's memory: all are refused from then on. */
function refuseGrowth(after: number): () => boolean {
	let left = after;
	const { grow } = WebAssembly.Memory.prototype;
	vi.spyOn(WebAssembly.Memory.prototype, "grow").mockImplementation(function (
		this: WebAssembly.Memory,
		count: number,
	) {
		if (left-- <= 0 && count > 0)
			throw new RangeError("WebAssembly.Memory.grow(): Unable to grow");
		return grow.call(this, count);
	});
	return () => left < 0;
}

function refuseNothing(): void {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
}

it.each([
	["arrays", refuseArray],
	["pages", refuseGrowth],
] as const)(
	"a simulation for which %s are refused is not built, and says why",
	async (_, refuse) => {
		let refusals = 0;
		for (let after = 0; after < 400; after = Math.ceil(1.7 * after + 1)) {
			const scene = sheet();
			const wasRefused = refuse(after);
			try {
				await simulate(scene);
			} catch (error) {
				expect((error as Error).message).toMatch(told);
				refusals++;
			}
			refuseNothing();
			if (!wasRefused()) break;
		}
		expect(refusals).toBeGreaterThan(0);
	},
);

it.each(options)(
	"a step for which memory is refused did not happen (%o)",
	async (chosen) => {
		const undisturbed = await simulate(sheet(), chosen);
		for (let step = 0; step < 6; step++) undisturbed.step();

		const simulation = await simulate(sheet(), chosen);
		let refusals = 0;
		for (let step = 0; step < 6; step++) {
			for (const refuse of [refuseArray, refuseGrowth]) {
				const before = simulation.checkpoint();
				refuse(step % 3);
				let problem: Error | undefined;
				try {
					simulation.step();
				} catch (error) {
					problem = error as Error;
				}
				refuseNothing();
				if (!problem) simulation.restore(before);
				else {
					refusals++;
					expect(problem.message).toMatch(told);
					expect(simulation.checkpoint()).toEqual(before);
				}
			}
			simulation.step();
		}
		expect(simulation.checkpoint()).toEqual(undisturbed.checkpoint());
		expect(refusals).toBeGreaterThan(0);
	},
);
