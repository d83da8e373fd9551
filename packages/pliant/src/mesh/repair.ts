import { requireMesh } from "../checks.ts";
import {
	cellsWithoutFlag,
	degenerateCells,
	firstEqualCells,
	hexahedronInversion,
} from "./cellDefects.ts";
import { checkStructure } from "./checkStructure.ts";
import { coincidentVertices } from "./coincidentVertices.ts";
import { cellMeasure } from "./measure.ts";
import { mendSlivers } from "./mendSlivers.ts";
import {
	type CellKind,
	cellArrayNames,
	cellCount,
	cellKinds,
	type Mesh,
	vertexCount,
} from "./mesh.ts";
import { splitSheets } from "./splitSheets.ts";
import { usedVertices } from "./topology/usedVertices.ts";
import { trianglesToReverse } from "./trianglesToReverse.ts";

export interface RepairOptions {
	/** Makes one of vertices that are at most this far apart [m]. Default: vertices are not merged. */
	readonly mergeDistance?: number;
}

export interface RepairResult {
	/** The mesh given, itself, if there was nothing to do. */
	readonly mesh: Mesh;
	/** One sentence for each kind of change. */
	readonly changes: readonly string[];
	/** The new index of every old vertex, −1 for removed ones; of split ones that of the first. */
	readonly vertexMap: Int32Array;
	/** The old vertex that every new one is, or is a copy of. */
	readonly origins: Uint32Array;
}

/**
 * Repairs what has only one sensible repair: merges vertices (if asked), mends triangles that are slivers or have no area with their
 * neighbours, removes other degenerate and duplicate cells, turns tetrahedra and hexahedra that are inside out, cuts surfaces where more
 * than two triangles meet at an edge, orients triangles like their neighbours, and removes isolated vertices. Long edges of thin triangles are flipped where that makes
 * better ones. No vertex is moved, but by as much as slivers are flat, and no cell added; the surface moves by a hundredth of an edge at most.
 */
export function repairMesh(
	mesh: Mesh,
	options: RepairOptions = {},
): RepairResult {
	requireMesh("repairMesh", mesh);
	const unreadable = checkStructure(mesh).find(({ kind }) => kind !== "empty");
	if (unreadable) {
		throw new Error(
			`repairMesh: ${unreadable.message}; ${unreadable.remedy}, this cannot be repaired`,
		);
	}
	const changes: string[] = [];
	const note = (verb: string, count: number, what: string) => {
		if (count > 0)
			changes.push(`${verb} ${count} ${count === 1 ? singular(what) : what}`);
	};

	const merged = mergeVertices(mesh, options.mergeDistance, note);
	let repaired = nameVerticesAnew(mesh, merged);
	const mended = mendTriangles(repaired, note);
	const representatives = merged.map((v) => mended.representatives[v]);
	repaired = mended.mesh;
	for (const kind of cellKinds) {
		repaired = removeBadCells(repaired, kind, note);
	}
	repaired = turnInvertedTetrahedra(repaired, note);
	repaired = turnInvertedHexahedra(repaired, note);
	const split = splitAtEdges(repaired, note);
	repaired = orientTriangles(split.mesh, note);
	const names = new Uint32Array(vertexCount(repaired));
	names.set(representatives);
	for (const [i] of split.copies.entries())
		names[representatives.length + i] = representatives.length + i;
	const kept = verticesToKeep(repaired, names, note);
	if (changes.length === 0) {
		return {
			mesh,
			changes,
			vertexMap: Int32Array.from(representatives),
			origins: representatives,
		};
	}
	const compacted = compactVertices(repaired, kept);
	const vertexMap = Int32Array.from(
		representatives,
		(vertex) => compacted.vertexMap[vertex],
	);
	const origins = new Uint32Array(vertexCount(compacted.mesh));
	compacted.vertexMap.forEach((to, vertex) => {
		if (to < 0) return;
		const copied = split.copies[vertex - representatives.length];
		origins[to] = copied ?? vertex;
	});
	return { mesh: compacted.mesh, changes, vertexMap, origins };
}

