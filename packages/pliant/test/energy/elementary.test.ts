import { describe, expect, test } from "vitest";
import type { Precision } from "../../src/energy/emit/elementary.ts";
import {
	atan2,
	cos,
	type Expr,
	exp,
	inputs,
	log,
	sin,
} from "../../src/energy/expression.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import { evaluateRows } from "./runWasm.ts";

const [a, b] = inputs("a", 2);
const functions = {
	exp: { e: exp(a), exact: Math.exp },
	log: { e: log(a), exact: Math.log },
	sin: { e: sin(a), exact: Math.sin },
	cos: { e: cos(a), exact: Math.cos },
	atan2: { e: atan2(a, b), exact: Math.atan2 },
} satisfies Record<string, { e: Expr; exact: (...v: number[]) => number }>;
type Name = keyof typeof functions;

/** Distance of the numbers next to a value. */
function ulp(value: number, precision: Precision): number {
	const [digits, lowest] = precision === "f64" ? [52, -1022] : [23, -126];
	const size = Math.abs(value);
	let exponent = Math.floor(Math.log2(size));
	if (2 ** exponent > size) exponent--;
	return 2 ** (Math.max(exponent, lowest) - digits);
}

const toPrecision = (precision: Precision) =>
	precision === "f64" ? (v: number) => v : Math.fround;

/** Values of the kernel beside those of Math, which is good to half a unit in f64 and exact for f32. */
function compare(
	name: Name,
	precision: Precision,
	rows: readonly (readonly number[])[],
) {
	const { e, exact } = functions[name];
	const round = toPrecision(precision);
	const given = rows.map((row) => row.map(round));
	const got = evaluateRows(
		given[0].length === 1 ? [a] : [a, b],
		[e],
		precision,
		given,
	);
	return given.map((row, i) => ({
		row,
		got: got[i],
		exact: (exact as (...v: number[]) => number)(...row),
	}));
}

/** Largest error in units of the last place, and where. */
function worst(
	name: Name,
	precision: Precision,
	rows: readonly (readonly number[])[],
) {
	let found = { error: 0, at: "" };
	for (const { row, got, exact } of compare(name, precision, rows)) {
		if (got === exact) continue;
		const error = Math.abs(got - exact) / ulp(exact, precision);
		if (!(error <= found.error))
			found = { error, at: `${name}(${row}) = ${got}, not ${exact}` };
	}
	return found;
}

const count = 20_000;
const random = createRandom(5);
const unit = () => random() + random() * 2 ** -32;
const uniform = (low: number, high: number) => low + (high - low) * unit();
const logarithmic = (low: number, high: number) =>
	Math.exp(uniform(Math.log(low), Math.log(high)));
const signed = (v: number) => (random() < 0.5 ? -v : v);
const near = (center: number) =>
	center * (1 + signed(logarithmic(1e-16, 1e-3)));

interface Range {
	readonly name: Name;
	readonly range: string;
	/** Limit of the error in units of the last place: the one that elementary.ts states. */
	readonly f64: number;
	readonly f32: number;
	readonly sample: (precision: Precision) => readonly number[];
}

const ranges: readonly Range[] = [
	{
		name: "exp",
		range: "up to overflow and underflow",
		f64: 1.5,
		f32: 1.5,
		sample: (p) => [p === "f64" ? uniform(-745, 709.7) : uniform(-103, 88.7)],
	},
	{
		name: "exp",
		range: "near 0",
		f64: 1.5,
		f32: 1.5,
		sample: () => [signed(logarithmic(1e-20, 1))],
	},
	{
		name: "log",
		range: "all positive numbers, the subnormal ones too",
		f64: 1.5,
		f32: 1.5,
		sample: (p) => [
			p === "f64" ? logarithmic(1e-320, 1.7e308) : logarithmic(1e-44, 3e38),
		],
	},
	{
		name: "log",
		range: "near 1",
		f64: 1.5,
		f32: 1.5,
		sample: () => [1 + signed(logarithmic(1e-16, 0.9))],
	},
	...(["sin", "cos"] as const).flatMap((name): Range[] => [
		{
			name,
			range: "a few turns",
			f64: 2,
			f32: 2,
			sample: () => [uniform(-10, 10)],
		},
		{
			name,
			range: "the stated range",
			f64: 2.5,
			f32: 2.5,
			sample: (p) => {
				const limit = p === "f64" ? 1.6e6 : 1.2e4;
				return [uniform(-limit, limit)];
			},
		},
		{
			name,
			range: "near multiples of a quarter turn",
			f64: 2.5,
			f32: 2.5,
			sample: (p) => {
				const turns = Math.round(uniform(-1, 1) * (p === "f64" ? 1e6 : 7e3));
				return [near((turns * Math.PI) / 2)];
			},
		},
		{
			name,
			range: "near 0",
			f64: 1.5,
			f32: 1.5,
			sample: () => [signed(logarithmic(1e-30, 0.7))],
		},
	]),
	{
		name: "atan2",
		range: "all directions",
		f64: 3,
		f32: 3,
		sample: () => [uniform(-1, 1), uniform(-1, 1)],
	},
	{
		name: "atan2",
		range: "ratios of all sizes",
		f64: 3,
		f32: 3,
		sample: () => [
			signed(logarithmic(1e-15, 1e15)),
			signed(logarithmic(1e-15, 1e15)),
		],
	},
	{
		name: "atan2",
		range: "near the diagonals and where the series changes",
		f64: 3,
		f32: 3,
		sample: () => [
			signed(near(random() < 0.5 ? 1 : Math.tan(Math.PI / 8))),
			signed(1),
		],
	},
];

