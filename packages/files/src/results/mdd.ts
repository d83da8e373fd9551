/**
 * Point caches of LightWave, which Blender, Maya and others play; all big endian:
 *
 *     int32 frames   int32 points   float32 time [s] per frame
 *     float32 xyz per point, frame after frame
 *
 * The times come first, so the points wait in a scratch file until their number is known.
 */
import { z } from "../zod.ts";
import { swapBytes } from "./bytes.ts";
import { checkFrame, checkTime } from "./checkFrame.ts";
import { createWhole } from "./createWhole.ts";
import { fileNames } from "./fileNames.ts";
import { openPointFrames, type PointFrames } from "./pointFrames.ts";
import { keepProgress, readProgress } from "./progress.ts";
import type {
	RecordingOptions,
	ResultFormat,
	ResultWriter,
} from "./resultFormat.ts";
import { gather, surfaceOf } from "./surface.ts";

export const mdd: ResultFormat = {
	name: "mdd",
	about:
		"Blender, Maya, LightWave: positions of the surface with times, one file per body",
	open,
};

async function open(options: RecordingOptions): Promise<ResultWriter> {
	const { folder, name, bodies } = options;
	const times = readProgress(mdd.name, options, progressState)?.times ?? [];
	const surfaces = bodies.map(({ mesh }) => surfaceOf(mesh));
	const points = surfaces.map(
		({ vertices }) => new Float32Array(3 * vertices.length),
	);
	const paths = fileNames(bodies.map((body) => body.name)).map(
		(body) => `${name}-${body}.mdd`,
	);
	const scratch: PointFrames[] = [];
	for (const [index, { byteLength }] of points.entries()) {
		scratch.push(
			await openPointFrames(
				folder,
				`${paths[index]}.frames`,
				byteLength,
				times.length,
			),
		);
	}

	/** Frames when the files were written last. */
	let published = -1;

	return {
		async add(frame) {
			checkFrame(bodies, frame);
			checkTime(frame, times.at(-1));
			for (const [index, { positions }] of frame.bodies.entries()) {
				gather(surfaces[index], positions, points[index]);
				await scratch[index].add([swapBytes(points[index])]);
			}
			times.push(frame.time);
		},
		publish,
		async close({ complete }) {
			for (const frames of scratch) await frames.close();
			await publish();
			if (complete) for (const frames of scratch) await frames.remove();
		},
		async progress() {
			for (const frames of scratch) await frames.sync();
			return keepProgress(mdd.name, bodies, { times: [...times] });
		},
	};

	async function publish(): Promise<void> {
		if (published === times.length) return;
		for (const [index, frames] of scratch.entries())
			await createWhole(folder, paths[index], async (file) => {
				const counts = Int32Array.of(times.length, points[index].length / 3);
				await file.write(swapBytes(counts));
				await file.write(swapBytes(Float32Array.from(times)));
				for await (const piece of frames.pieces()) await file.write(piece);
			});
		published = times.length;
	}
}

const progressState = z.object({ times: z.array(z.number()) });
