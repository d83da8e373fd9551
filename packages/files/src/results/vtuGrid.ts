/** VTK's XML file for an unstructured grid. Its arrays follow the XML as raw bytes, each after its length as UInt64. */
import {
	type CellKind,
	cellCount,
	cellKinds,
	type Mesh,
	vertexCount,
} from "pliant/mesh";
import { FileError } from "../fileError.ts";
import type { OutputFile } from "../folder.ts";
import { vtkArrays } from "../meshes/vtk/vtkArrays.ts";
import { bytesOf } from "./bytes.ts";
import { escapeXml } from "./escapeXml.ts";
import type { NumberWriter } from "./numberWriter.ts";
import type { BodyFrame, Field } from "./resultFormat.ts";

/** What stays the same from frame to frame. */
export interface Grid extends ReturnType<typeof vtkArrays> {
	readonly mesh: Mesh;
}

export const gridOf = (mesh: Mesh): Grid => ({ mesh, ...vtkArrays(mesh) });

export async function writeGrid(
	file: OutputFile,
	grid: Grid,
	frame: BodyFrame,
	time: number,
	numbers: NumberWriter,
): Promise<void> {
	// In the order of the XML, on which some readers insist.
	const arrays = [
		wholeArray("FieldData", "TimeValue", "Float64", Float64Array.of(time)),
		...pointDataArrays(grid, frame, numbers),
		...cellDataArrays(grid, frame, numbers),
		positionsArray(frame, numbers),
		wholeArray("Cells", "connectivity", "Int32", grid.connectivity),
		wholeArray("Cells", "offsets", "Int32", grid.ends),
		wholeArray("Cells", "types", "UInt8", grid.types),
	];
	const encoder = new TextEncoder();
	await file.write(encoder.encode(head(grid, arrays)));
	for (const { byteLength, write } of arrays) {
		await file.write(bytesOf(BigUint64Array.of(BigInt(byteLength))));
		await write(file);
	}
	await file.write(encoder.encode("\n</AppendedData>\n</VTKFile>\n"));
}

interface DataArray {
	readonly section: "FieldData" | "PointData" | "CellData" | "Points" | "Cells";
	readonly name: string;
	readonly type: "Float32" | "Float64" | "Int32" | "UInt8";
	readonly components: number;
	readonly byteLength: number;
	readonly write: (file: OutputFile) => Promise<void>;
}

/** An array of single numbers that is in memory as it will be in the file. */
function wholeArray(
	section: DataArray["section"],
	name: string,
	type: DataArray["type"],
	values: ArrayBufferView,
): DataArray {
	return {
		section,
		name,
		type,
		components: 1,
		byteLength: values.byteLength,
		write: (file) => file.write(bytesOf(values)),
	};
}

function positionsArray(
	{ positions }: BodyFrame,
	numbers: NumberWriter,
): DataArray {
	return {
		section: "Points",
		name: "Points",
		type: "Float64",
		components: 3,
		byteLength: positions.byteLength,
		write: (file) => numbers.doubles(file, positions),
	};
}

function pointDataArrays(
	{ mesh }: Grid,
	{ positions, velocities, fields }: BodyFrame,
	numbers: NumberWriter,
): DataArray[] {
	const array = (
		name: string,
		components: number,
		write: DataArray["write"],
	): DataArray => ({
		section: "PointData",
		name,
		type: "Float32",
		components,
		byteLength: 4 * components * vertexCount(mesh),
		write,
	});
	const arrays = [
		array("displacement", 3, (file) =>
			numbers.differences(file, positions, mesh.positions),
		),
		array("velocity", 3, (file) => numbers.singles(file, velocities)),
	];
	for (const { on, name, components, values } of fields) {
		if (on !== "vertex") continue;
		if (arrays.some((other) => other.name === name)) throw nameTaken(name);
		arrays.push(
			array(name, components, (file) => numbers.singles(file, values)),
		);
	}
	return arrays;
}

/** One array per name: fields of this name on several kinds of cells, and NaN on the other kinds. */
function cellDataArrays(
	{ mesh, types }: Grid,
	{ fields }: BodyFrame,
	numbers: NumberWriter,
): DataArray[] {
	const named = new Map<string, Partial<Record<CellKind, Field>>>();
	for (const field of fields) {
		if (field.on === "vertex") continue;
		const same = named.get(field.name) ?? {};
		if (same[field.on]) throw nameTaken(field.name);
		same[field.on] = field;
		named.set(field.name, same);
	}
	return [...named].map(([name, same]) => {
		const [components, ...others] = new Set(
			Object.values(same).map((field) => field.components),
		);
		if (others.length > 0) {
			throw new FileError(
				`field "${name}": it has ${components} components on some cells and ${others[0]} on others; give them different names`,
			);
		}
		return {
			section: "CellData",
			name,
			type: "Float32",
			components,
			byteLength: 4 * components * types.length,
			async write(file) {
				for (const kind of cellKinds) {
					const values = same[kind]?.values;
					if (values) await numbers.singles(file, values);
					else {
						const size = components * cellCount(mesh, kind);
						await numbers.repeat(file, Number.NaN, size);
					}
				}
			},
		};
	});
}

function nameTaken(name: string): FileError {
	return new FileError(
		`field "${name}": there is already an array of this name; rename the field`,
	);
}

function head({ mesh, types }: Grid, arrays: readonly DataArray[]): string {
	const sections = {
		FieldData: "",
		PointData: "",
		CellData: "",
		Points: "",
		Cells: "",
	};
	let offset = 0;
	for (const { section, name, type, components, byteLength } of arrays) {
		const tuples = section === "FieldData" ? ' NumberOfTuples="1"' : "";
		sections[section] +=
			`<DataArray type="${type}" Name="${escapeXml(name)}" NumberOfComponents="${components}"${tuples} format="appended" offset="${offset}"/>\n`;
		offset += 8 + byteLength;
	}
	const { FieldData, PointData, CellData, Points, Cells } = sections;
	return `<?xml version="1.0"?>
<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">
<UnstructuredGrid>
<FieldData>
${FieldData}</FieldData>
<Piece NumberOfPoints="${vertexCount(mesh)}" NumberOfCells="${types.length}">
<PointData>
${PointData}</PointData>
<CellData>
${CellData}</CellData>
<Points>
${Points}</Points>
<Cells>
${Cells}</Cells>
</Piece>
</UnstructuredGrid>
<AppendedData encoding="raw">
_`;
}