describe.each(["f64", "f32"] as const)("%s", (precision) => {
	test.each(ranges)("$name, $range", ({ name, sample, ...limits }) => {
		const rows = Array.from({ length: count }, () => sample(precision));
		const { error, at } = worst(name, precision, rows);
		expect(error, at).toBeLessThan(limits[precision]);
	});

	const huge = precision === "f64" ? 1.7e308 : 3.3e38;
	const tiny = precision === "f64" ? 5e-324 : 1e-45;
	const special: Record<Name, number[][]> = {
		exp: [
			[0],
			[-0],
			[Infinity],
			[-Infinity],
			[NaN],
			[tiny],
			[-tiny],
			[huge],
			[-huge],
			...(precision === "f64"
				? [[709.78], [709.79], [-745.13], [-745.14], [-708.4], [-744], [1e4]]
				: [[88.72], [88.73], [-103.9], [-104], [-87.4], [-100], [1e4]]),
		],
		log: [
			[1],
			[0],
			[-0],
			[Infinity],
			[-Infinity],
			[NaN],
			[-1],
			[-tiny],
			[tiny],
			[huge],
			[1 + 2 ** -52],
			[1 - 2 ** -53],
			[Math.SQRT1_2],
			[Math.SQRT2],
			[2],
			[0.5],
		],
		sin: [[0], [-0], [Infinity], [-Infinity], [NaN], [tiny], [-tiny], [1e-8]],
		cos: [[0], [-0], [Infinity], [-Infinity], [NaN], [tiny], [-tiny], [1e-8]],
		atan2: [
			...[-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [y, x])),
			...[tiny, -tiny, huge, -huge].flatMap((y) => [
				[y, 1],
				[y, -1],
				[1, y],
				[-1, y],
				[y, y],
				[y, -y],
			]),
			[huge / 2, -huge],
			[Infinity, 1],
			[-Infinity, 1],
			[1, Infinity],
			[1, -Infinity],
			[-1, -Infinity],
			[NaN, 1],
			[1, NaN],
			[NaN, NaN],
			[0, NaN],
		],
	};

	test.each(Object.keys(special) as Name[])("%s, special values", (name) => {
		const round = toPrecision(precision);
		for (const { row, got, exact } of compare(name, precision, special[name])) {
			const label = `${name}(${row}) = ${got}, not ${exact}`;
			const target = round(exact);
			// The sign of a zero is not promised.
			if (Number.isFinite(target) && target !== 0)
				expect(Math.abs(got - exact), label).toBeLessThanOrEqual(
					3 * ulp(exact, precision),
				);
			else expect(got + 0, label).toBe(target + 0);
		}
	});

	test("the stated exceptions: signs of zeros, two infinities", () => {
		const [minusZero] = compare("atan2", precision, [[-0, -1]]);
		expect(minusZero.got).toBeCloseTo(Math.PI, 6);
		const [infinite] = compare("atan2", precision, [[Infinity, Infinity]]);
		expect(infinite.got).toBeNaN();
	});

	test("beyond the stated range sin and cos lose digits gradually", () => {
		const epsilon = precision === "f64" ? 2 ** -53 : 2 ** -24;
		const rows = Array.from({ length: 1000 }, () => [
			logarithmic(1, 0.01 / epsilon),
		]);
		for (const name of ["sin", "cos"] as const)
			for (const { row, got, exact } of compare(name, precision, rows))
				expect(Math.abs(got - exact)).toBeLessThan(
					2 * epsilon * Math.max(1, row[0]),
				);
	});
});
