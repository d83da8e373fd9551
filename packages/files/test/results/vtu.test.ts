import { readMesh, writeMesh } from "@pliant/files";
import {
	cellCount,
	cellKinds,
	cells,
	type Mesh,
	vertexCount,
} from "pliant/mesh";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { MemoryFolder } from "../memoryFolder.ts";
import { sourceOf } from "../meshes/sourceOf.ts";
import {
	bodies,
	formatNamed,
	frameAt,
	quadraticBodies,
	record,
	single,
} from "./recording.ts";

describe("vtu", () => {
	it("holds points, cells and fields of every body", async () => {
		const folder = await record("vtu", 3);
		const names = ["sheet", "jelly", "block", "cable", "kite_tail_1_"];
		for (const [index, { mesh }] of bodies.entries()) {
			const { piece, arrays } = parseVtu(
				folder.bytes(`run/${names[index]}-000002.vtu`),
			);
			const { positions, velocities, fields } = frameAt(2).bodies[index];
			const kindsOfCells = cellKinds.flatMap((kind) =>
				Array<number>(cellCount(mesh, kind)).fill(
					{ edge: 3, triangle: 5, tetrahedron: 10, hexahedron: 12 }[kind],
				),
			);
			expect(piece).toEqual([vertexCount(mesh), kindsOfCells.length]);
			expect(arrays.get("TimeValue")).toEqual([0.2]);
			expect(arrays.get("Points")).toEqual([...positions]);
			expect(arrays.get("displacement")).toEqual(
				single(positions.map((x, i) => x - mesh.positions[i])),
			);
			expect(arrays.get("velocity")).toEqual(single(velocities));
			expect(arrays.get("temperature")).toEqual(single(fields[0].values));
			expect(arrays.get("types")).toEqual(kindsOfCells);
			expect(arrays.get("connectivity")).toEqual(
				cellKinds.flatMap((kind) => [...cells(mesh, kind)]),
			);
			expect(arrays.get("offsets")?.at(-1)).toBe(
				arrays.get("connectivity")?.length,
			);
			expect(arrays.get("strain")).toEqual(
				cellKinds.flatMap((kind) =>
					kind === fields[1].on
						? single(fields[1].values)
						: Array(6 * cellCount(mesh, kind)).fill(Number.NaN),
				),
			);
		}
	});

	it("holds quadratic cells, which our reader reads with the middles where they are now", async () => {
		const folder = await record("vtu", 2, quadraticBodies);
		for (const [index, { name, mesh }] of quadraticBodies.entries()) {
			const path = `run/${name}-000001.vtu`;
			const { arrays } = parseVtu(folder.bytes(path));
			expect(new Set(arrays.get("types"))).toEqual(new Set([24 + index]));
			const { positions } = frameAt(1, quadraticBodies).bodies[index];
			expect(arrays.get("displacement")).toEqual(
				single(positions.map((x, i) => x - mesh.positions[i])),
			);
			const read = (await readMesh(sourceOf({ [path]: folder.bytes(path) })))
				.mesh;
			expect([...read.positions]).toEqual([...positions]);
			expect(edgesWithMiddles(read)).toEqual(edgesWithMiddles(mesh));
			const kind = index === 0 ? "tetrahedron" : "hexahedron";
			expect([...cells(read, kind)]).toEqual([...cells(mesh, kind)]);
			const file = { mesh: read, notes: [] };
			const again = await readMesh(sourceOf(await writeMesh(file, "a.vtu")));
			expect(again.mesh).toEqual(read);
		}
	});

	it("lists all files with their times, whole after every frame", async () => {
		const folder = new MemoryFolder();
		const name = "results/run & co";
		const writer = await formatNamed("vtu").open({ folder, name, bodies });
		for (let frames = 0; frames <= 3; frames++) {
			const entries = dataSets(folder.text(`${name}.pvd`));
			expect(entries.length).toBe(frames * bodies.length);
			for (const [index, entry] of entries.entries()) {
				const body = index % bodies.length;
				expect(entry.part).toBe(String(body));
				expect(entry.name).toBe(bodies[body].name);
				expect(Number(entry.timestep)).toBe(
					(index - body) / bodies.length / 10,
				);
				expect([...folder.files.keys()]).toContain(`results/${entry.file}`);
			}
			await writer.add(frameAt(frames));
		}
		await writer.close({ complete: true });
	});

	it("refuses fields of one name with different components, and names that are taken", async () => {
		const folder = new MemoryFolder();
		const writer = await formatNamed("vtu").open({ folder, name: "a", bodies });
		const frame = frameAt(0);
		const kite = frame.bodies[4];
		const add = (field: (typeof kite.fields)[number]) =>
			writer.add({
				...frame,
				bodies: [
					...frame.bodies.slice(0, 4),
					{ ...kite, fields: [...kite.fields, field] },
				],
			});
		const name = "strain";
		const values = new Float64Array(1);
		await expect(
			add({ name, on: "edge", components: 1, values }),
		).rejects.toThrow('"strain": it has 6 components on some cells and 1 on');
		await expect(add(kite.fields[1])).rejects.toThrow("already an array");
		await expect(
			add({
				name: "velocity",
				on: "vertex",
				components: 3,
				values: kite.velocities,
			}),
		).rejects.toThrow("already an array");
		expect([...folder.files.keys()]).not.toContain("a/kite_tail_1_-000000.vtu");
	});
});

