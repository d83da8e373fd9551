/** Errors that are planted in bricks turn rows of their experiments red. */
import { isRed } from "@pliant/cli/experiment";
import { afterEach, expect, test, vi } from "vitest";
import type { Experiment } from "./experiment.ts";

afterEach(() => {
	vi.doUnmock("pliant/models");
});

const factor = { stiffness: 1, springs: 1 };

/** The experiment with models that are off by factors. */
async function failuresOf(
	load: () => Promise<Record<string, Experiment>>,
	planted: Partial<typeof factor>,
): Promise<number> {
	const { stiffness, springs } = { ...factor, ...planted };
	vi.resetModules();
	vi.doMock("pliant/models", async (original) => {
		const models = await original<typeof import("pliant/models")>();
		const stiffer = <M extends { readonly youngModulus: number }>(m: M): M => ({
			...m,
			youngModulus: stiffness * m.youngModulus,
		});
		return {
			...models,
			brick: new Proxy(models.brick, {
				apply: (model, _, [material]) => model(stiffer(material)),
				get: (model, key) =>
					key === "restNumbers"
						? (
								...[X, material, sample]: Parameters<typeof model.restNumbers>
							) => model.restNumbers(X, stiffer(material as never), sample)
						: Reflect.get(model, key),
			}),
			bodyDiagonalSprings: (
				...given: Parameters<typeof models.bodyDiagonalSprings>
			) => {
				const { edges, ...others } = models.bodyDiagonalSprings(...given);
				return { ...others, edges: edges.map((k) => springs * k) };
			},
		};
	});
	const [experiment] = Object.values(await load());
	const { rows } = await experiment.run("short");
	return rows.filter(isRed).length;
}

const moduli = () => import("./baudet/moduli/experiment.ts");
const tension = () => import("./baudet/tension-young/experiment.ts");

test("5 % in the stiffness of bricks: their moduli are red", async () => {
	expect(await failuresOf(moduli, {})).toBe(0);
	expect(await failuresOf(moduli, { stiffness: 1.05 })).toBeGreaterThan(0);
});

test("10 % in the springs along edges: Fig. 7 is red", async () => {
	expect(await failuresOf(tension, {})).toBe(0);
	expect(await failuresOf(tension, { springs: 1.1 })).toBeGreaterThan(0);
}, 60_000);
