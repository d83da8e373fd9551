import { expect, test } from "vitest";
import { parseNumber } from "../../src/meshes/parts/parseNumber.ts";

const parse = (text: string) => {
	const bytes = new TextEncoder().encode(` ${text} `);
	return parseNumber(bytes, 1, bytes.length - 1);
};

test("numbers come out as those of JavaScript, to the last bit", () => {
	let state = 1;
	const random = () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
	for (let i = 0; i < 20_000; i++) {
		const value = (random() - 0.5) * 10 ** Math.floor(random() * 60 - 30);
		const texts = [
			String(value),
			value.toFixed(6),
			value.toExponential(17),
			value.toPrecision(1 + Math.floor(random() * 20)),
			String(Math.round(value)),
		];
		for (const text of texts)
			expect([text, parse(text)]).toEqual([text, Number(text)]);
	}
});

test.each([
	["+1.5", 1.5],
	["-.5", -0.5],
	["5.", 5],
	["1E+2", 100],
	["-0", -0],
	["1e400", Number.POSITIVE_INFINITY],
	["1e-400", 0],
	["00012", 12],
	["9007199254740993", 9007199254740992],
	["-Inf", Number.NEGATIVE_INFINITY],
	["NaN", Number.NaN],
])("%s is a number", (text, value) => {
	expect(parse(text)).toBe(value);
});

test.each([
	"",
	"-",
	".",
	"e5",
	"1e",
	"1e+",
	"1.2.3",
	"0x10",
	"1_0",
	"1,5",
	"--1",
	"1a",
	"toString",
])('"%s" is none', (text) => {
	expect(parse(text)).toBeUndefined();
});
