import { isObject, requireThat } from "../checks.ts";
import type { DomainName } from "../models/domain.ts";
import type { AppliedModel } from "../models/elementModel.ts";

/** Refuses what is no model with its parameters. */
export function requireModel(role: string, use: unknown): void {
	const { model } = (isObject(use) ? use : {}) as Partial<AppliedModel>;
	requireThat(
		typeof model?.domain === "string",
		role,
		use,
		"a model, such as trbs({ youngModulus2d, poissonRatio })",
	);
}

/** Refuses a model whose elements are not those of its role. */
export function requireDomain(
	role: string,
	use: AppliedModel,
	allowed: readonly DomainName[],
): void {
	requireModel(role, use);
	const { name, domain } = use.model;
	if (!allowed.includes(domain))
		throw new Error(
			`${role}: '${name}' is a model of ${domain} elements; take one of ${allowed.join(" or ")} elements`,
		);
}
