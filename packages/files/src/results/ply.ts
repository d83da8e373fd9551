/** Stanford PLY, binary and little endian, one file per body and frame: the surface with velocities [m/s] as vx, vy, vz. */
import { z } from "../zod.ts";
import { bytesOf } from "./bytes.ts";
import { checkFrame } from "./checkFrame.ts";
import { createWhole } from "./createWhole.ts";
import { fileNames, frameNumber } from "./fileNames.ts";
import { count, keepProgress, readProgress } from "./progress.ts";
import type {
	BodyFrame,
	Frame,
	RecordingOptions,
	ResultFormat,
	ResultWriter,
} from "./resultFormat.ts";
import { type Surface, surfaceOf } from "./surface.ts";

export const ply: ResultFormat = {
	name: "ply",
	about:
		"Blender, MeshLab: the surface with velocities, one file per body and frame",
	open,
};

async function open(options: RecordingOptions): Promise<ResultWriter> {
	const { folder, name, bodies } = options;
	let frames = readProgress(ply.name, options, progressState)?.frames ?? 0;
	const names = fileNames(bodies.map((body) => body.name));
	const parts = bodies.map(({ mesh }) => {
		const surface = surfaceOf(mesh);
		return {
			surface,
			vertices: new Float32Array(6 * surface.vertices.length),
			faces: faceBytes(surface),
		};
	});

	return {
		async add(frame) {
			checkFrame(bodies, frame);
			for (const [index, { surface, vertices, faces }] of parts.entries()) {
				const path = `${name}/${names[index]}-${frameNumber(frames)}.ply`;
				gatherVertices(surface, frame.bodies[index], vertices);
				await createWhole(folder, path, async (file) => {
					await file.write(head(frame, surface));
					await file.write(bytesOf(vertices));
					await file.write(faces);
					await file.write(bytesOf(surface.edges));
				});
			}
			frames++;
		},
		close: async () => {},
		progress: async () => keepProgress(ply.name, bodies, { frames }),
	};
}

const progressState = z.object({ frames: count });

function head({ step, time }: Frame, surface: Surface): Uint8Array {
	const { vertices, triangles, quads, edges } = surface;
	const vertexProperties = ["x", "y", "z", "vx", "vy", "vz"]
		.map((name) => `property float ${name}\n`)
		.join("");
	// Only where there are any, since some programs know faces only.
	const edgeElement =
		edges.length > 0
			? `element edge ${edges.length / 2}\nproperty int vertex1\nproperty int vertex2\n`
			: "";
	return new TextEncoder().encode(`ply
format binary_little_endian 1.0
comment step ${step}, time ${time} s
element vertex ${vertices.length}
${vertexProperties}element face ${triangles.length / 3 + quads.length / 4}
property list uchar int vertex_indices
${edgeElement}end_header
`);
}

function gatherVertices(
	{ vertices }: Surface,
	{ positions, velocities }: BodyFrame,
	result: Float32Array,
): void {
	for (let i = 0; i < vertices.length; i++) {
		for (let axis = 0; axis < 3; axis++) {
			result[6 * i + axis] = positions[3 * vertices[i] + axis];
			result[6 * i + 3 + axis] = velocities[3 * vertices[i] + axis];
		}
	}
}

/** Each face as its number of vertices in one byte and their indices in four each. */
function faceBytes({ triangles, quads }: Surface): Uint8Array {
	const bytes = new Uint8Array(
		(triangles.length / 3) * 13 + (quads.length / 4) * 17,
	);
	const view = new DataView(bytes.buffer);
	let end = 0;
	for (const [size, vertices] of [
		[3, triangles],
		[4, quads],
	] as const) {
		for (let i = 0; i < vertices.length; i++) {
			if (i % size === 0) view.setUint8(end++, size);
			view.setInt32(end, vertices[i], true);
			end += 4;
		}
	}
	return bytes;
}
