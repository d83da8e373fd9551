/** The mesh of an object: read or made, mended, and placed. */
import {
	box,
	createMesh,
	curve,
	disc,
	grid,
	jitter,
	line,
	type Mesh,
	repairMesh,
	sphere,
	tube,
} from "pliant";
import type { InputFolder } from "../folder.ts";
import { meshSource } from "../meshes/meshSource.ts";
import { readMesh } from "../meshes/readMesh.ts";
import type { z } from "../zod.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { Path } from "./problem.ts";
import { meshKeys, type mesh as meshSchema } from "./schema/mesh.ts";
import { transformed } from "./transform.ts";

type MeshSection = z.output<typeof meshSchema>;

/** By the key that a scene gives them. */
const generators = { grid, disc, sphere, tube, box, line, curve };

/** Without an answer where something is wrong with it. Notes tell what reading and mending changed. */
export async function loadMesh(
	section: MeshSection,
	path: Path,
	folder: InputFolder,
	diagnosis: Diagnosis,
	notes: string[],
): Promise<Mesh | undefined> {
	const key = diagnosis.theOne(path, meshKeys);
	if (!key) return undefined;
	try {
		let mesh =
			key === "file"
				? await readFile(section, folder, notes)
				: generators[key as keyof typeof generators](
						section[key as keyof typeof generators] as never,
					);
		if (section.repair) {
			const repaired = repairMesh(mesh);
			mesh = repaired.mesh;
			notes.push(...repaired.changes);
		}
		if (section.jitter) mesh = jitter(mesh, section.jitter);
		return placed(mesh, section);
	} catch (error) {
		diagnosis.add([...path, key], (error as Error).message);
		return undefined;
	}
}

async function readFile(
	{ file = "", format }: MeshSection,
	folder: InputFolder,
	notes: string[],
): Promise<Mesh> {
	const found = await readMesh(await meshSource(folder, file), format);
	notes.push(...found.notes.map((note) => `${file}: ${note}`));
	return found.mesh;
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
