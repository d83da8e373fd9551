import { z } from "../../zod.ts";

const index = z.int().min(0);
const name = z.string().optional();

/** The parts of a glTF's JSON that are read. Whether indices exist is checked where they are used. */
export const gltfJson = z.object({
	asset: z.object({ version: z.string() }),
	extensionsRequired: z.array(z.string()).default([]),
	scene: index.optional(),
	scenes: z.array(z.object({ nodes: z.array(index).default([]) })).default([]),
	nodes: z
		.array(
			z.object({
				name,
				mesh: index.optional(),
				skin: index.optional(),
				children: z.array(index).default([]),
				matrix: z.array(z.number()).length(16).optional(),
				translation: z.array(z.number()).length(3).optional(),
				rotation: z.array(z.number()).length(4).optional(),
				scale: z.array(z.number()).length(3).optional(),
				weights: z.array(z.number()).optional(),
			}),
		)
		.default([]),
	meshes: z
		.array(
			z.object({
				name,
				primitives: z.array(
					z.object({
						attributes: z.object({
							POSITION: index.optional(),
							TEXCOORD_0: index.optional(),
							JOINTS_0: index.optional(),
							WEIGHTS_0: index.optional(),
						}),
						indices: index.optional(),
						material: index.optional(),
						mode: z.int().default(4),
						targets: z
							.array(z.object({ POSITION: index.optional() }))
							.default([]),
					}),
				),
				weights: z.array(z.number()).default([]),
			}),
		)
		.default([]),
	skins: z
		.array(
			z.object({
				joints: z.array(index),
				inverseBindMatrices: index.optional(),
			}),
		)
		.default([]),
	animations: z
		.array(
			z.object({
				name,
				channels: z.array(
					z.object({
						sampler: index,
						target: z.object({ node: index.optional(), path: z.string() }),
					}),
				),
				samplers: z.array(
					z.object({
						input: index,
						output: index,
						interpolation: z.string().default("LINEAR"),
					}),
				),
			}),
		)
		.default([]),
	materials: z
		.array(
			z.object({
				name,
				pbrMetallicRoughness: z
					.object({
						baseColorFactor: z
							.tuple([z.number(), z.number(), z.number(), z.number()])
							.optional(),
						baseColorTexture: z.object({ index }).optional(),
					})
					.optional(),
			}),
		)
		.default([])
		.catch([]),
	textures: z
		.array(z.object({ source: index.optional() }))
		.default([])
		.catch([]),
	images: z
		.array(z.object({ name, uri: z.string().optional() }))
		.default([])
		.catch([]),
	accessors: z
		.array(
			z.object({
				bufferView: index.optional(),
				byteOffset: index.default(0),
				componentType: z.int(),
				normalized: z.boolean().default(false),
				count: index,
				type: z.string(),
				sparse: z
					.object({
						count: index,
						indices: z.object({
							bufferView: index,
							byteOffset: index.default(0),
							componentType: z.int(),
						}),
						values: z.object({
							bufferView: index,
							byteOffset: index.default(0),
						}),
					})
					.optional(),
			}),
		)
		.default([]),
	bufferViews: z
		.array(
			z.object({
				buffer: index,
				byteOffset: index.default(0),
				byteLength: index,
				byteStride: z.int().min(4).max(252).optional(),
			}),
		)
		.default([]),
	buffers: z
		.array(z.object({ uri: z.string().optional(), byteLength: index }))
		.default([]),
});

export type GltfJson = z.infer<typeof gltfJson>;
export type GltfNode = GltfJson["nodes"][number];
export type GltfPrimitive = GltfJson["meshes"][number]["primitives"][number];

/** One entry of an array of the JSON, which must exist. */
export function entry<Entry>(
	entries: readonly Entry[],
	index: number,
	what: string,
	error: (message: string) => Error,
): Entry {
	if (index < entries.length) return entries[index];
	throw error(
		`${what} ${index} does not exist; the file has ${entries.length} of them`,
	);
}
