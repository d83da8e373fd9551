/** The mesh of an object: read or made, mended, and placed. */
import {
	bar,
	bunny,
	type FramedShape,
	mannequin,
	puma,
	tShape,
	turtle,
	uShape,
} from "pliant/frames";
import {
	box,
	createMesh,
	curve,
	disc,
	type EmbeddedSurface,
	grid,
	jitter,
	line,
	type Mesh,
	sphere,
	tube,
	type Vector3,
} from "pliant/mesh";
import { embedInVoxels, fillSurface, voxelise, voxelMesh } from "pliant/voxels";
import type { InputFolder } from "../folder.ts";
import type { Appearance, PatternOutline } from "../meshes/meshFormat.ts";
import { meshSource } from "../meshes/meshSource.ts";
import { readMesh } from "../meshes/readMesh.ts";
import { repairMeshFile } from "../meshes/repairMeshFile.ts";
import type { z } from "../zod.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { meshPart } from "./meshPart.ts";
import type { Path } from "./problem.ts";
import { meshKeys, type mesh as meshSchema } from "./schema/mesh.ts";
import { transformed, transformedBack } from "./transform.ts";

type MeshSection = z.output<typeof meshSchema>;

/** By the key that a scene gives them. */
const framedShapes = { bar, uShape, tShape, turtle, bunny, puma, mannequin };
const generators = {
	...{ grid, disc, sphere, tube, box, line, curve },
	...framedShapes,
};

/** A mesh, and what its file says of texture or a shape knows about frames in it. */
export interface ObjectMesh {
	readonly mesh: Mesh;
	readonly appearance?: Appearance;
	/** Of a piece of a pattern. */
	readonly outline?: PatternOutline;
	readonly shape?: Pick<FramedShape, "frames" | "partAt">;
	/** The surface that was filled. */
	readonly skin?: EmbeddedSurface;
}

/** A slip of the finger beyond that would ask for all memory. */
const mostCells = 4e6;

/** The cells that a generated mesh would have, roughly. */
const cellsOf = {
	grid: ({ cells = [10, 10] }) => 2 * cells[0] * cells[1],
	disc: ({ rings = 10 }) => 6 * rings ** 2,
	sphere: ({ subdivisions = 3 }) => 20 * 4 ** subdivisions,
	tube: ({ segments = 24, rings = 8 }) => 2 * segments * rings,
	box: ({ cells = [4, 4, 4] }) => 6 * cells[0] * cells[1] * cells[2],
	line: ({ segments = 10 }) => segments,
	curve: ({ points, segments = points.length }) => segments,
	bar: ({ size = [1, 0.1, 0.1], edge = size[1] / 4 }) => squares(size, edge),
	uShape: ({
		width = 0.11,
		height = 0.1,
		thickness = 0.03,
		depth = 0.03,
		edge = thickness / 3,
	}) => squares([width, height, depth], edge),
	tShape: ({
		width = 0.12,
		height = 0.12,
		thickness = 0.03,
		depth = 0.03,
		edge = thickness / 3,
	}) => squares([width, height, depth], edge),
	turtle: ({ vertices = 6600 }) => 2 * vertices,
	bunny: ({ vertices = 34000 }) => 2 * vertices,
	puma: ({ vertices = 8000 }) => 2 * vertices,
	mannequin: ({ vertices = 3000 }) => 2 * vertices,
} satisfies {
	[K in keyof typeof generators]: (
		options: NonNullable<MeshSection[K]>,
	) => number;
};

/** Triangles of the surface of a box of squares. */
function squares([x, y, z]: Vector3, edge: number): number {
	return Math.round((4 * (x * y + y * z + z * x)) / edge ** 2);
}

