import {
	createEigenWorkspace,
	decomposeSymmetric,
} from "../system/symmetricEigen.ts";
import type { Stage } from "./stage.ts";

/** What rounding leaves of forces that balance. */
const balanced = 1e-9;
/** Colliders are looked for within so many times the size of the scene. */
const farAway = 1e4;
/** Of what is moved by the size of the scene, forces that change by less are the same. */
const unchanged = 1e-6;

/**
 * Refuses statics of what nothing holds against its loads, since Newton would take long to find out: of nodes that hang together, which can go where their
 * loads pull them, meet nothing on the way, and are pulled on as much from there.
 *
 * To be called when the potential has begun.
 */
export function checkHeld(
	{ scene, potential, forces }: Pick<Stage, "scene" | "potential" | "forces">,
	loadFactor: number,
): void {
	const { model, contact, surfaces, state } = scene;
	// Meshes that are colliders may catch what falls.
	if (surfaces?.hasPrescribed) return;
	const start = state.x.array.slice();
	const way = new Float64Array(start.length);
	potential.fullGradient(forces);
	const here = forces.array.slice();
	for (const nodes of surfaces ? [everything(scene)] : groups(scene)) {
		const direction = unheldForce(scene, nodes, here);
		const force = Math.hypot(...direction);
		if (force === 0) continue;
		way.fill(0);
		for (const node of nodes)
			for (let k = 0; k < 3; k++)
				way[3 * node + k] = (model.size * direction[k]) / force;
		const far = way.map((d) => farAway * d);
		if (contact && contact.limit(far) < 1) continue;
		for (let i = 0; i < start.length; i++) state.x.array[i] = start[i] + way[i];
		potential.fullGradient(forces);
		state.x.array.set(start);
		const there = sum(nodes, forces.array);
		const left = direction.reduce((dot, f, k) => dot - f * there[k], 0);
		if (Math.abs(left / force ** 2 - 1) > unchanged) continue;
		const total = direction.map((f) => (f / loadFactor).toPrecision(3));
		throw new Error(
			`statics: ${labelOf(scene, nodes[0])} has no equilibrium: its loads add up to [${total.join(", ")}] N${isFree(scene, nodes) ? "" : " along where it slides"}, and nothing holds it; pin vertices, tie it to something, or take steps`,
		);
	}
	potential.fullGradient(forces);
}

type Scene = Stage["scene"];

/** Nodes that are points in space: turns of frames are not. */
function isPoint({ frames }: Scene, node: number): boolean {
	return !frames || node < frames.first || (node - frames.first) % 2 === 0;
}

const everything = (scene: Scene): number[] =>
	Array.from({ length: scene.model.pattern.rows }, (_, node) => node).filter(
		(node) => isPoint(scene, node),
	);

/** Nodes that elements, frames or attachments couple with each other. */
function groups(scene: Scene): number[][] {
	const { rows, rowStart, columns } = scene.model.pattern;
	const seen = new Uint8Array(rows);
	const found: number[][] = [];
	for (let first = 0; first < rows; first++) {
		if (seen[first]) continue;
		seen[first] = 1;
		const nodes = [first];
		for (const node of nodes)
			for (let k = rowStart[node]; k < rowStart[node + 1]; k++)
				if (!seen[columns[k]]) {
					seen[columns[k]] = 1;
					nodes.push(columns[k]);
				}
		found.push(nodes.filter((node) => isPoint(scene, node)));
	}
	return found;
}

const sum = (
	nodes: readonly number[],
	of: Float64Array,
): [number, number, number] => {
	const total: [number, number, number] = [0, 0, 0];
	for (const node of nodes)
		for (let k = 0; k < 3; k++) total[k] += of[3 * node + k];
	return total;
};

/** The force [N] on nodes along those directions in which none of them is held; zero where it is nothing but rounding. */
function unheldForce(
	{ constraints }: Scene,
	nodes: readonly number[],
	gradient: Float64Array,
): number[] {
	// Of directions in which nodes are held: Σ (I − S).
	const held = new Float64Array(9);
	let size = 0;
	for (const node of nodes) {
		for (let k = 0; k < 3; k++) size += Math.abs(gradient[3 * node + k]);
		const S = constraints.projector(node);
		for (let j = 0; S && j < 9; j++) held[j] += (j % 4 === 0 ? 1 : 0) - S[j];
	}
	const eigen = createEigenWorkspace(3);
	decomposeSymmetric(held, 3, eigen);
	const total = sum(nodes, gradient);
	const force = [0, 0, 0];
	for (const [i, value] of eigen.values.entries()) {
		if (value > balanced) continue;
		const axis = eigen.vectors.subarray(3 * i, 3 * i + 3);
		const part = axis.reduce((dot, a, k) => dot - a * total[k], 0);
		for (let k = 0; k < 3; k++) force[k] += part * axis[k];
	}
	return Math.hypot(...force) > balanced * size ? force : [0, 0, 0];
}

const isFree = ({ constraints }: Scene, nodes: readonly number[]): boolean =>
	nodes.every((node) => !constraints.projector(node));

const labelOf = ({ ranges, frameRanges }: Scene, node: number): string =>
	(
		ranges.find((range) => range.has(node)) ??
		frameRanges.find((range) => range.has(node))
	)?.body.label ?? "the scene";
