import { describe, expect, test } from "vitest";
import { UnknownNameError } from "../src/index.ts";

const names = ["silk", "silicone", "milk", "denim", "steel-cable", "cotton"];

describe("an unknown name", () => {
	for (const [typed, expected] of [
		["slik", ["silk"]],
		["Silk", ["silk", "milk"]],
		["sillk", ["silk"]],
		["cotten", ["cotton"]],
		["cable", ["steel-cable"]],
		["silicones", ["silicone"]],
		["rubber-cable", ["steel-cable"]],
		["xyzzy", []],
		["", []],
	] as const)
		test(`'${typed}' is answered with those like it`, () => {
			const error = new UnknownNameError("material", typed, names);
			expect(error.given).toBe(typed);
			expect(error.suggestions).toEqual(expected);
		});

	test("is answered with three at most, the nearest first", () => {
		const many = ["aaaabb", "aaaaab", "aabaab", "aabbaa", "aaaaaa"];
		expect(new UnknownNameError("name", "aaaaaa", many).suggestions).toEqual([
			"aaaaaa",
			"aaaaab",
			"aaaabb",
		]);
	});

	test.each([
		[
			"slik",
			names,
			`there is no fabric 'slik'; did you mean 'silk'? There are ${names.join(", ")}`,
		],
		[
			"Silk",
			[...names, ..."abcdefgh"],
			"there is no fabric 'Silk'; did you mean 'silk' or 'milk'?",
		],
		["xyzzy", ["silk"], "there is no fabric 'xyzzy'; there are silk"],
	])(
		"'%s' is refused in one sentence with the remedy",
		(typed, known, message) => {
			const error = new UnknownNameError("fabric", typed, known);
			expect(error.message).toBe(message);
			expect(error.name).toBe("UnknownNameError");
		},
	);
});
