import {
	type CellKind,
	cellKinds,
	cells,
	type Mesh,
	verticesPerCell,
} from "pliant/mesh";
import type { MeshFile } from "../meshFormat.ts";
import { TextWriter } from "../parts/textWriter.ts";
import { allCells } from "./mshContents.ts";

const cellNumbers: Readonly<Record<CellKind, number>> = {
	edge: 1,
	triangle: 2,
	tetrahedron: 4,
	hexahedron: 5,
};
const dimensions: Readonly<Record<CellKind, number>> = {
	edge: 1,
	triangle: 2,
	tetrahedron: 3,
	hexahedron: 3,
};
const pointNumber = 15;

/** Version 4.1 as text: one entity for the cells of each dimension, and points that carry the groups. */
export function writeMsh({ mesh }: MeshFile): Uint8Array {
	const text = new TextWriter();
	const groupNames = Object.keys(mesh.groups);
	const pointEntities = groupsAsPointEntities(mesh);
	const kinds = cellKinds.filter((kind) => cells(mesh, kind).length > 0);
	const used = [1, 2, 3].filter((dimension) =>
		kinds.some((kind) => dimensions[kind] === dimension),
	);
	const vertexCount = mesh.positions.length / 3;

	text.line("$MeshFormat");
	text.line("4.1 0 8");
	text.line("$EndMeshFormat");
	if (groupNames.length > 0) {
		text.line("$PhysicalNames");
		text.line(groupNames.length + used.length);
		groupNames.forEach((name, i) => {
			text.line(0, i + 1, `"${name.replace(/["\r\n]/g, "_")}"`);
		});
		for (const dimension of used) text.line(dimension, 1, `"${allCells}"`);
		text.line("$EndPhysicalNames");
	}

	const bounds = boundingBox(mesh.positions);
	text.line("$Entities");
	text.line(
		pointEntities.length,
		...[1, 2, 3].map((dimension) => (used.includes(dimension) ? 1 : 0)),
	);
	pointEntities.forEach(({ groups, vertices }, i) => {
		const [first] = vertices;
		const position = mesh.positions.subarray(3 * first, 3 * first + 3);
		text.line(i + 1, ...position, groups.length, ...groups.map((g) => g + 1));
	});
	const physicalTags = groupNames.length > 0 ? [1, 1] : [0];
	for (const _ of used) text.line(1, ...bounds, ...physicalTags, 0);
	text.line("$EndEntities");

	text.line("$Nodes");
	text.line(1, vertexCount, 1, vertexCount);
	text.line(used.at(-1) ?? 0, 1, 0, vertexCount);
	for (let vertex = 0; vertex < vertexCount; vertex++) text.line(vertex + 1);
	text.tuples(mesh.positions, 3);
	text.line("$EndNodes");

	const pointCount = pointEntities.reduce(
		(sum, { vertices }) => sum + vertices.length,
		0,
	);
	const cellCount = kinds.reduce(
		(sum, kind) => sum + cells(mesh, kind).length / verticesPerCell[kind],
		pointCount,
	);
	let tag = 1;
	text.line("$Elements");
	text.line(pointEntities.length + kinds.length, cellCount, 1, cellCount);
	pointEntities.forEach(({ vertices }, i) => {
		text.line(0, i + 1, pointNumber, vertices.length);
		for (const vertex of vertices) text.line(tag++, vertex + 1);
	});
	for (const kind of kinds) {
		const size = verticesPerCell[kind];
		const vertices = cells(mesh, kind);
		text.line(dimensions[kind], 1, cellNumbers[kind], vertices.length / size);
		for (let start = 0; start < vertices.length; start += size) {
			const tags = vertices.subarray(start, start + size).map((v) => v + 1);
			text.line(tag++, ...tags);
		}
	}
	text.line("$EndElements");
	return text.bytes();
}

interface PointEntity {
	readonly groups: readonly number[];
	readonly vertices: readonly number[];
}

/**
 * Physical groups are made of whole entities, so the vertices that are in the same groups form one entity, which has all
 * these groups.
 */
function groupsAsPointEntities(mesh: Mesh): PointEntity[] {
	const groupsOfVertex = new Map<number, number[]>();
	Object.values(mesh.groups).forEach((vertices, group) => {
		for (const vertex of vertices) {
			const groups = groupsOfVertex.get(vertex);
			if (!groups) groupsOfVertex.set(vertex, [group]);
			else if (!groups.includes(group)) groups.push(group);
		}
	});
	const entities = new Map<string, { groups: number[]; vertices: number[] }>();
	for (const [vertex, groups] of groupsOfVertex) {
		const key = groups.join(" ");
		const entity = entities.get(key) ?? { groups, vertices: [] };
		entity.vertices.push(vertex);
		entities.set(key, entity);
	}
	return [...entities.values()];
}

/** Lowest x, y, z, then highest. */
function boundingBox(positions: Float64Array): number[] {
	const box = [0, 0, 0, 0, 0, 0];
	for (let i = 0; i < positions.length; i++) {
		const axis = i % 3;
		const isFirst = i < 3;
		box[axis] = isFirst ? positions[i] : Math.min(box[axis], positions[i]);
		box[axis + 3] = isFirst
			? positions[i]
			: Math.max(box[axis + 3], positions[i]);
	}
	return box;
}
