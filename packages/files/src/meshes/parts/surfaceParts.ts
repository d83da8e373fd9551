/** Parts of a surface that look or are named differently. */
import type { Mesh } from "pliant/mesh";
import type { Look } from "../meshFormat.ts";

export interface SurfacePart {
	/** Three vertices each. */
	readonly triangles: Uint32Array;
	readonly group?: string;
	readonly look?: Look;
}

/** More parts than that would be drawn one by one for long; then looks alone make parts, or nothing does. */
const mostParts = 64;

/**
 * Parts by looks and, where there are none, by groups. A triangle is in a group when all its vertices are, and belongs to the smallest of those: what is on the border
 * of a large group is in that as well.
 */
export function surfaceParts(
	{ groups }: Pick<Mesh, "groups">,
	triangles: Uint32Array,
	looks: readonly Look[],
): readonly SurfacePart[] {
	const named = (names: readonly string[]) =>
		names
			.filter((name) => Object.hasOwn(groups, name))
			.sort((a, b) => groups[a].length - groups[b].length);
	const ofLooks = named(looks.map(({ group }) => group));
	const others = looks.length > 0 ? [] : named(Object.keys(groups));
	const names = [ofLooks, others].find(
		({ length }) => length > 0 && length < mostParts,
	);
	if (!names) return [{ triangles }];
	const part = new Int32Array(triangles.length / 3).fill(names.length);
	for (const [i, name] of names.entries()) {
		const members = new Set(groups[name]);
		for (let t = 0; t < part.length; t++)
			if (
				part[t] === names.length &&
				members.has(triangles[3 * t]) &&
				members.has(triangles[3 * t + 1]) &&
				members.has(triangles[3 * t + 2])
			)
				part[t] = i;
	}
	return [...names, undefined].flatMap((group, i) => {
		const own = triangles.filter(
			(_, corner) => part[Math.floor(corner / 3)] === i,
		);
		const look = looks.find((one) => one.group === group);
		return own.length === 0
			? []
			: [{ triangles: own, ...(group && { group }), ...(look && { look }) }];
	});
}
