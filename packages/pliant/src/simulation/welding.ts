/** From seams that have closed to nodes that are one. */
import type { BuiltScene } from "../scene/build.ts";
import type { Stage } from "./stage.ts";

/** Goes on in a scene whose seams are welded, if they have closed by now and nothing is in the way of the last of it; says whether they have. */
export function weldIfClosed(from: Stage, to: Stage): boolean {
	const { seams, state } = from.scene;
	// Not a bit before, for rounding of a sum of steps.
	if (!seams || state.time < seams.seconds * (1 - 1e-9) || !seams.isClosed)
		return false;
	const joined = jointState(from.scene);
	if (!canJoin(from.scene, joined.x)) return false;
	to.stepState.continueFrom(from.stepState);
	to.scene.state.x.array.set(joined.x);
	to.scene.state.v.array.set(joined.v);
	for (const range of to.scene.ranges)
		for (const [node, start] of range.leftNodes()) {
			to.scene.state.x.array.set(start, 3 * node);
			to.scene.state.v.array.fill(0, 3 * node, 3 * node + 3);
		}
	const { contact } = from.scene;
	if (contact) to.scene.contact?.contact.resume(contact.contact.stiffness);
	if (to.control && from.control) to.control.substeps = from.control.substeps;
	to.stepState.framesMoved();
	return isApart(to.scene);
}

/** Whether nothing is crossed from where nodes are to where they are joined; how near things are there is looked at once they are. */
function canJoin({ surfaces, state }: BuiltScene, joined: Float64Array) {
	surfaces?.placePrescribed(state.time);
	return surfaces?.isFree(joined.map((x, i) => x - state.x.array[i])) ?? true;
}

/** Why a seam is not welded though it is overdue, and what helps; undefined before, and where it only waits for others. */
export function whyOpen(
	{ seams, state, surfaces }: BuiltScene,
	seam: string,
): string | undefined {
	if (!seams || state.time < seams.overdue) return undefined;
	const worst = seams.widest(seam);
	const gap = seams.gap(worst);
	const { nodes, closed } = seams.pairs[worst];
	const isOpen = gap > closed;
	if (!isOpen && !seams.isClosed) return undefined;
	const [a, b] = nodes.map((node) =>
		state.x.array.subarray(3 * node, 3 * node + 3),
	);
	const middle = Array.from(a, (x, k) => (x + b[k]) / 2);
	const near = (surfaces?.places(state.time) ?? []).filter(
		({ position }) =>
			Math.hypot(...position.map((x, k) => x - middle[k])) <= gap + closed,
	);
	const names = [...new Set(near.flatMap(({ between }) => between))];
	const who =
		names.length > 0
			? `, where ${names.join(", ")} touch`
			: isOpen
				? ""
				: ", and panels would pass through each other where they are joined";
	return `it is ${(1000 * gap).toPrecision(2)} mm open at [${middle.map((x) => x.toPrecision(3)).join(", ")}]${who}; begin with panels whose sides face each other with nothing between them, give seams more seconds, or take shorter edges`;
}

/** Whether nothing touches too near or passes through. */
function isApart({ surfaces, state }: BuiltScene): boolean {
	if (!surfaces) return true;
	surfaces.moved();
	return (
		surfaces.intersections(state.time).length === 0 &&
		Number.isFinite(surfaces.value())
	);
}

/** All nodes that are sewn together at their centre of mass, or where one of them is held, and as fast as that. */
function jointState({ sewn, state, model, constraints }: BuiltScene): {
	readonly x: Float64Array;
	readonly v: Float64Array;
} {
	const [x, v] = [state.x.array.slice(), state.v.array.slice()];
	const targets = sewn ?? new Uint32Array(0);
	const groups = new Map<number, number[]>();
	for (const [node, target] of targets.entries()) {
		if (target === node) continue;
		const group = groups.get(target) ?? [target];
		groups.set(target, group);
		group.push(node);
	}
	const masses = model.mass.vertexMasses;
	for (const nodes of groups.values()) {
		const held = nodes.filter((node) => constraints.isFixed(node));
		const counted = held.length > 0 ? held : nodes;
		const total = counted.reduce((sum, node) => sum + masses[node], 0);
		for (const values of [x, v]) {
			const mean = [0, 1, 2].map((k) =>
				counted.reduce(
					(sum, node) => sum + (masses[node] / total) * values[3 * node + k],
					0,
				),
			);
			for (const node of nodes) values.set(mean, 3 * node);
		}
	}
	return { x, v };
}