function generate(
	section: MeshSection,
	key: keyof typeof generators,
): ObjectMesh {
	const options = section[key] as never;
	const count = (cellsOf[key] as (options: never) => number)(options);
	if (count > mostCells)
		throw new Error(
			`would have ${count} cells; at most ${mostCells} are made, larger meshes are read from files`,
		);
	if (!(key in framedShapes))
		return { mesh: (generators[key] as (options: never) => Mesh)(options) };
	const make = generators[key] as (options: never) => FramedShape;
	const { surface, ...shape } = make(options);
	return { mesh: surface, shape };
}

/** Without an answer where something is wrong with it. Notes tell what reading and mending changed. */
export async function loadMesh(
	section: MeshSection,
	path: Path,
	folder: InputFolder,
	diagnosis: Diagnosis,
	notes: string[],
): Promise<ObjectMesh | undefined> {
	const key = diagnosis.exactlyOneOf(path, meshKeys);
	if (!key) return undefined;
	try {
		let { mesh, appearance, shape, outline }: ObjectMesh =
			key === "file"
				? await readFile(section, folder, notes)
				: generate(section, key as keyof typeof generators);
		if (section.repair) {
			const { notes: changes, ...repaired } = repairMeshFile({
				mesh,
				...appearance,
			});
			({ mesh, ...appearance } = repaired);
			notes.push(...changes);
		}
		if (section.jitter) mesh = jitter(mesh, section.jitter);
		if (section.fill && section.voxels)
			throw new Error("has fill and voxels; give only one of them");
		if (section.fill)
			return stuffed(placed(mesh, section), section.fill, notes);
		if (section.voxels)
			return filled(placed(mesh, section), section.voxels, notes);
		return {
			mesh: placed(mesh, section),
			...(appearance && { appearance }),
			...(outline && { outline }),
			...(shape && { shape: placedShape(shape, section) }),
		};
	} catch (error) {
		diagnosis.add([...path, key], (error as Error).message);
		return undefined;
	}
}

function stuffed(surface: Mesh, cellSize: number, notes: string[]): ObjectMesh {
	const filled = fillSurface(surface, { cellSize });
	notes.push(...filled.skin.notes);
	return filled;
}

function filled(surface: Mesh, size: number, notes: string[]): ObjectMesh {
	const grid = voxelise(surface, { size });
	notes.push(...grid.notes);
	const mesh = voxelMesh(grid);
	return { mesh, skin: embedInVoxels(surface, grid, mesh) };
}

async function readFile(
	{ file = "", format, part, edge }: MeshSection,
	folder: InputFolder,
	notes: string[],
): Promise<ObjectMesh> {
	const source = await meshSource(folder, file);
	const found = await readMesh(
		{ ...source, ...(edge !== undefined && { edge }) },
		format,
	);
	if (edge !== undefined && !found.outlines)
		throw new Error("has edge, which is for outlines of an SVG; leave it out");
	for (const note of found.notes.map((one) => `${file}: ${one}`))
		if (!notes.includes(note)) notes.push(note);
	const {
		mesh,
		outlines,
		notes: _,
		...appearance
	} = part === undefined ? found : meshPart(found, part);
	const [outline] = outlines?.size === 1 ? outlines.values() : [];
	return { mesh, appearance, ...(outline && { outline }) };
}

function placed(mesh: Mesh, section: MeshSection): Mesh {
	if (!section.scale && !section.rotate && !section.translate) return mesh;
	const positions = mesh.positions.slice();
	for (let i = 0; i < positions.length; i += 3) {
		const [x, y, z] = positions.subarray(i, i + 3);
		positions.set(transformed(section, [x, y, z]), i);
	}
	return createMesh({ ...mesh, positions });
}

function placedShape(
	{ frames, partAt }: NonNullable<ObjectMesh["shape"]>,
	section: MeshSection,
): NonNullable<ObjectMesh["shape"]> {
	return {
		frames: frames.map(({ name, position }) => ({
			name,
			position: transformed(section, position),
		})),
		partAt: (...x) => partAt(...transformedBack(section, x)),
	};
}