function mendTriangles(
	mesh: Mesh,
	note: Note,
): { mesh: Mesh; representatives: Uint32Array } {
	const mended = mendSlivers(mesh);
	const { triangles, representatives } = mended;
	const { collapsed, flipped, flippedThin, removed } = mended;
	note("collapsed", collapsed, "short edges of slivers");
	note("flipped", flipped, "long edges of slivers");
	note("flipped", flippedThin, "long edges of thin triangles");
	note("removed", removed, "slivers at the boundary");
	if (collapsed + flipped + flippedThin + removed === 0)
		return { mesh, representatives };
	return {
		mesh: { ...nameVerticesAnew(mesh, representatives), triangles },
		representatives,
	};
}

function splitAtEdges(
	mesh: Mesh,
	note: Note,
): { mesh: Mesh; copies: readonly number[] } {
	const { triangles, copies, edges } = splitSheets(mesh);
	if (edges === 0) return { mesh, copies };
	note(
		"cut the surface along",
		edges,
		`edges that more than two triangles met at, into sheets that are not joined there any more (vertices added: ${copies.length})`,
	);
	const { positions } = mesh;
	const longer = new Float64Array(positions.length + 3 * copies.length);
	longer.set(positions);
	for (const [i, vertex] of copies.entries())
		longer.set(
			positions.subarray(3 * vertex, 3 * vertex + 3),
			positions.length + 3 * i,
		);
	const groups = Object.entries(mesh.groups).map(([name, vertices]) => {
		const has = new Set(vertices);
		const added = copies
			.map((vertex, i) => (has.has(vertex) ? positions.length / 3 + i : -1))
			.filter((vertex) => vertex >= 0);
		return [name, Uint32Array.from([...vertices, ...added])] as const;
	});
	return {
		mesh: {
			...mesh,
			positions: longer,
			triangles,
			groups: Object.fromEntries(groups),
		},
		copies,
	};
}

/** Writes down a change, unless the count is 0. */
const singulars: Readonly<Record<string, string>> = {
	edges: "edge",
	hexahedra: "hexahedron",
	slivers: "sliver",
	tetrahedra: "tetrahedron",
	triangles: "triangle",
	vertices: "vertex",
};

/** Its first noun for one of them. */
const singular = (what: string): string =>
	what.replace(
		new RegExp(Object.keys(singulars).join("|")),
		(word) => singulars[word],
	);

type Note = (verb: string, count: number, what: string) => void;

function mergeVertices(
	mesh: Mesh,
	distance: number | undefined,
	note: Note,
): Uint32Array {
	if (distance === undefined) {
		return Uint32Array.from({ length: vertexCount(mesh) }, (_, v) => v);
	}
	if (!(distance > 0 && Number.isFinite(distance))) {
		throw new Error(
			`repairMesh: mergeDistance is ${distance}; it must be a positive length in metres, or left out`,
		);
	}
	const representatives = coincidentVertices(mesh, distance);
	const merged = representatives.filter((other, vertex) => other !== vertex);
	note("merged", merged.length, `vertices at most ${distance} m from others`);
	return representatives;
}

function nameVerticesAnew(mesh: Mesh, names: ArrayLike<number>): Mesh {
	const renamed = (vertices: Uint32Array) => vertices.map((v) => names[v]);
	return {
		positions: mesh.positions,
		edges: renamed(mesh.edges),
		triangles: renamed(mesh.triangles),
		tetrahedra: renamed(mesh.tetrahedra),
		hexahedra: renamed(mesh.hexahedra),
		...(mesh.midpoints && { midpoints: renamed(mesh.midpoints) }),
		groups: Object.fromEntries(
			Object.entries(mesh.groups).map(([name, vertices]) => [
				name,
				Uint32Array.from(new Set(renamed(vertices))),
			]),
		),
	};
}

