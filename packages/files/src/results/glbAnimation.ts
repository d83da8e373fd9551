/**
 * An animated glTF: each body a mesh in the shape of its first frame, with a morph target for each later frame. At a frame's
 * time its target has the weight 1 and all others 0, and weights are interpolated linearly; so vertices move on straight
 * lines from frame to frame.
 */
import { vertexNormals } from "pliant/mesh";
import type { OutputFile } from "../folder.ts";
import type { Look } from "../meshes/meshFormat.ts";
import type { SurfacePart } from "../meshes/parts/surfaceParts.ts";
import { bytesOf } from "./bytes.ts";
import {
	arrayBuffer,
	elementArrayBuffer,
	float,
	GlbFile,
	type GlbPart,
	unsignedInteger,
} from "./glbFile.ts";
import type { Surface } from "./surface.ts";

export interface GlbBody {
	readonly name: string;
	readonly surface: Surface;
	/** The triangles of the surface, with its quads cut in two. */
	readonly triangles: Uint32Array;
	/** The same in parts that look differently. */
	readonly parts: readonly SurfacePart[];
	/** uv per vertex of the surface. */
	readonly textureCoordinates?: Float32Array;
	/** Linear RGB from 0 to 1 per vertex of the surface, in place of a colour of its own. */
	readonly colors?: Float32Array;
	/** Named vertices of the surface, which go into `extras`. */
	readonly groups?: Readonly<Record<string, Uint32Array>>;
	/** What bodies cannot enter; it may stand still. */
	readonly obstacle?: { readonly moves: boolean };
}

export interface GlbAnimation {
	readonly bodies: readonly GlbBody[];
	/** [s], one per frame, increasing. None: the bodies stand still. */
	readonly times: readonly number[];
	/** Positions of a body's surface in a frame, xyz per vertex; of frame 0 also if there are no times. */
	readonly positions: (frame: number, body: number) => Promise<Float32Array>;
}

/** Linear RGB of the bodies in turn: light, unlike each other, and none of them loud. */
const colours = [
	[0.62, 0.6, 0.56],
	[0.3, 0.43, 0.56],
	[0.58, 0.38, 0.28],
	[0.36, 0.48, 0.33],
	[0.5, 0.36, 0.48],
	[0.6, 0.5, 0.26],
] as const;

/** Of obstacles: darker, so that bodies stand out. */
const obstacleColours = [
	[0.09, 0.1, 0.11],
	[0.12, 0.09, 0.07],
	[0.07, 0.1, 0.09],
] as const;

export async function writeGlbAnimation(
	file: OutputFile,
	animation: GlbAnimation,
): Promise<void> {
	const { bodies } = animation;
	const times = timesFromZero(animation.times);
	const glb = new GlbFile();
	const meshes: object[] = [];
	const materials: object[] = [];
	const nodes: object[] = [];
	const animated: number[] = [];
	for (const [index, body] of bodies.entries()) {
		const { name, surface, groups = {}, obstacle } = body;
		if (surface.vertices.length === 0) {
			nodes.push({ name });
			continue;
		}
		const own = new Map<Look | undefined, number>();
		const shapes = await addShapes(glb, animation, index);
		const primitives = shapes.map(({ look, ...shape }) => {
			const material =
				own.get(look) ?? materials.push(materialOf(body, index, look)) - 1;
			own.set(look, material);
			return { ...shape, material };
		});
		const lists = Object.entries(groups).map(([name, group]) => [
			name,
			[...group],
		]);
		const extras = lists.length > 0 && {
			extras: { groups: Object.fromEntries(lists) },
		};
		if (obstacle?.moves !== false) animated.push(nodes.length);
		nodes.push({
			name,
			mesh: meshes.push({ name, primitives, ...extras }) - 1,
		});
	}
	await glb.write(file, {
		scene: 0,
		scenes: [nodes.length > 0 ? { nodes: nodes.map((_, i) => i) } : {}],
		...(nodes.length > 0 && { nodes }),
		...(meshes.length > 0 && { meshes, materials }),
		...(times.length > 1 &&
			animated.length > 0 && {
				animations: [weightsAnimation(glb, times, animated)],
			}),
	});
}

function materialOf(
	{ name, obstacle, colors }: GlbBody,
	index: number,
	look: Look | undefined,
): object {
	const choices = obstacle ? obstacleColours : colours;
	const own = colors ? [1, 1, 1] : choices[index % choices.length];
	const colour = (!colors && look?.colour) || [...own, 1];
	return {
		name: look?.name ?? name,
		doubleSided: true,
		...(colour[3] < 1 && { alphaMode: "BLEND" }),
		pbrMetallicRoughness: {
			baseColorFactor: colour.map((c) => Math.min(1, Math.max(0, c))),
			metallicFactor: 0,
			roughnessFactor: 0.8,
		},
		...(look?.texture && { extras: { texture: look.texture } }),
	};
}

/** A primitive, and how it looks. */
interface Shape {
	readonly look: Look | undefined;
}

