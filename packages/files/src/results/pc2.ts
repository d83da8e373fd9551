/**
 * Point caches of 3ds Max, which Blender's modifier Mesh Cache plays on the surface that the first frame of OBJ or PLY gives:
 *
 *     char[12] "POINTCACHE2\0"   int32 version = 1   int32 points
 *     float32 first frame        float32 frames per sample   int32 samples
 *     float32 xyz per point, sample after sample
 */

import type { OutputFile } from "../folder.ts";
import { z } from "../zod.ts";
import { bytesOf } from "./bytes.ts";
import { checkFrame } from "./checkFrame.ts";
import { fileNames } from "./fileNames.ts";
import { count, keepProgress, readProgress } from "./progress.ts";
import type {
	RecordingOptions,
	ResultFormat,
	ResultWriter,
} from "./resultFormat.ts";
import { gather, surfaceOf } from "./surface.ts";

export const pc2: ResultFormat = {
	name: "pc2",
	about: "Blender, 3ds Max: positions of the surface, one file per body",
	open,
};

const headSize = 32;
const sampleCountAt = 28;

async function open(options: RecordingOptions): Promise<ResultWriter> {
	const { folder, name, bodies } = options;
	let frames = readProgress(pc2.name, options, progressState)?.frames ?? 0;
	const surfaces = bodies.map(({ mesh }) => surfaceOf(mesh));
	const points = surfaces.map(
		({ vertices }) => new Float32Array(3 * vertices.length),
	);
	const files: OutputFile[] = [];
	for (const [index, body] of fileNames(bodies.map((b) => b.name)).entries()) {
		const { byteLength } = points[index];
		const path = `${name}-${body}.pc2`;
		// From the start where there are no frames, since then the file may be missing.
		const length = frames === 0 ? 0 : headSize + frames * byteLength;
		const file = await folder.extend(path, length);
		if (length === 0) await file.write(head(points[index].length / 3));
		files.push(file);
	}
	await writeSampleCounts();

	/** After the samples themselves, so that the files are whole at any moment. */
	async function writeSampleCounts(): Promise<void> {
		const bytes = bytesOf(Int32Array.of(frames));
		for (const file of files) await file.writeAt(sampleCountAt, bytes);
	}

	return {
		async add(frame) {
			checkFrame(bodies, frame);
			for (const [index, { positions }] of frame.bodies.entries()) {
				gather(surfaces[index], positions, points[index]);
				await files[index].write(bytesOf(points[index]));
			}
			frames++;
			await writeSampleCounts();
		},
		async close() {
			for (const file of files) await file.close();
		},
		async progress() {
			for (const file of files) await file.sync();
			return keepProgress(pc2.name, bodies, { frames });
		},
	};
}

const progressState = z.object({ frames: count });

function head(pointCount: number): Uint8Array {
	const bytes = new Uint8Array(headSize);
	bytes.set(new TextEncoder().encode("POINTCACHE2"));
	const view = new DataView(bytes.buffer);
	view.setInt32(12, 1, true);
	view.setInt32(16, pointCount, true);
	view.setFloat32(20, 0, true);
	view.setFloat32(24, 1, true);
	return bytes;
}
