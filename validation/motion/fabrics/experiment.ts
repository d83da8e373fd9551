import {
	type Experiment,
	exact,
	type Figure,
	type Form,
	type Row,
	told,
	type XySeries,
} from "../../experiment.ts";
import { track } from "../track.ts";
import { type FabricName, type Hold, holds, hung, sheet } from "./hung.ts";
import { type HungMotion, hungMotions } from "./reference.ts";

const colors: Readonly<Record<FabricName, string>> = {
	...{ silk: "#c0392b", cotton: "#3a8f4d" },
	...{ denim: "#1f6fb4", jersey: "#8a4fa3" },
};

const inForm: Readonly<Record<Form, (motion: HungMotion) => boolean>> = {
	short: ({ name, hold }) =>
		(name === "silk" && hold === "corners") ||
		(name === "denim" && hold === "edge"),
	full: () => true,
};

const quantities = ["height", "offset"] as const;
type Quantity = (typeof quantities)[number];

interface Hung {
	readonly reference: HungMotion;
	readonly measured: Readonly<Record<Quantity, readonly number[]>>;
}

async function measuredOf(reference: HungMotion): Promise<Hung> {
	const { scene, measure } = hung(reference.name, reference.hold);
	const samples = await track(scene, sheet.seconds, measure);
	return {
		reference,
		measured: {
			height: samples.map(({ value }) => value.height),
			offset: samples.map(({ value }) => value.offset),
		},
	};
}

const expectedOf = ({ reference }: Hung, quantity: Quantity) =>
	quantity === "height" ? reference.heights : reference.offsets;

function rowsOf(one: Hung): Row[] {
	const { name, hold, until } = one.reference;
	const source = `midpoint rule, 9,600 steps a second; references part at ${until.toFixed(2)} s`;
	const count = Math.round(until * sheet.rate) + 1;
	/** Largest difference within so many measurements, over the size of the sheet. */
	const off = (quantity: Quantity, within: number) =>
		Math.max(
			...expectedOf(one, quantity)
				.slice(0, within)
				.map((value, i) => Math.abs(one.measured[quantity][i] - value)),
		) / sheet.size;
	return quantities.flatMap((quantity) => [
		exact(
			`${name} by its ${hold}: mean ${quantity} off over the size, until ${until.toFixed(2)} s`,
			off(quantity, count),
			{ atMost: 0.02, source },
		),
		told(
			`${name} by its ${hold}: mean ${quantity} off over the size, until ${sheet.seconds} s`,
			off(quantity, Number.POSITIVE_INFINITY),
			{ source: "references differ as well by then" },
		),
	]);
}

function plotOf(
	found: readonly Hung[],
	hold: Hold,
	quantity: Quantity,
): Figure {
	const points = (values: readonly number[]) =>
		values.map((value, i) => [i / sheet.rate, 1000 * value] as const);
	const shown = found.filter(({ reference }) => reference.hold === hold);
	const series = shown.flatMap((one): XySeries[] => {
		const { name, until } = one.reference;
		const color = colors[name];
		const expected = points(expectedOf(one, quantity));
		const parting = Math.round(until * sheet.rate) + 1;
		return [
			{ name, color, style: "line", points: expected.slice(0, parting) },
			{
				...{ name: `${name}, parted`, color, style: "line", dashes: "3 4" },
				points: expected.slice(parting - 1),
			},
			{
				...{ name: `${name}, simulated`, color, style: "points" },
				points: points(one.measured[quantity]).filter((_, i) => i % 3 === 0),
			},
		];
	});
	return {
		kind: "plot",
		title: `Hung by ${hold === "edge" ? "an edge" : "two corners"}: mean ${quantity}`,
		...{ xLabel: "time [s]", yLabel: `${quantity} [mm]`, series },
	};
}

export const hungFabrics: Experiment = {
	id: "motion/fabrics",
	paper: "motion with default settings",
	figure: "sheets that are let go",
	title: "Fabrics that hang and swing",
	setup:
		"Sheets of 0.5 m of silk, cotton, denim and jersey, 11 by 11 vertices, are held by an edge or two corners and let go level. Mean heights and mean distances from what holds them are compared with a reference of second order. That ends when references part by 0.5 % of the size. All settings are defaults.",
	run: async (form) => {
		const found: Hung[] = [];
		for (const reference of hungMotions.filter(inForm[form]))
			found.push(await measuredOf(reference));
		return {
			rows: found.flatMap(rowsOf),
			figures: holds.flatMap((hold) =>
				quantities.map((quantity) => plotOf(found, hold, quantity)),
			),
		};
	},
};
