import type { MeshFile, MeshFormat } from "../meshFormat.ts";
import { TextWriter } from "../parts/textWriter.ts";
import { readVtk } from "./readVtk.ts";
import { vtkArrays } from "./vtkArrays.ts";

/** The legacy format of VTK. Data on points and cells is not read. */
export const vtk: MeshFormat = {
	name: "vtk",
	about: "VTK legacy, text or binary: polygonal data and unstructured grids",
	extensions: [".vtk"],
	read: async (source) => readVtk(source),
	write: async (file, name) => ({ [name]: writeVtk(file) }),
};

/** As text of version 3.0, which every reader knows. */
function writeVtk({ mesh }: MeshFile): Uint8Array {
	const { connectivity, ends, types } = vtkArrays(mesh);
	const text = new TextWriter();
	text.line("# vtk DataFile Version 3.0");
	text.line("mesh");
	text.line("ASCII");
	text.line("DATASET UNSTRUCTURED_GRID");
	text.line("POINTS", mesh.positions.length / 3, "double");
	text.tuples(mesh.positions, 3);
	text.line("CELLS", ends.length, ends.length + connectivity.length);
	let start = 0;
	for (const end of ends) {
		text.line(end - start, ...connectivity.subarray(start, end));
		start = end;
	}
	text.line("CELL_TYPES", types.length);
	text.tuples(types, 1);
	return text.bytes();
}