/** Primitives of a body's triangles and of its cables, with all their frames. */
async function addShapes(
	glb: GlbFile,
	{ bodies, times, positions }: GlbAnimation,
	index: number,
): Promise<Shape[]> {
	const { surface, triangles, textureCoordinates, colors, obstacle } =
		bodies[index];
	const frames = obstacle?.moves === false ? 1 : times.length;
	const count = surface.vertices.length;
	const withNormals = triangles.length > 0;
	const first = await positions(0, index);
	const firstNormals = new Float32Array(withNormals ? 3 * count : 0);
	vertexNormals(first, triangles, firstNormals);
	const normals = new Float32Array(firstNormals.length);
	const byteLength = first.byteLength + normals.byteLength;

	const parts: GlbPart[] = [
		{
			byteLength,
			async write(file) {
				await file.write(bytesOf(first));
				await file.write(bytesOf(firstNormals));
			},
		},
	];
	const bounds = [boundsOf(first)];
	for (let frame = 1; frame < frames; frame++) {
		// The JSON, with the bounds, goes before the data: each frame is read for both.
		bounds.push(boundsOf(subtract(await positions(frame, index), first)));
		parts.push({
			byteLength,
			async write(file) {
				const moved = await positions(frame, index);
				if (withNormals) vertexNormals(moved, triangles, normals);
				await file.write(bytesOf(subtract(moved, first)));
				await file.write(bytesOf(subtract(normals, firstNormals)));
			},
		});
	}
	const view = glb.addView(parts, { target: arrayBuffer, byteStride: 12 });
	const attributes = bounds.map((limits, frame) => {
		const byteOffset = frame * byteLength;
		const vectors = { componentType: float, type: "VEC3", count } as const;
		const position = { ...vectors, ...limits, byteOffset };
		const normal = { ...vectors, byteOffset: byteOffset + first.byteLength };
		return {
			POSITION: glb.addAccessor(view, position),
			...(withNormals && { NORMAL: glb.addAccessor(view, normal) }),
		};
	});

	const primitive = (
		mode: number,
		indices: Uint32Array,
		attributes: readonly object[],
	) => ({
		mode,
		indices: addIndices(glb, indices),
		attributes: attributes[0],
		...(attributes.length > 1 && { targets: attributes.slice(1) }),
	});
	const primitives: Shape[] = [];
	if (triangles.length > 0) {
		const [base, ...targets] = attributes;
		const looks = {
			...(textureCoordinates && {
				TEXCOORD_0: addVectors(glb, "VEC2", textureCoordinates),
			}),
			...(colors && { COLOR_0: addVectors(glb, "VEC3", colors) }),
		};
		for (const { group, look, triangles } of bodies[index].parts)
			primitives.push({
				look,
				...primitive(triangleMode, triangles, [
					{ ...base, ...looks },
					...targets,
				]),
				...(group && { extras: { group } }),
			});
	}
	if (surface.edges.length > 0) {
		const bare = attributes.map(({ POSITION }) => ({ POSITION }));
		primitives.push({
			look: undefined,
			...primitive(lineMode, surface.edges, bare),
		});
	}
	return primitives;
}

function addVectors(
	glb: GlbFile,
	type: "VEC2" | "VEC3",
	values: Float32Array,
): number {
	const view = glb.addView([partOf(values)], { target: arrayBuffer });
	const count = values.length / (type === "VEC2" ? 2 : 3);
	return glb.addAccessor(view, { componentType: float, type, count });
}

const lineMode = 1;
const triangleMode = 4;

function addIndices(glb: GlbFile, indices: Uint32Array): number {
	const view = glb.addView([partOf(indices)], { target: elementArrayBuffer });
	return glb.addAccessor(view, {
		componentType: unsignedInteger,
		type: "SCALAR",
		count: indices.length,
	});
}

function weightsAnimation(
	glb: GlbFile,
	times: Float32Array,
	nodes: readonly number[],
): object {
	const targets = times.length - 1;
	const weights = new Float32Array(times.length * targets);
	for (let frame = 1; frame < times.length; frame++) {
		weights[frame * targets + frame - 1] = 1;
	}
	const scalars = { componentType: float, type: "SCALAR" } as const;
	const input = glb.addAccessor(glb.addView([partOf(times)]), {
		...scalars,
		count: times.length,
		min: [times[0]],
		max: [times[targets]],
	});
	const output = glb.addAccessor(glb.addView([partOf(weights)]), {
		...scalars,
		count: weights.length,
	});
	return {
		name: "simulation",
		samplers: [{ input, output, interpolation: "LINEAR" }],
		channels: nodes.map((node) => ({
			sampler: 0,
			target: { node, path: "weights" },
		})),
	};
}

/** Times since the first in single precision, where times that are too close become neighbouring numbers. */
function timesFromZero(times: readonly number[]): Float32Array {
	const result = Float32Array.from(times, (time) => time - times[0]);
	const bits = new Uint32Array(result.buffer);
	for (let i = 1; i < result.length; i++) {
		if (result[i] <= result[i - 1]) bits[i] = bits[i - 1] + 1;
	}
	return result;
}

function partOf(array: Float32Array | Uint32Array): GlbPart {
	return {
		byteLength: array.byteLength,
		write: (file) => file.write(bytesOf(array)),
	};
}

/** In place. */
function subtract(values: Float32Array, origin: Float32Array): Float32Array {
	for (let i = 0; i < values.length; i++) values[i] -= origin[i];
	return values;
}

function boundsOf(points: Float32Array): { min: number[]; max: number[] } {
	const min = [Infinity, Infinity, Infinity];
	const max = [-Infinity, -Infinity, -Infinity];
	for (let i = 0; i < points.length; i++) {
		const axis = i % 3;
		if (points[i] < min[axis]) min[axis] = points[i];
		if (points[i] > max[axis]) max[axis] = points[i];
	}
	return { min, max };
}
