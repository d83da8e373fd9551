import { createRequire } from "node:module";
import { type Document, WebIO } from "@gltf-transform/core";
import { FileError } from "@pliant/files";
import { createMesh, grid } from "pliant/mesh";
import { describe, expect, it } from "vitest";
import { glbFrameLimit } from "../../src/results/glbFrameLimit.ts";
import { MemoryFolder } from "../memoryFolder.ts";
import {
	bodies,
	formatNamed,
	frameAt,
	pointsOf,
	record,
	single,
} from "./recording.ts";

interface Report {
	issues: {
		numErrors: number;
		numWarnings: number;
		messages: { code: string; message: string; pointer: string }[];
	};
}

const validator: {
	validateBytes(bytes: Uint8Array, options?: object): Promise<Report>;
} = createRequire(import.meta.url)("gltf-validator");

async function readValid(folder: MemoryFolder): Promise<Document> {
	const bytes = folder.bytes("run.glb");
	const { issues } = await validator.validateBytes(bytes);
	expect(issues.messages.filter(({ code }) => code !== "NODE_EMPTY")).toEqual(
		[],
	);
	return new WebIO().readBinary(bytes);
}

/** Vertices of the surfaces of the bodies of `recording.ts`. */
const vertexCounts = [20, 26, 34, 6, 4];

