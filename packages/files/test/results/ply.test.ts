import { describe, expect, it } from "vitest";
import { bodies, frameAt, record, single } from "./recording.ts";

describe("ply", () => {
	it("has a file per body and frame with velocities", async () => {
		const folder = await record("ply", 2);
		expect(folder.files.size).toBe(2 * bodies.length);
		const sheet = parse(folder.bytes("run/sheet-000001.ply"));
		const { positions, velocities } = frameAt(1).bodies[0];
		expect(sheet.comment).toBe("step 3, time 0.1 s");
		expect(sheet.vertices.flatMap((v) => v.slice(0, 3))).toEqual(
			single(positions),
		);
		expect(sheet.vertices.flatMap((v) => v.slice(3))).toEqual(
			single(velocities),
		);
		expect(sheet.faces.flat()).toEqual([...bodies[0].mesh.triangles]);

		const block = parse(folder.bytes("run/block-000001.ply"));
		expect(block.vertices.length).toBe(34);
		expect(block.faces.length).toBe(32);
		expect(new Set(block.faces.flat()).size).toBe(34);
		expect(new Set(block.faces.map((face) => face.length))).toEqual(
			new Set([4]),
		);

		const kite = parse(folder.bytes("run/kite_tail_1_-000001.ply"));
		expect(kite.faces).toEqual([[0, 1, 2]]);
		expect(kite.edges).toEqual([[0, 3]]);
	});
});

function parse(bytes: Uint8Array) {
	const end = Buffer.from(bytes).indexOf("end_header\n") + 11;
	const head = new TextDecoder().decode(bytes.subarray(0, end)).split("\n");
	const count = (element: string) =>
		Number(
			head
				.find((line) => line.startsWith(`element ${element} `))
				?.split(" ")[2] ?? 0,
		);
	expect(head.slice(0, 2)).toEqual(["ply", "format binary_little_endian 1.0"]);
	expect(head.slice(3)).toEqual([
		`element vertex ${count("vertex")}`,
		...["x", "y", "z", "vx", "vy", "vz"].map(
			(name) => `property float ${name}`,
		),
		`element face ${count("face")}`,
		"property list uchar int vertex_indices",
		...(count("edge") > 0
			? [
					`element edge ${count("edge")}`,
					"property int vertex1",
					"property int vertex2",
				]
			: []),
		"end_header",
		"",
	]);
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let at = end;
	const next = (type: "Float32" | "Int32") => {
		at += 4;
		return view[`get${type}`](at - 4, true);
	};
	const list = (length: number, type: "Float32" | "Int32") =>
		Array.from({ length }, () => next(type));
	const rows = <T>(length: number, row: () => T) => Array.from({ length }, row);
	const vertices = rows(count("vertex"), () => list(6, "Float32"));
	const faces = rows(count("face"), () => list(view.getUint8(at++), "Int32"));
	const edges = rows(count("edge"), () => list(2, "Int32"));
	expect(at).toBe(bytes.length);
	return { comment: head[2].slice(8), vertices, faces, edges };
}
