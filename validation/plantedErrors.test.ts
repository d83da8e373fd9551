/** A model that is 5 % too stiff turns a row of its paper's experiments red, and so does a headline that is 10 % off. */
import { isRed, type Row } from "@pliant/cli/experiment";
import { type Energy, mul } from "pliant/energy";
import { describe, expect, test, vi } from "vitest";
import type { Experiment } from "./experiment.ts";

const scaled = (energy: Energy, factor: number): Energy =>
	"psi" in energy
		? { ...energy, psi: mul(factor, energy.psi) }
		: mul(factor, energy);

type Formula = (context: unknown) => Energy;
interface Definition {
	readonly name: string;
	readonly energy: Formula;
	readonly positive?: Formula | "exact";
}
interface LawDefinition {
	readonly name: string;
	readonly constants: (material: unknown) => Readonly<Record<string, number>>;
}

const stifferModel = (definition: Definition, factor: number): Definition => {
	const { energy, positive } = definition;
	return {
		...definition,
		energy: (context) => scaled(energy(context), factor),
		...(typeof positive === "function" && {
			positive: (context) => scaled(positive(context), factor),
		}),
	};
};
/** Laws whose energy is linear in their constants. */
const stifferLaw = (
	definition: LawDefinition,
	factor: number,
): LawDefinition => ({
	...definition,
	constants: (material) =>
		Object.fromEntries(
			Object.entries(definition.constants(material)).map(([name, c]) => [
				name,
				factor * c,
			]),
		),
});

/** All modules that are imported from now on see the model as if its file had the error. */
function plant(model: string, factor: number): void {
	const planted =
		<D extends { readonly name: string }>(
			make: (definition: D) => unknown,
			stiffer: (definition: D, factor: number) => D,
		) =>
		(definition: D) =>
			make(
				definition.name === model ? stiffer(definition, factor) : definition,
			);
	vi.resetModules();
	vi.doMock(
		"../packages/pliant/src/models/elementModel.ts",
		async (original) => {
			const module = await original<{
				elementModel: (definition: Definition) => unknown;
			}>();
			return {
				...module,
				elementModel: planted(module.elementModel, stifferModel),
			};
		},
	);
	vi.doMock(
		"../packages/pliant/src/models/solid/solidLaw.ts",
		async (original) => {
			const module = await original<{
				solidLaw: (definition: LawDefinition) => unknown;
			}>();
			return { ...module, solidLaw: planted(module.solidLaw, stifferLaw) };
		},
	);
}

interface Case {
	readonly paper: string;
	/** By the name that scenes call it. */
	readonly model: string;
	readonly experiments: () => Promise<readonly Experiment[]>;
	/** The quantity that the paper is about. */
	readonly headline: string;
}

const cases: readonly Case[] = [
	{
		paper: "Delingette",
		model: "trbs",
		experiments: async () => [
			(await import("./delingette/compression-vs-poisson/experiment.ts"))
				.compressionVsPoisson,
		],
		headline: "TRBS, ν = 0.3: difference to linear [%]",
	},
	{
		paper: "Gilles",
		model: "stvk",
		experiments: async () => [
			(await import("./gilles/extension/experiment.ts")).extension,
		],
		headline: "5 frames: force at e = 1, over E times the section",
	},
	{
		paper: "Volino",
		model: "linear-bending",
		experiments: async () => [
			(await import("./volino/momentum/experiment.ts")).momentum,
		],
		headline: "eq. 9: a third of l μ γ [N·m]",
	},
	{
		paper: "Van Gelder",
		model: "van-gelder",
		experiments: async () => [
			(await import("./vangelder/hexagon/experiment.ts")).hexagon,
			(await import("./vangelder/impossibility/experiment.ts")).impossibility,
		],
		headline: "irregular interiors, eq. 29, +50 %: unevenness [%]",
	},
];

async function rowsOf({ experiments }: Case): Promise<Row[]> {
	const rows: Row[] = [];
	for (const { run } of await experiments())
		rows.push(...(await run("short")).rows);
	return rows;
}

// Before anything is planted, since all modules are loaded again for each error.
describe.each(cases)("$paper", (one) => {
	test(`10 % more or less of: ${one.headline}`, async () => {
		const rows = await rowsOf(one);
		expect(rows.filter(isRed)).toEqual([]);
		const row = rows.find((row) => row.quantity === one.headline) as Row;
		for (const factor of [0.9, 1.1])
			expect(isRed({ ...row, measured: factor * row.measured })).toBe(true);
	});
});

describe.each(cases)("$paper", (one) => {
	test(`${one.model} with 5 % too much stiffness`, async () => {
		plant(one.model, 1.05);
		expect((await rowsOf(one)).filter(isRed)).not.toEqual([]);
	});
});