describe("glb", () => {
	it("plays every frame of every body", async () => {
		const frames = 5;
		const folder = await record("glb", frames);
		expect([...folder.files.keys()]).toEqual(["run.glb"]);
		const root = (await readValid(folder)).getRoot();
		const nodes = root.listNodes();
		expect(nodes.map((node) => node.getName())).toEqual(
			bodies.map(({ name }) => name),
		);
		const [animation, ...others] = root.listAnimations();
		expect(others).toEqual([]);
		expect(animation.listChannels().length).toBe(bodies.length);
		for (const [index, channel] of animation.listChannels().entries()) {
			const node = channel.getTargetNode();
			expect(node).toBe(nodes[index]);
			const sampler = channel.getSampler();
			expect(sampler?.getInterpolation()).toBe("LINEAR");
			const times = [...(sampler?.getInput()?.getArray() ?? [])];
			expect(times).toEqual(single([0, 0.1, 0.2, 0.3, 0.4]));
			const weights = [...(sampler?.getOutput()?.getArray() ?? [])];
			for (const primitive of node?.getMesh()?.listPrimitives() ?? []) {
				expect(primitive.getMaterial()?.getDoubleSided()).toBe(true);
				const base = primitive.getAttribute("POSITION")?.getArray() ?? [];
				expect(base.length).toBe(3 * vertexCounts[index]);
				const targets = primitive.listTargets();
				for (let frame = 0; frame < frames; frame++) {
					const row = weights.slice(
						frame * targets.length,
						(frame + 1) * targets.length,
					);
					const shown = Float64Array.from(base);
					for (const [target, weight] of row.entries()) {
						const deltas = targets[target].getAttribute("POSITION")?.getArray();
						for (let i = 0; i < shown.length; i++) {
							shown[i] += weight * (deltas?.[i] ?? Number.NaN);
						}
					}
					const vertices = surfaceVertices(index);
					const expected = pointsOf(frame, index, vertices);
					for (let i = 0; i < shown.length; i++) {
						expect(Math.abs(shown[i] - expected[i])).toBeLessThan(1e-6);
					}
				}
			}
		}
	});

	it("turns the normals with the surface", async () => {
		const mesh = grid({ cells: [2, 2] });
		const folder = new MemoryFolder();
		const writer = await formatNamed("glb").open({
			folder,
			name: "run",
			bodies: [{ name: "sheet", mesh }],
		});
		for (const angle of [0, 0.3, 2]) {
			const [c, s] = [Math.cos(angle), Math.sin(angle)];
			const positions = mesh.positions.slice();
			for (let i = 0; i < positions.length; i += 3) {
				const [, y, z] = mesh.positions.subarray(i, i + 3);
				positions[i + 1] = c * y - s * z;
				positions[i + 2] = s * y + c * z;
			}
			const velocities = new Float64Array(positions.length);
			await writer.add({
				step: 0,
				time: angle,
				bodies: [{ positions, velocities, fields: [] }],
			});
		}
		await writer.close({ complete: true });
		const [primitive] = (await readValid(folder))
			.getRoot()
			.listMeshes()[0]
			.listPrimitives();
		const base = primitive.getAttribute("NORMAL")?.getElement(4, []) ?? [];
		expect(base).toEqual([0, 0, 1]);
		for (const [index, angle] of [0.3, 2].entries()) {
			const target = primitive.listTargets()[index];
			const delta = target.getAttribute("NORMAL")?.getElement(4, []) ?? [];
			expect(delta[1]).toBeCloseTo(-Math.sin(angle), 6);
			expect(delta[2]).toBeCloseTo(Math.cos(angle) - 1, 6);
		}
	});

	it("keeps every fourth of 601 frames", async () => {
		const cable = [bodies[3]];
		const root = (await readValid(await record("glb", 601, cable))).getRoot();
		const [sampler] = root.listAnimations()[0].listSamplers();
		const times = [...(sampler.getInput()?.getArray() ?? [])];
		expect(times).toEqual(
			single(Array.from({ length: 151 }, (_, i) => (4 * i) / 10)),
		);
		const [primitive] = root.listMeshes()[0].listPrimitives();
		const base = primitive.getAttribute("POSITION")?.getElement(5, []) ?? [];
		const last = primitive.listTargets()[149];
		const delta = last.getAttribute("POSITION")?.getElement(5, []) ?? [];
		const { positions } = frameAt(600, cable).bodies[0];
		expect(base[0] + delta[0]).toBeCloseTo(positions[15], 6);
	});

	it.each([
		["no frame: the bodies at rest", 0],
		["one frame: a shape that stands still", 1],
	])("is valid with %s", async (_, frames) => {
		const root = (await readValid(await record("glb", frames))).getRoot();
		expect(root.listAnimations()).toEqual([]);
		const base = root
			.listMeshes()[1]
			.listPrimitives()[0]
			.getAttribute("POSITION");
		expect([...(base?.getArray() ?? [])]).toEqual(
			frames === 1
				? pointsOf(0, 1, surfaceVertices(1))
				: single(
						surfaceVertices(1).flatMap((v) => [
							...bodies[1].mesh.positions.subarray(3 * v, 3 * v + 3),
						]),
					),
		);
	});

	it("is valid without anything to show", async () => {
		const points = createMesh({ positions: [0, 0, 0] });
		await readValid(await record("glb", 2, []));
		const loose = [{ name: "points", mesh: points }];
		await readValid(await record("glb", 2, loose));
		await readValid(await record("glb", 2, [...loose, bodies[3]]));
	});

	it("keeps times apart that are the same in single precision", async () => {
		const folder = new MemoryFolder();
		const cable = [bodies[3]];
		const writer = await formatNamed("glb").open({
			folder,
			name: "run",
			bodies: cable,
		});
		for (const time of [-1e5, 1e5, 1e5 + 1e-9, 1e5 + 2e-9]) {
			await writer.add({ ...frameAt(0, cable), time });
		}
		await writer.close({ complete: true });
		await readValid(folder);
	});

	it("keeps fewer frames of large meshes and refuses too large ones", () => {
		const limit = (vertices: number) =>
			glbFrameLimit("run", { frame: 24 * vertices, cells: 24 * vertices });
		expect(limit(0)).toBe(240);
		expect(limit(180_000)).toBe(240);
		expect(limit(500_000)).toBe(88);
		expect(() => limit(20_000_000)).toThrow(FileError);
		expect(() => limit(20_000_000)).toThrow(
			'"run": a GLB would have 458 MiB per frame and 458 MiB for cells, of 1024 MiB that are possible. Record these bodies as vtu or pc2',
		);
	});
});

/** The vertices of the test bodies that their surface has: the boxes have inner ones, the kite a loose one. */
function surfaceVertices(body: number): number[] {
	const { mesh } = bodies[body];
	const vertices = [...Array(mesh.positions.length / 3).keys()];
	const { groups } = mesh;
	if (body === 1 || body === 2) {
		const sides = new Set(
			["x-min", "x-max", "y-min", "y-max", "z-min", "z-max"].flatMap((side) => [
				...groups[side],
			]),
		);
		return vertices.filter((v) => sides.has(v));
	}
	return body === 4 ? vertices.slice(1) : vertices;
}
