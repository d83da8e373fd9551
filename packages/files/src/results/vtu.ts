/** A series in time for ParaView: VTK's files for unstructured grids, one per body and frame, and the list of them (.pvd). */
import { z } from "../zod.ts";
import { checkFrame, checkTime } from "./checkFrame.ts";
import { createWhole } from "./createWhole.ts";
import { fileNames, frameNumber } from "./fileNames.ts";
import { NumberWriter } from "./numberWriter.ts";
import { count, keepProgress, readProgress } from "./progress.ts";
import { openPvd, type PvdEntry } from "./pvd.ts";
import type {
	RecordingOptions,
	ResultFormat,
	ResultWriter,
} from "./resultFormat.ts";
import { gridOf, writeGrid } from "./vtuGrid.ts";

export const vtu: ResultFormat = {
	name: "vtu",
	about: "ParaView: all cells and fields, one file per body and frame",
	holdsCells: true,
	open,
};

async function open(options: RecordingOptions): Promise<ResultWriter> {
	const { folder, name, bodies } = options;
	const before = readProgress(vtu.name, options, progressState);
	let frames = before?.frames ?? 0;
	let time = before?.time;
	const grids = bodies.map(({ mesh }) => gridOf(mesh));
	const names = fileNames(bodies.map((body) => body.name));
	const lastName = name.slice(name.lastIndexOf("/") + 1);
	const numbers = new NumberWriter();
	const pvd = await openPvd(folder, `${name}.pvd`, before?.length ?? 0);

	return {
		async add(frame) {
			checkFrame(bodies, frame);
			checkTime(frame, time);
			const entries: PvdEntry[] = [];
			for (const [part, body] of bodies.entries()) {
				const path = `${names[part]}-${frameNumber(frames)}.vtu`;
				await createWhole(folder, `${name}/${path}`, (file) =>
					writeGrid(file, grids[part], frame.bodies[part], frame.time, numbers),
				);
				entries.push({
					time: frame.time,
					part,
					name: body.name,
					path: `${lastName}/${path}`,
				});
			}
			await pvd.add(entries);
			frames++;
			time = frame.time;
		},
		close: () => pvd.close(),
		async progress() {
			await pvd.sync();
			const length = pvd.length();
			return keepProgress(vtu.name, bodies, { frames, time, length });
		},
	};
}

const progressState = z.object({
	frames: count,
	time: z.number().optional(),
	length: count,
});
