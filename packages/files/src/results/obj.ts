/** Wavefront OBJ, one text file per frame with all bodies as objects: faces as triangles and quads, cables as lines. */
import { z } from "../zod.ts";
import { checkFrame } from "./checkFrame.ts";
import { createWhole } from "./createWhole.ts";
import { fileNames, frameNumber } from "./fileNames.ts";
import { count, keepProgress, readProgress } from "./progress.ts";
import type {
	RecordingOptions,
	ResultFormat,
	ResultWriter,
} from "./resultFormat.ts";
import { type Surface, surfaceOf } from "./surface.ts";
import { TextFile } from "./textFile.ts";

export const obj: ResultFormat = {
	name: "obj",
	about: "any 3D program: the surface, one file per frame",
	open,
};

async function open(options: RecordingOptions): Promise<ResultWriter> {
	const { folder, name, bodies } = options;
	let frames = readProgress(obj.name, options, progressState)?.frames ?? 0;
	const names = fileNames(bodies.map((body) => body.name));
	let first = 1;
	const objects = bodies.map(({ mesh }, index) => {
		const surface = surfaceOf(mesh);
		const object = { name: names[index], surface, first };
		first += surface.vertices.length;
		return object;
	});

	return {
		async add(frame) {
			checkFrame(bodies, frame);
			const path = `${name}/${frameNumber(frames)}.obj`;
			await createWhole(folder, path, async (file) => {
				const text = new TextFile(file);
				text.add(`# step ${frame.step}, time ${frame.time} s\n`);
				for (const [index, { positions }] of frame.bodies.entries()) {
					await writeObject(text, objects[index], positions);
				}
				await text.write();
			});
			frames++;
		},
		close: async () => {},
		progress: async () => keepProgress(obj.name, bodies, { frames }),
	};
}

const progressState = z.object({ frames: count });

interface WavefrontObject {
	readonly name: string;
	readonly surface: Surface;
	/** The number of its first vertex in the file, where they count from 1 through all objects. */
	readonly first: number;
}

async function writeObject(
	text: TextFile,
	{ name, surface, first }: WavefrontObject,
	positions: Float64Array,
): Promise<void> {
	text.add(`o ${name}\n`);
	for (const vertex of surface.vertices) {
		const at = 3 * vertex;
		text.add(`v ${positions[at]} ${positions[at + 1]} ${positions[at + 2]}\n`);
		if (text.full) await text.write();
	}
	await writeCells(text, "f", 3, surface.triangles, first);
	await writeCells(text, "f", 4, surface.quads, first);
	await writeCells(text, "l", 2, surface.edges, first);
}

async function writeCells(
	text: TextFile,
	keyword: string,
	size: number,
	vertices: Uint32Array,
	first: number,
): Promise<void> {
	for (let start = 0; start < vertices.length; start += size) {
		text.add(keyword);
		for (let i = start; i < start + size; i++)
			text.add(` ${vertices[i] + first}`);
		text.add("\n");
		if (text.full) await text.write();
	}
}
