import { describe, test } from "vitest";
import { registry } from "../../src/models/registry.ts";
import { modelChecks } from "../../src/testing/index.ts";

/**
 * Laws and elements are composed, and those of twenty nodes take twenty seconds each: every law goes through the battery on the other elements, and these
 * laws on all.
 */
const onAll = ["stvk", "stable-neo-hookean", "fibre-reinforced"];
const isTried = ({ domain, name }: (typeof registry)[number]) =>
	domain !== "quadratic-hexahedron" ||
	onAll.some((law) => name === `${law}-quadratic-hexahedra`);

for (const model of registry.filter(isTried))
	describe(model.name, () => {
		for (const check of modelChecks(model)) test(check.name, check.run);
	});
