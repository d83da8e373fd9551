/**
 * One animated file for Blender, three.js and everything that reads glTF 2.0. Its frames are morph targets, which are heavy:
 * a program holds all of them at once. So only so many are kept: of longer recordings every second, fourth, … frame.
 */
import { createMesh } from "pliant/mesh";
import { surfaceParts } from "../meshes/parts/surfaceParts.ts";
import { z } from "../zod.ts";
import { bytesOf } from "./bytes.ts";
import { checkFrame, checkTime } from "./checkFrame.ts";
import { createWhole } from "./createWhole.ts";
import { type GlbBody, writeGlbAnimation } from "./glbAnimation.ts";
import { type GlbSizes, glbFrameLimit } from "./glbFrameLimit.ts";
import { openPointFrames } from "./pointFrames.ts";
import { count, keepProgress, readProgress } from "./progress.ts";
import type {
	Obstacle,
	RecordedBody,
	RecordingOptions,
	ResultFormat,
	ResultWriter,
} from "./resultFormat.ts";
import { gather, type Surface, surfaceOf } from "./surface.ts";

export const glb: ResultFormat = {
	name: "glb",
	about: "Blender, three.js: the surface, animated, in one file",
	open,
};

async function open(options: RecordingOptions): Promise<ResultWriter> {
	const { folder, name, bodies, obstacles = [] } = options;
	const state = readProgress(glb.name, options, progressState) ?? {
		frames: 0,
		stride: 1,
		written: 0,
		kept: [],
	};
	const drawn = bodies.map(drawnBody);
	const blocks = obstacles.flatMap((obstacle) => drawnObstacle(obstacle));
	const limit = glbFrameLimit(name, sizesOf([...drawn, ...blocks]));

	// A frame of the scratch file: the positions of all bodies one after the other.
	let frameSize = 0;
	const starts = drawn.map(({ surface }) => {
		const start = frameSize;
		frameSize += 12 * surface.vertices.length;
		return start;
	});
	const points = drawn.map(
		({ surface }) => new Float32Array(3 * surface.vertices.length),
	);
	const scratch = await openPointFrames(
		folder,
		`${name}.glb.frames`,
		frameSize,
		state.written,
	);
	/** Frames when the file was written last. */
	let published = -1;

	return {
		async add(frame) {
			checkFrame(bodies, frame);
			checkTime(frame, state.kept.at(-1)?.time);
			if (state.frames % state.stride !== 0) {
				state.frames++;
				return;
			}
			await scratch.add(
				frame.bodies.map(({ positions }, index) =>
					bytesOf(gather(drawn[index].surface, positions, points[index])),
				),
			);
			state.frames++;
			state.kept.push({ at: state.written++, time: frame.time });
			// Frames that are dropped stay in the scratch file, since a run may go on from an earlier state.
			if (state.kept.length <= limit) return;
			state.stride *= 2;
			state.kept = state.kept.filter((_, index) => index % 2 === 0);
		},
		publish,
		async close({ complete }) {
			await scratch.close();
			await publish();
			if (complete) await scratch.remove();
		},
		async progress() {
			await scratch.sync();
			return keepProgress(glb.name, bodies, {
				...state,
				kept: [...state.kept],
			});
		},
	};

	async function publish(): Promise<void> {
		if (published === state.frames) return;
		await createWhole(folder, `${name}.glb`, (file) =>
			writeGlbAnimation(file, {
				bodies: [...coloured(drawn, options.colors?.()), ...blocks],
				times: state.kept.map(({ time }) => time),
				async positions(frame, body) {
					if (body >= drawn.length) {
						const time = state.kept[frame]?.time ?? 0;
						return blocks[body - drawn.length].positionsAt(time);
					}
					const { surface } = drawn[body];
					const result = new Float32Array(3 * surface.vertices.length);
					if (state.kept.length === 0) {
						return gather(surface, bodies[body].mesh.positions, result);
					}
					const { at } = state.kept[frame];
					bytesOf(result).set(
						await scratch.read(at, starts[body], result.byteLength),
					);
					return result;
				},
			}),
		);
		published = state.frames;
	}
}

const coloured = (
	bodies: readonly GlbBody[],
	colors: readonly (Float64Array | undefined)[] = [],
): GlbBody[] =>
	bodies.map((body, i) => {
		const own = colors[i];
		if (!own) return body;
		const room = new Float32Array(3 * body.surface.vertices.length);
		return { ...body, colors: gather(body.surface, own, room) };
	});

function drawnBody({ name, mesh, appearance }: RecordedBody): GlbBody {
	const surface = surfaceOf(mesh);
	const uv = appearance?.textureCoordinates;
	const numbers = new Map(
		Array.from(surface.vertices, (vertex, i) => [vertex, i]),
	);
	const groups = Object.fromEntries(
		Object.entries(mesh.groups).map(([name, vertices]) => [
			name,
			vertices
				.filter((v) => numbers.has(v))
				.map((v) => numbers.get(v) as number),
		]),
	);
	const triangles = trianglesOf(surface);
	return {
		...{ name, surface, triangles, groups },
		// Groups of shapes that were made here are names of places, not parts.
		parts: appearance
			? surfaceParts({ groups }, triangles, appearance.looks ?? [])
			: [{ triangles }],
		...(uv && {
			textureCoordinates: Float32Array.from(
				{ length: 2 * surface.vertices.length },
				(_, i) => uv[2 * surface.vertices[i >> 1] + (i & 1)],
			),
		}),
	};
}

interface DrawnObstacle extends GlbBody {
	readonly positionsAt: (time: number) => Float32Array;
}

/** None of what has no end. */
function drawnObstacle(obstacle: Obstacle): DrawnObstacle[] {
	const shape = obstacle.surfaceAt(0);
	if (!shape) return [];
	const surface = surfaceOf(createMesh(shape));
	return [
		{
			name: obstacle.name,
			surface,
			triangles: surface.triangles,
			parts: [{ triangles: surface.triangles }],
			obstacle: { moves: obstacle.moves },
			positionsAt: (time) =>
				gather(
					surface,
					(obstacle.surfaceAt(time) ?? shape).positions,
					new Float32Array(3 * surface.vertices.length),
				),
		},
	];
}

const progressState = z.object({
	/** That were added. */
	frames: count,
	/** Every how many-th of them is kept. */
	stride: z.int().min(1),
	/** That are in the scratch file. */
	written: count,
	/** Where they are in the scratch file, and their times [s]. */
	kept: z.array(z.object({ at: count, time: z.number() })),
});

function trianglesOf({ triangles, quads }: Surface): Uint32Array {
	const result = new Uint32Array(triangles.length + (quads.length / 4) * 6);
	result.set(triangles);
	let end = triangles.length;
	for (let quad = 0; quad < quads.length; quad += 4) {
		for (const corner of [0, 1, 2, 0, 2, 3]) {
			result[end++] = quads[quad + corner];
		}
	}
	return result;
}

function sizesOf(bodies: readonly GlbBody[]): GlbSizes {
	let frame = 0;
	let cells = 0;
	for (const { surface, triangles, obstacle } of bodies) {
		// Positions, and normals of triangles.
		if (obstacle?.moves !== false)
			frame += surface.vertices.length * (triangles.length > 0 ? 24 : 12);
		cells += triangles.byteLength + surface.edges.byteLength;
	}
	return { frame, cells };
}
