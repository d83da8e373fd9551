import { describe, test } from "vitest";
import { registry } from "../../src/models/registry.ts";
import { modelChecks } from "../../src/testing/index.ts";

for (const model of registry)
	describe(model.name, () => {
		for (const check of modelChecks(model)) test(check.name, check.run);
	});
