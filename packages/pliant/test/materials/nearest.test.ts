import { describe, expect, test } from "vitest";
import { nearest } from "../../src/index.ts";

const names = ["silk", "silicone", "milk", "denim", "steel-cable", "cotton"];

describe("nearest names", () => {
	for (const [typed, expected] of [
		["silk", ["silk", "milk"]],
		["slik", ["silk"]],
		["Silk", ["silk", "milk"]],
		["sillk", ["silk"]],
		["cotten", ["cotton"]],
		["cable", ["steel-cable"]],
		["silicones", ["silicone"]],
		["xyzzy", []],
		["", []],
	] as const)
		test(`'${typed}'`, () => expect(nearest(typed, names)).toEqual(expected));

	test("gives as many as asked for, nearest first", () => {
		const many = ["aaaaab", "aaaaaa", "aaaabb"];
		expect(nearest("aaaaaa", many, 2)).toEqual(["aaaaaa", "aaaaab"]);
	});
});