/** Ends and middle of each edge that has one, in an order of their own. */
function edgesWithMiddles({ midpoints = new Uint32Array(0) }: Mesh): string[] {
	return Array.from({ length: midpoints.length / 3 }, (_, i) => {
		const [a, b, middle] = midpoints.subarray(3 * i, 3 * i + 3);
		return `${Math.min(a, b)} ${Math.max(a, b)} ${middle}`;
	}).sort();
}

/** The attributes of all entries of a collection. */
function dataSets(xml: string): Record<string, string>[] {
	const parser = new SaxesParser();
	const found: Record<string, string>[] = [];
	parser.on("error", (error) => expect.fail(error.message));
	parser.on("opentag", ({ name, attributes }) => {
		if (name === "DataSet") found.push(attributes);
	});
	parser.write(xml).close();
	return found;
}

const arrayTypes = {
	Float32: Float32Array,
	Float64: Float64Array,
	Int32: Int32Array,
	UInt8: Uint8Array,
};

/** The sizes of the piece and all arrays by name. */
function parseVtu(bytes: Uint8Array) {
	const start = Buffer.from(bytes).indexOf('<AppendedData encoding="raw">\n_');
	const data = start + '<AppendedData encoding="raw">\n_'.length;
	const xml = new TextDecoder().decode(bytes.subarray(0, start));
	expect(xml).toContain('byte_order="LittleEndian" header_type="UInt64"');
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const arrays = new Map<string, number[]>();
	let end = data;
	for (const [, type, name, offset] of xml.matchAll(
		/<DataArray type="(\w+)" Name="([^"]*)".* offset="(\d+)"\/>/g,
	)) {
		const at = data + Number(offset);
		const length = Number(view.getBigUint64(at, true));
		const values = bytes.slice(at + 8, at + 8 + length).buffer;
		arrays.set(name, [...new arrayTypes[type as "Float32"](values)]);
		expect(at, "arrays follow each other").toBe(end);
		end = at + 8 + length;
	}
	expect(new TextDecoder().decode(bytes.subarray(end))).toBe(
		"\n</AppendedData>\n</VTKFile>\n",
	);
	const [, points, cells] =
		/NumberOfPoints="(\d+)" NumberOfCells="(\d+)"/.exec(xml) ?? [];
	return { piece: [Number(points), Number(cells)], arrays };
}
