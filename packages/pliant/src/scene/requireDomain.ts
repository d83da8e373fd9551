import type { DomainName } from "../models/domain.ts";
import type { AppliedModel } from "../models/elementModel.ts";

/** Refuses a model whose elements are not those of its role. */
export function requireDomain(
	role: string,
	use: AppliedModel,
	allowed: readonly DomainName[],
): void {
	const { name, domain } = use.model;
	if (!allowed.includes(domain))
		throw new Error(
			`${role}: '${name}' is a model of ${domain} elements; take one of ${allowed.join(" or ")} elements`,
		);
}
