import { describe, expect, test } from "vitest";
import {
	cloth,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
	stableNeoHookeanHexahedra,
	trbs,
} from "../../src/index.ts";
import {
	type LinearOptions,
	linearOptions,
	linearSolvers,
} from "../../src/simulation/index.ts";

async function depth(linear: LinearOptions): Promise<number> {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ cells: [8, 8], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d: 500, poissonRatio: 0.3 }),
				arealDensity: 0.2,
			},
		),
	);
	sheet.pin(sheet.corners("top"));
	const tight = { tolerance: 1e-10, linearTolerance: 1e-10 };
	const simulation = await simulate(scene, { ...tight, linear });
	await simulation.run({ steps: 5 });
	return simulation.positions(sheet)[1];
}

const sheet = (n: number) => () =>
	cloth.grid(
		{ cells: [n, n] },
		{
			membrane: trbs({ youngModulus2d: 500, poissonRatio: 0.3 }),
			arealDensity: 0.2,
		},
	);

const box =
	(
		cells: readonly [number, number, number],
		law: typeof stableNeoHookean | typeof stableNeoHookeanHexahedra,
	) =>
	() =>
		solid.box(
			{ cells },
			{
				solid: law({ youngModulus: 1e5, poissonRatio: 0.3 }),
				density: 1000,
			},
		);

describe("linear solvers", () => {
	test("have names of their own, meanings, and options that have them too", () => {
		const names = linearSolvers.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		for (const { meaning, options } of linearSolvers) {
			expect(meaning).toMatch(/^[A-Z].*\.$/);
			for (const [name, option] of Object.entries(options)) {
				expect(option.meaning).toMatch(/^[A-Z].*\.$/);
				expect(linearOptions[name]).toBe(option);
				if (option.kind === "choice")
					expect(Object.keys(option.values)).toContain(option.default);
			}
		}
	});

	test("come to the same motion, with each of their options", async () => {
		const expected = await depth({ method: "direct" });
		for (const { name, options } of linearSolvers) {
			const choices = Object.entries(options).flatMap(([option, definition]) =>
				definition.kind === "choice"
					? Object.keys(definition.values).map((value) => ({ [option]: value }))
					: [],
			);
			for (const choice of [{}, ...choices])
				expect(await depth({ method: name, ...choice })).toBeCloseTo(
					expected,
					9,
				);
		}
	});

	test.each(linearSolvers.map(({ name }) => [name]))(
		"%s is refused options that others have",
		async (method) => {
			const own = linearSolvers.find(({ name }) => name === method)?.options;
			for (const [name, option] of Object.entries(linearOptions))
				if (!(name in (own ?? {})))
					await expect(
						depth({ method, [name]: option.default }),
					).rejects.toThrow(
						`but the method '${method}' has none; leave it out, or choose `,
					);
		},
	);

	test.each([
		["a small sheet", sheet(12), "direct"],
		["a sheet", sheet(40), "direct"],
		["a large sheet", sheet(80), "multigrid"],
		["a long rod", box([300, 1, 1], stableNeoHookean), "direct"],
		["a short block", box([12, 12, 12], stableNeoHookean), "multigrid"],
		["hexahedra", box([40, 8, 8], stableNeoHookeanHexahedra), "multigrid"],
	] as const)(
		"auto takes what costs less, in steps and statics: %s",
		async (_, body, method) => {
			const scene = new Scene();
			scene.add(body());
			const simulation = await simulate(scene);
			for (const task of ["steps", "statics"] as const)
				expect(simulation.linearMethod(task)).toBe(method);
		},
	);

	test("take defaults for what is given as undefined", async () => {
		const given = { method: undefined, operator: undefined };
		expect(await depth(given as never)).toBe(await depth({}));
	});
});
