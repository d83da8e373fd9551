/** The triangles of a glTF over time: its nodes are moved, its skins follow their joints, and its shapes are blended, as one of its animations says. */
import { FileError } from "../../fileError.ts";
import type { MeshSource } from "../meshFormat.ts";
import { readAccessor } from "./accessors.ts";
import { GltfAnimation, type NodeValues } from "./gltfAnimation.ts";
import { entry, type GltfPrimitive } from "./gltfJson.ts";
import {
	identity,
	isMirroring,
	localMatrix,
	type Matrix,
	multiply,
	rootsOf,
	transformPoint,
} from "./nodeTransforms.ts";
import { type OpenGltf, openGltf } from "./openGltf.ts";

export interface AnimatedSurface {
	/** Three vertices each. */
	readonly triangles: Uint32Array;
	/** [s] */
	readonly duration: number;
	/** Positions [m] at a time [s], xyz per vertex. */
	positionsAt(time: number): Float64Array;
}

/** Vertices that one primitive shows, before its node places them. */
interface Shown {
	readonly node: number;
	readonly positions: Float64Array;
	readonly targets: readonly (Float64Array | undefined)[];
	readonly weights: readonly number[];
	readonly skin: Skin | undefined;
}

interface Skin {
	readonly joints: readonly number[];
	readonly inverseBind: readonly Matrix[];
	/** Four joints of each vertex, by their numbers in the skin, and what they count. */
	readonly jointsOf: Float64Array;
	readonly weightsOf: Float64Array;
}

/** Reads the animation with a name, or the first. */
export async function readAnimatedGltf(
	source: MeshSource,
	name?: string,
): Promise<AnimatedSurface> {
	const gltf = await openGltf(source);
	const error = (message: string) =>
		new FileError(`${source.name}: ${message}`);
	const animation = new GltfAnimation(gltf, name, error);
	const shown: Shown[] = [];
	const triangles: number[] = [];
	let count = 0;
	for (const [node, matrix] of placedAt(gltf, animation.at(0), error)) {
		const { mesh } = gltf.json.nodes[node];
		if (mesh === undefined) continue;
		const { primitives } = entry(gltf.json.meshes, mesh, "mesh", error);
		for (const primitive of primitives) {
			if (primitive.mode !== 4) continue;
			const one = readShown(gltf, node, primitive, error);
			const corners = cornersOf(gltf, primitive, one, error);
			const isMirrored = !one.skin && isMirroring(matrix);
			for (let i = 0; i + 2 < corners.length; i += 3)
				triangles.push(
					count + corners[i],
					count + corners[i + (isMirrored ? 2 : 1)],
					count + corners[i + (isMirrored ? 1 : 2)],
				);
			count += one.positions.length / 3;
			shown.push(one);
		}
	}
	if (triangles.length === 0) throw error("shows no triangles");
	return {
		triangles: Uint32Array.from(triangles),
		duration: animation.duration,
		positionsAt: (time) => {
			const values = animation.at(time);
			const matrices = placedAt(gltf, values, error);
			const out = new Float64Array(3 * count);
			let first = 0;
			for (const one of shown) {
				place(one, values.get(one.node), matrices, out.subarray(first));
				first += one.positions.length;
			}
			return out;
		},
	};
}

/** Matrices to the world of all nodes that are shown, by their numbers. */
function placedAt(
	{ json }: OpenGltf,
	values: ReadonlyMap<number, NodeValues>,
	error: (message: string) => FileError,
): Map<number, Matrix> {
	const found = new Map<number, Matrix>();
	const open = rootsOf(json, error).map((index) => ({
		index,
		parent: identity,
	}));
	for (let next = open.pop(); next; next = open.pop()) {
		const { index, parent } = next;
		if (found.has(index))
			throw error(
				`node ${index} is reached twice; nodes must form a tree, without cycles`,
			);
		const node = entry(json.nodes, index, "node", error);
		const moved = values.get(index);
		const local = localMatrix(
			moved ? { ...node, ...moved, matrix: undefined } : node,
		);
		const matrix = multiply(parent, local);
		found.set(index, matrix);
		for (const child of node.children)
			open.push({ index: child, parent: matrix });
	}
	return found;
}

