/** Sides of two panels that are to be sewn together, with as many vertices at the same parts of their lengths. */
import { edgeLength } from "./measure.ts";
import { createMesh, type Mesh } from "./mesh.ts";

/** A row of vertices along the boundary of a mesh. */
export interface MeshSide {
	readonly mesh: Mesh;
	readonly path: ArrayLike<number>;
}

/** A side with more vertices than before. */
export interface MatchedSide {
	readonly mesh: Mesh;
	readonly path: Uint32Array;
	/** The vertices that were added, each between two others, and how much of the second it has. */
	readonly added: readonly AddedVertex[];
}

export interface AddedVertex {
	readonly ends: readonly [number, number];
	readonly share: number;
}

/** Vertices of both sides that are nearer to each other than this part of the edges beside them are taken for a pair. */
const nearness = 0.5;

/** Adds vertices to two sides until each has one for every one of the other, by arc length. Vertices keep their numbers. */
export function matchSides(
	one: MeshSide,
	other: MeshSide,
): [MatchedSide, MatchedSide] {
	const [s, t] = [one, other].map(fractions);
	const missing: [number[], number[]] = [[], []];
	let [i, j] = [1, 1];
	while (i < s.length - 1 || j < t.length - 1) {
		const reach =
			nearness *
			Math.min(
				s[i] - s[i - 1],
				t[j] - t[j - 1],
				...after(s, i),
				...after(t, j),
			);
		const [endS, endT] = [i === s.length - 1, j === t.length - 1];
		if (!endS && !endT && Math.abs(s[i] - t[j]) <= reach)
			[i, j] = [i + 1, j + 1];
		else if (endT || (!endS && s[i] < t[j])) missing[1].push(s[i++]);
		else missing[0].push(t[j++]);
	}
	const first = splitSide(one, missing[0]);
	const second = splitSide(
		other.mesh === one.mesh ? { ...other, mesh: first.mesh } : other,
		missing[1],
	);
	return [
		other.mesh === one.mesh ? { ...first, mesh: second.mesh } : first,
		second,
	];
}

const after = (s: readonly number[], i: number): number[] =>
	i + 1 < s.length ? [s[i + 1] - s[i]] : [];

/** How much of the length of a side each of its vertices has behind it. */
function fractions({ mesh, path }: MeshSide): number[] {
	const lengths = [0];
	for (let i = 1; i < path.length; i++)
		lengths.push(
			lengths[i - 1] + edgeLength(mesh.positions, path[i - 1], path[i]),
		);
	return lengths.map((length) => length / lengths[lengths.length - 1]);
}

/** Cuts the edges of a side at parts of its length, ascending, and the triangles beside them. */
function splitSide(
	{ mesh, path }: MeshSide,
	at: readonly number[],
): MatchedSide {
	const s = fractions({ mesh, path });
	const positions = Array.from(mesh.positions);
	const triangles = Array.from(mesh.triangles);
	const added: AddedVertex[] = [];
	const through: number[] = [path[0]];
	let next = 0;
	for (let i = 0; i + 1 < path.length; i++) {
		const ends = [path[i], path[i + 1]] as const;
		const row: number[] = [];
		for (; next < at.length && at[next] < s[i + 1]; next++) {
			const share = (at[next] - s[i]) / (s[i + 1] - s[i]);
			row.push(positions.length / 3);
			added.push({ ends, share });
			for (let k = 0; k < 3; k++)
				positions.push(
					(1 - share) * positions[3 * ends[0] + k] +
						share * positions[3 * ends[1] + k],
				);
		}
		if (row.length > 0) cutTriangle(triangles, ends, row);
		through.push(...row, ends[1]);
	}
	const first = mesh.positions.length / 3;
	const groups = Object.entries(mesh.groups).map(([name, vertices]) => {
		const members = new Set(vertices);
		for (const [i, { ends }] of added.entries())
			if (ends.every((end) => members.has(end))) members.add(first + i);
		return [name, Uint32Array.from(members)];
	});
	return {
		mesh: createMesh({
			...mesh,
			positions,
			triangles,
			groups: Object.fromEntries(groups),
		}),
		path: Uint32Array.from(through),
		added,
	};
}

/** Replaces the triangle at an edge by a fan to the vertices on it. */
function cutTriangle(
	triangles: number[],
	[a, b]: readonly [number, number],
	row: readonly number[],
): void {
	for (let i = 0; i < triangles.length; i += 3)
		for (let k = 0; k < 3; k++) {
			const [p, q, r] = [0, 1, 2].map((j) => triangles[i + ((k + j) % 3)]);
			const isForward = p === a && q === b;
			if (!isForward && !(p === b && q === a)) continue;
			const line = isForward ? [a, ...row, b] : [b, ...row.toReversed(), a];
			triangles.splice(i, 3, line[0], line[1], r);
			for (let j = 1; j + 1 < line.length; j++)
				triangles.push(line[j], line[j + 1], r);
			return;
		}
	throw new Error(
		`matchSides: vertices ${a} and ${b} have no triangle; give a row of vertices along the boundary`,
	);
}