function removeBadCells(mesh: Mesh, kind: CellKind, note: Note): Mesh {
	const names = cellArrayNames[kind];
	const remove = (from: Mesh, flags: Uint8Array, adjective: string): Mesh => {
		const { vertices, indices } = cellsWithoutFlag(from, kind, flags);
		const removed = flags.length - indices.length;
		note("removed", removed, `${adjective} ${names}`);
		return { ...from, [names]: vertices };
	};
	const sound = remove(mesh, degenerateCells(mesh, kind), "degenerate");
	const duplicates = Uint8Array.from(
		firstEqualCells(sound, kind),
		(first, i) => (first === i ? 0 : 1),
	);
	return remove(sound, duplicates, "duplicate");
}

function turnInvertedTetrahedra(mesh: Mesh, note: Note): Mesh {
	const tetrahedra = mesh.tetrahedra.slice();
	let turned = 0;
	cellMeasure(mesh, "tetrahedron").forEach((volume, cell) => {
		if (!(volume < 0)) return;
		const [a, b, c, d] = tetrahedra.subarray(4 * cell, 4 * cell + 4);
		tetrahedra.set([a, b, d, c], 4 * cell);
		turned++;
	});
	note("turned", turned, "inverted tetrahedra");
	return { ...mesh, tetrahedra };
}

function turnInvertedHexahedra(mesh: Mesh, note: Note): Mesh {
	const hexahedra = mesh.hexahedra.slice();
	let turned = 0;
	for (let cell = 0; cell < cellCount(mesh, "hexahedron"); cell++) {
		if (hexahedronInversion(mesh, cell) !== "wholly") continue;
		const bottom = mesh.hexahedra.subarray(8 * cell, 8 * cell + 4);
		const top = mesh.hexahedra.subarray(8 * cell + 4, 8 * cell + 8);
		hexahedra.set(top, 8 * cell);
		hexahedra.set(bottom, 8 * cell + 4);
		turned++;
	}
	note("turned", turned, "inverted hexahedra");
	return { ...mesh, hexahedra };
}

function orientTriangles(mesh: Mesh, note: Note): Mesh {
	const reversed = trianglesToReverse(mesh);
	const triangles = mesh.triangles.slice();
	for (const triangle of reversed) {
		const [a, b, c] = triangles.subarray(3 * triangle, 3 * triangle + 3);
		triangles.set([a, c, b], 3 * triangle);
	}
	note("reversed", reversed.length, "triangles to match the others");
	return { ...mesh, triangles };
}

/** Flags the vertices that are in use; all that stand for themselves, if there are no cells at all. */
function verticesToKeep(
	mesh: Mesh,
	representatives: Uint32Array,
	note: Note,
): Uint8Array {
	const kept = usedVertices(mesh);
	if (!kept.includes(1))
		return kept.map((_, v) => Number(representatives[v] === v));
	const isolated = kept.filter((keep, v) => !keep && representatives[v] === v);
	note("removed", isolated.length, "isolated vertices");
	return kept;
}

function compactVertices(
	mesh: Mesh,
	kept: Uint8Array,
): { mesh: Mesh; vertexMap: Int32Array } {
	const vertexMap = new Int32Array(kept.length).fill(-1);
	const positions = new Float64Array(mesh.positions.length);
	let count = 0;
	for (let vertex = 0; vertex < kept.length; vertex++) {
		if (!kept[vertex]) continue;
		positions.set(
			mesh.positions.subarray(3 * vertex, 3 * vertex + 3),
			3 * count,
		);
		vertexMap[vertex] = count++;
	}
	const groups = Object.fromEntries(
		Object.entries(mesh.groups).map(([name, vertices]) => [
			name,
			vertices.filter((vertex) => kept[vertex]),
		]),
	);
	const midpoints = mesh.midpoints?.filter(
		(_, i, all) => kept[all[3 * Math.floor(i / 3) + 2]],
	);
	return {
		mesh: nameVerticesAnew(
			{
				...mesh,
				...(midpoints && { midpoints }),
				positions: positions.slice(0, 3 * count),
				groups,
			},
			vertexMap,
		),
		vertexMap,
	};
}
