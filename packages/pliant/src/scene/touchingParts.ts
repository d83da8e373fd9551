/** Which points of a scene touch, what each may have to carry, and the triangles between them. */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { CarriedPoints } from "../contact/carriedPoints.ts";
import type { PointRange } from "../contact/placed.ts";
import { TouchingPoints } from "../contact/touchingPoints.ts";
import type { SolidKind } from "../mesh/cellShape.ts";
import { triangleArea } from "../mesh/measure.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { boundaryFaces, skinTriangles } from "../mesh/topology.ts";
import { domains } from "../models/domain.ts";
import { MeshPoints, type WeightedNodes } from "../points/meshPoints.ts";
import type { Mass } from "../system/mass.ts";
import type { BodyRange } from "./bodyRange.ts";
import type { FrameRange } from "./frameRange.ts";
import { surfaceParts, tributary } from "./loadedParts.ts";

export interface TouchingInputs {
	readonly ranges: readonly BodyRange[];
	readonly frameRanges: readonly FrameRange[];
	/** Vertices of meshes; and nodes of meshes, inner ones among them. */
	readonly meshVertices: number;
	readonly pointNodes: number;
	readonly mass: Mass;
	readonly constraints: VertexConstraints;
	/** Positions of nodes [m]. */
	readonly x: Float64Array;
}

export interface TouchingParts {
	readonly points: TouchingPoints;
	/** Mass [kg] that each point may have to carry; 0 for nodes that do not touch. */
	readonly weights: Float64Array;
	/** Flags of points that nothing but a script moves. */
	readonly isFixed: Uint8Array;
	/** Surfaces of solids, whose faces may be curved. */
	readonly solids: ReadonlyMap<BodyRange, SolidSurface>;
	/** The points of a body. */
	readonly rangesOf: (range: BodyRange | FrameRange) => PointRange[];
}

/** The surface of a solid, by points among all that touch. */
interface SolidSurface {
	readonly triangles: readonly number[];
	/** Of the body's mass, by point. */
	readonly shares: ReadonlyMap<number, number>;
	readonly centres: readonly WeightedNodes[];
	readonly firstCentre: number;
}

/**
 * Simpson's rule on a face of quadratic elements: what its corners, the middles of its edges and its centre bear of a load on it, and how the centre is between
 * corners and middles. All of them bear a part, and together they do to the nodes what the load does (∫N).
 */
const simpson = {
	3: { shares: [1 / 20, 2 / 15, 9 / 20], centre: [-1 / 9, 4 / 9] },
	4: { shares: [1 / 36, 1 / 9, 4 / 9], centre: [-1 / 4, 1 / 2] },
} as const;

export function touchingParts(inputs: TouchingInputs): TouchingParts {
	const { ranges, frameRanges, meshVertices, constraints, mass } = inputs;
	const isCurved = ranges.some(({ middles }) => middles.size > 0);
	const nodeCount = isCurved ? inputs.pointNodes : meshVertices;
	const solids = new Map<BodyRange, SolidSurface>();
	const centres: WeightedNodes[] = [];
	for (const range of ranges) {
		const { massOn } = range.body;
		if (massOn === "edge" || massOn === "triangle") continue;
		const surface = solidSurface(range, nodeCount + centres.length);
		solids.set(range, surface);
		// One by one: there may be more of them than a call takes arguments.
		for (const centre of surface.centres) centres.push(centre);
	}
	const carried: CarriedPoints[] = [];
	let count = nodeCount + centres.length;
	for (const range of frameRanges) {
		const { touching, part } = range;
		if (!touching) continue;
		range.firstTouching = count;
		carried.push({
			points: touching,
			first: count,
			frames: part.nodes,
			firstFrame: part.first,
			frameCount: () => part.count,
			isFixed: (node) => constraints.isFixed(node),
		});
		count += touching.count;
	}
	const weights = new Float64Array(count);
	weights.set(mass.vertexMasses.subarray(0, meshVertices));
	for (const range of ranges)
		for (const [node] of range.leftNodes()) weights[node] = 0;
	// Of a solid a share of the surface times the body's mass, so that it does not depend on the mesh.
	for (const [{ body }, { shares }] of solids) {
		const whole = body.cellMasses().reduce((sum, mass) => sum + mass, 0);
		for (const [point, share] of shares) weights[point] = whole * share;
	}
	for (const { body, touchingMesh, firstTouching } of frameRanges)
		if (firstTouching !== undefined)
			for (const [vertex, share] of surfaceShares(touchingMesh))
				weights[firstTouching + vertex] = body.assumedMass * share;
	const isFixed = new Uint8Array(count);
	for (const node of constraints.fixed) if (node < nodeCount) isFixed[node] = 1;
	for (const [i, { nodes }] of centres.entries())
		isFixed[nodeCount + i] = Number(nodes.every((node) => isFixed[node]));
	return {
		points: new TouchingPoints(
			nodeCount,
			new MeshPoints(centres, () => inputs.x),
			carried,
		),
		weights,
		isFixed,
		solids,
		rangesOf: (range) =>
			"part" in range
				? carriedRanges(range)
				: pointRanges(range, solids.get(range)),
	};
}