function readShown(
	gltf: OpenGltf,
	node: number,
	{ attributes, targets }: GltfPrimitive,
	error: (message: string) => FileError,
): Shown {
	const { POSITION, JOINTS_0, WEIGHTS_0 } = attributes;
	if (POSITION === undefined) throw error("a primitive has no POSITION");
	const positions = readAccessor(gltf, POSITION, "VEC3", error);
	const requireAll = (values: Float64Array, width: number, what: string) => {
		if (values.length !== (width * positions.length) / 3)
			throw error(
				`node ${node} has ${what} for ${values.length / width} of ${positions.length / 3} vertices`,
			);
		return values;
	};
	const { mesh = 0, skin, weights } = gltf.json.nodes[node];
	return {
		node,
		positions,
		targets: targets.map((target) =>
			target.POSITION === undefined
				? undefined
				: requireAll(
						readAccessor(gltf, target.POSITION, "VEC3", error),
						3,
						"a shape",
					),
		),
		weights: weights ?? gltf.json.meshes[mesh].weights,
		skin:
			skin === undefined || JOINTS_0 === undefined || WEIGHTS_0 === undefined
				? undefined
				: {
						...readSkin(gltf, skin, error),
						jointsOf: requireAll(
							readAccessor(gltf, JOINTS_0, "VEC4", error),
							4,
							"joints",
						),
						weightsOf: requireAll(
							readAccessor(gltf, WEIGHTS_0, "VEC4", error),
							4,
							"weights",
						),
					},
	};
}

function readSkin(
	gltf: OpenGltf,
	index: number,
	error: (message: string) => FileError,
): Pick<Skin, "joints" | "inverseBind"> {
	const { joints, inverseBindMatrices } = entry(
		gltf.json.skins,
		index,
		"skin",
		error,
	);
	const all =
		inverseBindMatrices === undefined
			? undefined
			: readAccessor(gltf, inverseBindMatrices, "MAT4", error);
	return {
		joints,
		inverseBind: joints.map((_, i) =>
			all ? Array.from(all.subarray(16 * i, 16 * i + 16)) : identity,
		),
	};
}

function cornersOf(
	gltf: OpenGltf,
	{ indices }: GltfPrimitive,
	{ positions }: Shown,
	error: (message: string) => FileError,
): Float64Array {
	const count = positions.length / 3;
	if (indices === undefined)
		return Float64Array.from({ length: count }, (_, i) => i);
	const corners = readAccessor(gltf, indices, "SCALAR", error);
	if (corners.some((vertex) => !(vertex < count)))
		throw error(`accessor ${indices} names vertices that are not there`);
	return corners;
}

function place(
	{ node, positions, targets, weights, skin }: Shown,
	values: NodeValues | undefined,
	matrices: ReadonlyMap<number, Matrix>,
	out: Float64Array,
): void {
	const blended = positions.slice();
	for (const [t, target] of targets.entries()) {
		const weight = (values?.weights ?? weights)[t] ?? 0;
		if (!target || weight === 0) continue;
		for (let i = 0; i < blended.length; i++) blended[i] += weight * target[i];
	}
	const own = matrices.get(node) ?? identity;
	const bones = skin?.joints.map((joint, i) =>
		multiply(matrices.get(joint) ?? identity, skin.inverseBind[i]),
	);
	for (let i = 0; i < blended.length; i += 3) {
		if (!skin || !bones) {
			out.set(transformPoint(own, blended, i), i);
			continue;
		}
		const sum = [0, 0, 0];
		let total = 0;
		for (let k = 0; k < 4; k++) {
			const at = (4 * i) / 3 + k;
			const weight = skin.weightsOf[at];
			const bone = bones[skin.jointsOf[at]];
			if (weight === 0 || !bone) continue;
			const point = transformPoint(bone, blended, i);
			for (let m = 0; m < 3; m++) sum[m] += weight * point[m];
			total += weight;
		}
		out.set(
			sum.map((value) => value / (total || 1)),
			i,
		);
	}
}
