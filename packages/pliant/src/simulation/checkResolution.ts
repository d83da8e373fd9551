import type { BuiltScene } from "../scene/build.ts";

/** What gravity does in a step must be so many times the rounding of positions. */
const resolved = 1e3;

/** Steps so short that positions cannot tell what gravity does in them would leave it out. */
export function checkResolution(
	{ state, model }: Pick<BuiltScene, "state" | "model">,
	timeStep: number,
): void {
	const gravity = Math.hypot(...model.gravity);
	if (gravity === 0) return;
	let farthest = 0;
	const x = state.x.array;
	for (let i = 0; i < x.length; i++)
		farthest = Math.max(farthest, Math.abs(x[i]));
	const shortest = Math.sqrt((resolved * Number.EPSILON * farthest) / gravity);
	if (timeStep < shortest)
		throw new Error(
			`simulate: timeStep is ${timeStep} s, in which gravity moves things by less than positions ${farthest.toPrecision(2)} m from the origin can tell; take ${shortest.toPrecision(2)} s or more, place the bodies nearer to the origin, or take symplectic-euler`,
		);
}