function carriedRanges({
	firstTouching: first,
	touchingCount,
}: FrameRange): PointRange[] {
	return first === undefined ? [] : [{ first, last: first + touchingCount }];
}

function pointRanges(
	{ first, count, middles, firstInner, innerCount }: BodyRange,
	solid: SolidSurface | undefined,
): PointRange[] {
	const ranges = [{ first, last: first + count }];
	if (middles.size > 0)
		ranges.push({ first: firstInner, last: firstInner + innerCount });
	if (solid && solid.centres.length > 0)
		ranges.push({
			first: solid.firstCentre,
			last: solid.firstCentre + solid.centres.length,
		});
	return ranges;
}

function solidSurface(range: BodyRange, firstCentre: number): SolidSurface {
	const { mesh } = range.body;
	const curved = kinds.filter((kind) =>
		range.models.some(({ use }) => {
			const { cells, cornerMass } = domains[use.model.domain];
			return cells === kind && cornerMass !== undefined;
		}),
	);
	const flat = {
		...mesh,
		triangles: none,
		...(curved.includes("tetrahedron") && { tetrahedra: none }),
		...(curved.includes("hexahedron") && { hexahedra: none }),
	};
	const triangles = Array.from(skinTriangles(flat), (v) => range.among(v));
	const areas = surfaceAreas(flat, (vertex) => range.among(vertex));
	const centres: WeightedNodes[] = [];
	const add = (point: number, area: number) =>
		areas.set(point, (areas.get(point) ?? 0) + area);
	for (const kind of curved) {
		const size = kind === "tetrahedron" ? 3 : 4;
		const { shares, centre } = simpson[size];
		const faces = boundaryFaces(mesh, kind);
		for (let i = 0; i < faces.length; i += size) {
			const face = Array.from(faces.subarray(i, i + size));
			const [a, b, c, d = a] = face;
			const area =
				triangleArea(mesh.positions, a, b, c) +
				triangleArea(mesh.positions, a, c, d);
			const corners = face.map((vertex) => range.among(vertex));
			const middles = face.map((p, j) => range.middle(p, face[(j + 1) % size]));
			const own = firstCentre + centres.length;
			centres.push({
				nodes: [...corners, ...middles],
				weights: [
					...corners.map(() => centre[0]),
					...middles.map(() => centre[1]),
				],
			});
			for (const corner of corners) add(corner, shares[0] * area);
			for (const middle of middles) add(middle, shares[1] * area);
			add(own, shares[2] * area);
			for (const [j, corner] of corners.entries()) {
				const next = corners[(j + 1) % size];
				triangles.push(corner, middles[j], own, middles[j], next, own);
			}
		}
	}
	return { triangles, shares: sharesOf(areas), centres, firstCentre };
}

const none = new Uint32Array(0);
const kinds: readonly SolidKind[] = ["tetrahedron", "hexahedron"];

/** The surface [m²] that belongs to each vertex of a mesh. */
function surfaceAreas(
	mesh: Mesh,
	among: (vertex: number) => number,
): Map<number, number> {
	const areas = new Map<number, number>();
	for (const { triangles, share } of surfaceParts(mesh)) {
		const { vertices, weights } = tributary(mesh, triangles, 3);
		for (const [i, vertex] of vertices.entries())
			areas.set(
				among(vertex),
				(areas.get(among(vertex)) ?? 0) + share * weights[i],
			);
	}
	return areas;
}

function sharesOf(areas: Map<number, number>): Map<number, number> {
	let total = 0;
	for (const area of areas.values()) total += area;
	return new Map([...areas].map(([point, area]) => [point, area / total]));
}

/** The share of a mesh's surface that belongs to each of its vertices. */
const surfaceShares = (mesh: Mesh): Map<number, number> =>
	sharesOf(surfaceAreas(mesh, (vertex) => vertex));
