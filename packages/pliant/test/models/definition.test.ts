import { elementModel, positive } from "pliant";
import { lengthSquared, mul } from "pliant/energy";
import { expect, test } from "vitest";

test("an energy that is not invariant under translation is refused", () => {
	expect(() =>
		elementModel({
			name: "anchor",
			about: "Pulls to the origin.",
			domain: "edge",
			material: {
				stiffness: positive({ unit: "N/m", meaning: "stiffness", typical: 1 }),
			},
			rest: ({ material }) => ({ k: material.stiffness }),
			energy: ({ x: [a], k }) => mul(k, lengthSquared(a)),
		}),
	).toThrow(/model 'anchor': its energy changes when all nodes move together/);
});
