/** Valid files of every format that is read, to be damaged: those that the writers make, and small ones of variants that they do not. */
import { imageFormats, meshFormats, writeMesh } from "@pliant/files";
import { box, createMesh, grid, line, mergeMeshes } from "pliant/mesh";

export interface Seed {
	/** Name of the format. */
	readonly format: string;
	/** The first one is read. */
	readonly files: Readonly<Record<string, Uint8Array>>;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

const sheet = grid({ cells: [2, 2] });
const texture = Float32Array.from({ length: 18 }, (_, i) => (i % 5) / 4);
const solid = box({ cells: [1, 1, 1] });
const bricks = box({ cells: [1, 1, 2], elements: "hexahedra" });
const meshes = [
	{ mesh: sheet, textureCoordinates: texture, notes: [] },
	{ mesh: mergeMeshes([sheet, line({ segments: 2 })]), notes: [] },
	{ mesh: solid, notes: [] },
	{ mesh: mergeMeshes([solid, bricks]), notes: [] },
	{
		mesh: createMesh({
			...solid,
			groups: { "marker-1": [0, 1], "marker-2": [2] },
		}),
		notes: [],
	},
];

async function written(): Promise<Seed[]> {
	const seeds: Seed[] = [];
	for (const { name, extensions, read, write } of meshFormats)
		for (const extension of read && write ? extensions : [])
			for (const mesh of meshes)
				try {
					const files = await writeMesh(mesh, `a${extension}`);
					const first = `a${extension}`;
					const { [first]: whole, ...others } = files;
					seeds.push({ format: name, files: { [first]: whole, ...others } });
				} catch {
					// A format for solids has no surfaces, and the other way round.
				}
	return seeds;
}

const texts: readonly (readonly [string, string, string])[] = [
	[
		"obj",
		"a.obj",
		"o thing\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 1\ng one two\nf 1/1 2/2 3/2 4/1\nl 1 2 \\\n3\np 1 2\n",
	],
	[
		"stl",
		"a.stl",
		"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n",
	],
	[
		"ply",
		"a.ply",
		"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
	],
	[
		"vtk",
		"a.vtk",
		"# vtk DataFile Version 5.1\nt\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0 1 1 0 0 1 0\nPOLYGONS 2 4\nOFFSETS vtktypeint64\n0 4\nCONNECTIVITY vtktypeint64\n0 1 2 3\n",
	],
	[
		"msh",
		"a.msh",
		'$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 7 "all"\n$EndPhysicalNames\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0 1 0\n$EndNodes\n$Elements\n1\n1 2 2 7 1 1 2 3\n$EndElements\n',
	],
	[
		"svg",
		"a.svg",
		'<svg xmlns="http://www.w3.org/2000/svg" width="10mm" viewBox="0 0 10 10"><g transform="rotate(10) scale(2)"><path id="a" d="M0 0L4 0C5 1 5 3 4 4H0Z"/><circle cx="2" cy="2" r="1"/></g><rect x="6" y="6" width="2" height="3"/><polygon points="6,0 9,0 9,3"/></svg>',
	],
	[
		"nrrd",
		"a.nrrd",
		'NRRD0004\n# c\ntype: short\ndimension: 3\nsizes: 2 2 2\nspace directions: (1,0,0) (0,1,0) (0,0,2)\nspace origin: (0,0,0)\nspace units: "mm" "mm" "mm"\nencoding: ascii\n\n1 2 3 4 5 6 7 8\n',
	],
];

function nrrd(): Seed {
	const header =
		"NRRD0004\ntype: uint8\ndimension: 3\nsizes: 3 3 3\nspacings: 1 1 2\nencoding: raw\nline skip: 0\nbyte skip: 0\n\n";
	const values = Uint8Array.from({ length: 27 }, (_, i) => i);
	const bytes = Uint8Array.from([...bytesOf(header), ...values]);
	return { format: "nrrd", files: { "a.nrrd": bytes } };
}

/** NIfTI-1 of 3 × 3 × 3 shorts. */
function nifti(): Seed {
	const bytes = new Uint8Array(352 + 54);
	const view = new DataView(bytes.buffer);
	view.setInt32(0, 348, true);
	view.setInt16(40, 3, true);
	for (const axis of [1, 2, 3]) {
		view.setInt16(40 + 2 * axis, 3, true);
		view.setFloat32(76 + 4 * axis, 1, true);
	}
	view.setInt16(70, 4, true);
	view.setInt16(72, 16, true);
	view.setFloat32(108, 352, true);
	view.setUint8(123, 2);
	bytes.set(bytesOf("n+1\0"), 344);
	return { format: "nifti", files: { "a.nii": bytes } };
}

export async function readerSeeds(): Promise<readonly Seed[]> {
	const byHand = texts.map(([format, name, text]) => ({
		format,
		files: { [name]: bytesOf(text) },
	}));
	return [...(await written()), ...byHand, nrrd(), nifti()];
}

/** Every format that is read. */
export const readFormats: readonly string[] = [
	...meshFormats.filter(({ read }) => read).map(({ name }) => name),
	...imageFormats.map(({ name }) => name),
];
