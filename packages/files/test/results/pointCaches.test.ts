import { describe, expect, it } from "vitest";
import { MemoryFolder } from "../memoryFolder.ts";
import {
	bodies,
	formatNamed,
	frameAt,
	pointsOf,
	record,
	single,
} from "./recording.ts";

const frames = 4;

/** The sheet has all its vertices on the surface, the kite all but its first. */
const cases = [
	["sheet", 0, [...Array(20).keys()]],
	["kite_tail_1_", 4, [1, 2, 3, 4]],
] as const;

describe("pc2", () => {
	it.each(cases)("holds the points of %s", async (name, body, vertices) => {
		const folder = await record("pc2", frames);
		const file = readPc2(folder.bytes(`run-${name}.pc2`));
		expect(file.points).toBe(vertices.length);
		expect(file.frames).toEqual(
			Array.from({ length: frames }, (_, i) => pointsOf(i, body, vertices)),
		);
	});

	it("is whole after every frame", async () => {
		const folder = new MemoryFolder();
		const options = { folder, name: "run", bodies };
		const writer = await formatNamed("pc2").open(options);
		for (let i = 0; i < 3; i++) {
			expect(readPc2(folder.bytes("run-jelly.pc2")).frames.length).toBe(i);
			await writer.add(frameAt(i));
		}
	});
});

describe("mdd", () => {
	it.each(cases)("holds the points of %s", async (name, body, vertices) => {
		const folder = await record("mdd", frames);
		expect(folder.files.size).toBe(bodies.length);
		const file = readMdd(folder.bytes(`run-${name}.mdd`));
		expect(file.points).toBe(vertices.length);
		expect(file.times).toEqual(single([0, 0.1, 0.2, 0.3]));
		expect(file.frames).toEqual(
			Array.from({ length: frames }, (_, i) => pointsOf(i, body, vertices)),
		);
	});

	it("is valid without frames", async () => {
		const folder = await record("mdd", 0);
		const file = readMdd(folder.bytes("run-sheet.mdd"));
		expect(file).toEqual({ points: 20, times: [], frames: [] });
	});
});

function readPc2(bytes: Uint8Array) {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const signature = new TextDecoder().decode(bytes.subarray(0, 12));
	expect(signature).toBe("POINTCACHE2\0");
	expect(view.getInt32(12, true)).toBe(1);
	expect(view.getFloat32(20, true)).toBe(0);
	expect(view.getFloat32(24, true)).toBe(1);
	const points = view.getInt32(16, true);
	const samples = view.getInt32(28, true);
	expect(bytes.length).toBe(32 + 12 * points * samples);
	return { points, frames: floats(view, 32, 3 * points, samples, true) };
}

function readMdd(bytes: Uint8Array) {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const samples = view.getInt32(0);
	const points = view.getInt32(4);
	const [times = []] = samples > 0 ? floats(view, 8, samples, 1, false) : [];
	const start = 8 + 4 * samples;
	expect(bytes.length).toBe(start + 12 * points * samples);
	return {
		points,
		times,
		frames: floats(view, start, 3 * points, samples, false),
	};
}

function floats(
	view: DataView,
	start: number,
	width: number,
	rows: number,
	littleEndian: boolean,
): number[][] {
	return Array.from({ length: rows }, (_, row) =>
		Array.from({ length: width }, (_, i) =>
			view.getFloat32(start + 4 * (row * width + i), littleEndian),
		),
	);
}
