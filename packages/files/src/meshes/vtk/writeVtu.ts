import type { MeshFile } from "../meshFormat.ts";
import { joinBytes } from "../parts/textWriter.ts";
import { vtkArrays } from "./vtkArrays.ts";

/** With appended raw data, little-endian. */
export function writeVtu({ mesh }: MeshFile): Uint8Array {
	const { connectivity, ends, types } = vtkArrays(mesh);
	const arrays = [
		floats(mesh.positions),
		integers(connectivity),
		integers(ends),
		types,
	];
	const offsets: number[] = [];
	let end = 0;
	for (const { length } of arrays) {
		offsets.push(end);
		end += 8 + length;
	}
	const cellArray = (name: string, type: string, offset: number) =>
		`<DataArray type="${type}" Name="${name}" format="appended" offset="${offset}"/>`;
	const head = [
		'<?xml version="1.0"?>',
		'<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">',
		"<UnstructuredGrid>",
		`<Piece NumberOfPoints="${mesh.positions.length / 3}" NumberOfCells="${ends.length}">`,
		"<Points>",
		`<DataArray type="Float64" Name="Points" NumberOfComponents="3" format="appended" offset="${offsets[0]}"/>`,
		"</Points>",
		"<Cells>",
		cellArray("connectivity", "Int64", offsets[1]),
		cellArray("offsets", "Int64", offsets[2]),
		cellArray("types", "UInt8", offsets[3]),
		"</Cells>",
		"</Piece>",
		"</UnstructuredGrid>",
		'<AppendedData encoding="raw">',
		"_",
	].join("\n");
	const encoder = new TextEncoder();
	return joinBytes([
		encoder.encode(head),
		...arrays.flatMap((array) => [
			integers(Uint32Array.of(array.length)),
			array,
		]),
		encoder.encode("\n</AppendedData>\n</VTKFile>\n"),
	]);
}

function floats(values: Float64Array): Uint8Array {
	const view = new DataView(new ArrayBuffer(8 * values.length));
	values.forEach((value, i) => {
		view.setFloat64(8 * i, value, true);
	});
	return new Uint8Array(view.buffer);
}

/** As 64-bit integers, which VTK itself writes. */
function integers(values: Uint32Array): Uint8Array {
	const view = new DataView(new ArrayBuffer(8 * values.length));
	values.forEach((value, i) => {
		view.setUint32(8 * i, value, true);
	});
	return new Uint8Array(view.buffer);
}
