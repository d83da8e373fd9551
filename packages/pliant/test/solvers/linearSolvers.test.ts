import { describe, expect, test } from "vitest";
import {
	cloth,
	collider,
	morleyBending,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
	stableNeoHookeanHexahedra,
	trbs,
} from "../../src/index.ts";
import { graded, grid } from "../../src/mesh/index.ts";
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
	const tight = { substeps: 1, tolerance: 1e-10, linearTolerance: 1e-10 };
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

/** Fabric that lies down on a ball. */
function draped(youngModulus2d: number) {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ cells: [28, 28], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d, poissonRatio: 0.3 }),
				bending: morleyBending({ bendingRigidity: 1e-5, poissonRatio: 0.3 }),
				arealDensity: 0.1,
			},
		),
	);
	sheet.place((x, _, z) => [x - 0.5, 0.31, z - 0.5]);
	scene.collide(collider.sphere({ radius: 0.3 }));
	return { scene, sheet };
}

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

	test.each(["assembled", "matrix-free"] as const)(
		"conjugate gradients without a preconditioner find the same statics of a sheet that slides, in more iterations: %s",
		async (operator) => {
			const hanging = async (linear: LinearOptions) => {
				const scene = new Scene();
				// Triangles of different sizes, so that scales differ between vertices.
				const body = cloth.mesh(graded(grid({ cells: [12, 12] })), {
					membrane: trbs({ youngModulus2d: 50, poissonRatio: 0.3 }),
					arealDensity: 0.2,
				});
				scene.add(body);
				body.slide("all", { plane: [0, 0, 1] });
				body.slide(body.group("top"), { line: [1, 0, 0] });
				body.pin(body.corners("top").subarray(0, 1));
				const simulation = await simulate(scene, { linear });
				const { linearIterations, stable } = simulation.solveStatics({
					tolerance: 1e-10,
				});
				expect(stable).toBe(true);
				return { x: simulation.positions(body).slice(), linearIterations };
			};
			const method = "conjugate-gradient";
			const [none, jacobi] = [
				await hanging({ method, operator, preconditioner: "none" }),
				await hanging({ method, operator }),
			];
			for (const [i, value] of none.x.entries())
				expect(value).toBeCloseTo(jacobi.x[i], 8);
			expect(none.linearIterations).toBeGreaterThan(jacobi.linearIterations);
		},
	);

	test.each(linearSolvers.map(({ name }) => [name]))(
		"%s solves statics of a stiff sheet that slides along a slope",
		async (method) => {
			const scene = new Scene();
			const body = scene.add(
				cloth.mesh(graded(grid({ cells: [12, 12] })), {
					membrane: trbs({ youngModulus2d: 5000, poissonRatio: 0.3 }),
					arealDensity: 0.2,
				}),
			);
			const slope = [1, 0.2, 0] as const;
			body.slide("all", { plane: [0, 0, 1] });
			body.slide(body.group("top"), { line: slope });
			body.pin(body.corners("top").subarray(0, 1));
			const simulation = await simulate(scene, { linear: { method } });
			const { iterations, stable } = simulation.solveStatics({
				tolerance: 1e-10,
			});
			expect(stable).toBe(true);
			expect(iterations).toBeLessThan(10);
			const x = simulation.positions(body);
			for (const v of body.group("top")) {
				const [along, across] = [0, 1].map(
					(k) => x[3 * v + k] - body.mesh.positions[3 * v + k],
				);
				expect(across).toBeCloseTo((slope[1] / slope[0]) * along, 9);
			}
		},
	);

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
		[
			"a short block",
			box([12, 12, 12], stableNeoHookean),
			"conjugate-gradient",
		],
		[
			"hexahedra",
			box([40, 8, 8], stableNeoHookeanHexahedra),
			"conjugate-gradient",
		],
	] as const)(
		"auto takes what costs less where tolerances are tight: %s",
		async (_, body, method) => {
			const scene = new Scene();
			scene.add(body()).pin([0]);
			const simulation = await simulate(scene, {
				substeps: 1,
				newtonIterations: 1,
				linearTolerance: 1e-4,
			});
			simulation.step();
			expect(simulation.linearMethod("steps")).toBe(method);
		},
	);

	test("auto factors while iterations would take more work, also from a checkpoint on", async () => {
		const [whole, resumed] = [draped(11e6), draped(11e6)];
		// Systems of long substeps are hard.
		const long = { substeps: 1 };
		const simulation = await simulate(whole.scene, long);
		expect(simulation.linearMethod("steps")).toBe("conjugate-gradient");
		const other = await simulate(resumed.scene, long);
		for (let i = 0; i < 20; i++) {
			simulation.step();
			if (simulation.linearMethod("steps") === "direct") break;
		}
		expect(simulation.linearMethod("steps")).toBe("direct");
		other.restore(simulation.checkpoint());
		for (const each of [simulation, other]) each.step();
		expect(other.linearMethod("steps")).toBe("direct");
		expect(other.positions(resumed.sheet)).toEqual(
			simulation.positions(whole.sheet),
		);
	});

	test.each([7.5e2, 50])(
		"auto stays with iterations where these are few: %d N/m",
		async (youngModulus2d) => {
			const { scene } = draped(youngModulus2d);
			const simulation = await simulate(scene);
			for (let i = 0; i < 15; i++) simulation.step();
			expect(simulation.linearMethod("steps")).toBe("conjugate-gradient");
		},
	);

	test.each([1, 3])(
		"an incomplete factor takes a half of block Jacobi's iterations or less, to the same solution, in %d chunks",
		async (chunks) => {
			const rows = 2048 * chunks - 1000;
			const cells = [
				Math.round(Math.sqrt(rows) - 1),
				Math.round(Math.sqrt(rows) - 1),
			] as const;
			const solved = async (preconditioner: "block-jacobi" | "incomplete") => {
				const scene = new Scene({ gravity: [0, -9.81, 2] });
				const body = scene.add(
					cloth.grid(
						{ cells, plane: "xz" },
						{
							membrane: trbs({ youngModulus2d: 5e3, poissonRatio: 0.3 }),
							bending: morleyBending({ bendingRigidity: 1e-3 }),
							arealDensity: 0.1,
						},
					),
				);
				body.pin(body.corners("top"));
				body.slide(body.group("bottom"), { plane: [0, 1, 0.3] });
				const simulation = await simulate(scene, {
					timeStep: 1 / 200,
					substeps: 1,
					newtonIterations: 1,
					linearTolerance: 1e-8,
					linear: { method: "conjugate-gradient", preconditioner },
				});
				const { linearIterations } = simulation.step();
				return { linearIterations, x: simulation.positions(body) };
			};
			const [jacobi, incomplete] = [
				await solved("block-jacobi"),
				await solved("incomplete"),
			];
			for (const [i, x] of incomplete.x.entries())
				expect(Math.abs(x - jacobi.x[i])).toBeLessThan(1e-9);
			expect(incomplete.linearIterations).toBeLessThan(
				jacobi.linearIterations / 2,
			);
		},
	);

	test("an incomplete factor needs a matrix", async () => {
		await expect(
			depth({
				method: "conjugate-gradient",
				operator: "matrix-free",
				preconditioner: "incomplete",
			}),
		).rejects.toThrow("there is no matrix to factor");
	});

	test("take defaults for what is given as undefined", async () => {
		const given = { method: undefined, operator: undefined };
		expect(await depth(given as never)).toBe(await depth({}));
	});
});
