import type { FileError } from "../../fileError.ts";
import { entry, type GltfJson, type GltfNode } from "./gltfJson.ts";

/** A 4×4 matrix by columns. */
export type Matrix = readonly number[];

export const identity: Matrix = [
	1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
];

export interface PlacedNode {
	readonly node: GltfNode;
	/** To the world. */
	readonly matrix: Matrix;
}

/** The nodes of the scene that is shown, or of all if the file has no scene. */
export function placeNodes(
	json: GltfJson,
	error: (message: string) => FileError,
): PlacedNode[] {
	const placed: PlacedNode[] = [];
	const seen = new Set<number>();
	const open = rootsOf(json, error).map((index) => ({
		index,
		parent: identity,
	}));
	for (let next = open.pop(); next; next = open.pop()) {
		const { index, parent } = next;
		if (seen.has(index)) {
			throw error(
				`node ${index} is reached twice; nodes must form a tree, without cycles`,
			);
		}
		seen.add(index);
		const node = entry(json.nodes, index, "node", error);
		const matrix = multiply(parent, localMatrix(node));
		placed.push({ node, matrix });
		for (const child of node.children) {
			open.push({ index: child, parent: matrix });
		}
	}
	return placed;
}

export function rootsOf(
	json: GltfJson,
	error: (message: string) => FileError,
): number[] {
	const index = json.scene ?? 0;
	if (json.scenes.length > 0 || json.scene !== undefined) {
		return entry(json.scenes, index, "scene", error).nodes.toReversed();
	}
	const children = new Set(json.nodes.flatMap((node) => node.children));
	return [...json.nodes.keys()].filter((node) => !children.has(node));
}

export function localMatrix(
	node: Pick<GltfNode, "matrix" | "translation" | "rotation" | "scale">,
): Matrix {
	if (node.matrix) return node.matrix;
	const [x, y, z, w] = node.rotation ?? [0, 0, 0, 1];
	const [a, b, c] = node.scale ?? [1, 1, 1];
	const [tx, ty, tz] = node.translation ?? [0, 0, 0];
	// The rotation matrix of the quaternion, its columns scaled.
	return [
		...[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)].map(
			(value) => a * value,
		),
		0,
		...[2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)].map(
			(value) => b * value,
		),
		0,
		...[2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)].map(
			(value) => c * value,
		),
		0,
		...[tx, ty, tz, 1],
	];
}

export function multiply(a: Matrix, b: Matrix): Matrix {
	return Array.from({ length: 16 }, (_, i) => {
		const row = i % 4;
		const column = i - row;
		let sum = 0;
		for (let k = 0; k < 4; k++) sum += a[row + 4 * k] * b[column + k];
		return sum;
	});
}

/** The image of the point that begins at `start`. */
export function transformPoint(
	m: Matrix,
	points: Float64Array,
	start: number,
): [number, number, number] {
	const x = points[start];
	const y = points[start + 1];
	const z = points[start + 2];
	return [
		m[0] * x + m[4] * y + m[8] * z + m[12],
		m[1] * x + m[5] * y + m[9] * z + m[13],
		m[2] * x + m[6] * y + m[10] * z + m[14],
	];
}

/** Whether it turns left hands into right ones, and counter-clockwise into clockwise. */
export function isMirroring(m: Matrix): boolean {
	const determinant =
		m[0] * (m[5] * m[10] - m[6] * m[9]) -
		m[4] * (m[1] * m[10] - m[2] * m[9]) +
		m[8] * (m[1] * m[6] - m[2] * m[5]);
	return determinant < 0;
}
