import type { Frame, RecordedBody, ResultFormat } from "@pliant/files";
import { resultFormats } from "@pliant/files";
import {
	box,
	type CellKind,
	cellCount,
	createMesh,
	edgeTopology,
	grid,
	line,
	type Mesh,
	vertexCount,
} from "pliant/mesh";
import { MemoryFolder } from "../memoryFolder.ts";

/** A bit of everything: cloth, solids with inner vertices, a cable, and a mesh of several kinds with a loose vertex. */
export const bodies: readonly RecordedBody[] = [
	{ name: "sheet", mesh: grid({ cells: [4, 3] }) },
	{ name: "jelly", mesh: box({ cells: [2, 2, 2], origin: [2, 0, 0] }) },
	{
		name: "block",
		mesh: box({ cells: [3, 2, 2], elements: "hexahedra", origin: [4, 0, 0] }),
	},
	{ name: "cable", mesh: line({ segments: 5 }) },
	{
		name: 'kite & "tail" <1>',
		mesh: createMesh({
			positions: [9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0],
			triangles: [1, 2, 3],
			edges: [1, 4],
		}),
	},
];

/** Solids with vertices in the middle of edges. */
export const quadraticBodies: readonly RecordedBody[] = (
	["tetrahedra", "hexahedra"] as const
).map((elements) => ({
	name: elements,
	mesh: withMiddles(box({ cells: [2, 1, 1], elements })),
}));

function withMiddles(mesh: Mesh): Mesh {
	const positions = [...mesh.positions];
	const midpoints: number[] = [];
	const { edges } = edgeTopology(
		mesh,
		mesh.hexahedra.length > 0 ? "hexahedron" : "tetrahedron",
	);
	for (let i = 0; i < edges.length; i += 2) {
		midpoints.push(edges[i], edges[i + 1], positions.length / 3);
		for (let k = 0; k < 3; k++)
			positions.push(
				(positions[3 * edges[i] + k] + positions[3 * edges[i + 1] + k]) / 2,
			);
	}
	return createMesh({ ...mesh, positions, midpoints });
}

/** Every body waves; each has a scalar per vertex and a symmetric tensor per cell of its first kind. */
export function frameAt(
	index: number,
	recorded: readonly RecordedBody[] = bodies,
): Frame {
	const time = index / 10;
	return {
		step: 3 * index,
		time,
		bodies: recorded.map(({ mesh }) => {
			const kind = firstKind(mesh);
			const tensors = 6 * cellCount(mesh, kind);
			return {
				positions: mesh.positions.map(
					(x, i) => x + 0.1 * Math.sin(time * (i + 1) + i),
				),
				velocities: mesh.positions.map(
					(_, i) => 0.1 * (i + 1) * Math.cos(time * (i + 1) + i),
				),
				fields: [
					{
						name: "temperature",
						on: "vertex",
						components: 1,
						values: Float64Array.from(
							{ length: vertexCount(mesh) },
							(_, i) => i + time,
						),
					},
					{
						name: "strain",
						on: kind,
						components: 6,
						values: Float64Array.from({ length: tensors }, (_, i) => i - time),
					},
				],
			};
		}),
	};
}

function firstKind(mesh: RecordedBody["mesh"]): CellKind {
	for (const kind of ["tetrahedron", "hexahedron", "triangle"] as const) {
		if (cellCount(mesh, kind) > 0) return kind;
	}
	return "edge";
}

export function formatNamed(name: string): ResultFormat {
	const found = resultFormats.find((format) => format.name === name);
	if (found === undefined) throw new Error(`no format ${name}`);
	return found;
}

/** The files of a recording of `frames` frames with the name "run". */
export async function record(
	format: string,
	frames: number,
	recorded: readonly RecordedBody[] = bodies,
): Promise<MemoryFolder> {
	const folder = new MemoryFolder();
	const writer = await formatNamed(format).open({
		folder,
		name: "run",
		bodies: recorded,
	});
	for (let i = 0; i < frames; i++) await writer.add(frameAt(i, recorded));
	await writer.close({ complete: true });
	return folder;
}

/** In single precision, as most files keep them. */
export function single(values: Iterable<number>): number[] {
	return [...Float32Array.from(values)];
}

/** The positions of some vertices of a body in a frame, in single precision. */
export function pointsOf(
	frame: number,
	body: number,
	vertices: Iterable<number>,
): number[] {
	const { positions } = frameAt(frame).bodies[body];
	return single(
		[...vertices].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]),
	);
}
