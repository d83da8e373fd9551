/** The surfaces of a scene that touch: which points and triangles they have, what they may have to carry, and that they begin apart. */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { CarriedPoints } from "../contact/carriedPoints.ts";
import type { Collider } from "../contact/collider.ts";
import type { PointSkin } from "../contact/contactInputs.ts";
import type { SurfaceMemory } from "../contact/surface/candidates.ts";
import { inspectSurfaces } from "../contact/surface/inspectSurfaces.ts";
import { SurfaceContact } from "../contact/surface/surfaceContact.ts";
import {
	checkBodyContact,
	checkSurfaceContact,
	type SurfaceContactOptions,
} from "../contact/surface/surfaceOptions.ts";
import { Surfaces, type TouchingSurface } from "../contact/surface/surfaces.ts";
import {
	type PrescribedPoints,
	SurfaceTerm,
} from "../contact/surface/surfaceTerm.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { skinTriangles, surfaceTriangles } from "../mesh/topology.ts";
import type { Mass } from "../system/mass.ts";
import type { BodyRange } from "./bodyRange.ts";
import { carriedMasses, carriedOf, surfaceShares } from "./buildContact.ts";
import type { FrameRange } from "./frameRange.ts";
import type { Scene } from "./scene.ts";

export interface SurfaceParts {
	readonly scene: Scene;
	readonly ranges: readonly BodyRange[];
	readonly frameRanges: readonly FrameRange[];
	/** Vertices of meshes, without inner nodes. */
	readonly meshVertices: number;
	readonly mass: Mass;
	readonly constraints: VertexConstraints;
	/** Extent of all bodies [m]. */
	readonly size: number;
	/** Positions of nodes [m]. */
	readonly x: Float64Array;
	/** Brings frames up to date with x. */
	readonly follow: () => void;
	readonly memory: SurfaceMemory;
}

/** Where there is no gravity [m/s²]. */
const ordinaryGravity = 9.81;
/** Default thickness, speed [1/s] below which friction sticks, and sliding below which it does in statics, relative to the extent of all bodies. */
const relativeThickness = 1e-3;
const relativeStickSpeed = 1e-3;
const relativeStickDistance = 1e-6;

export function buildSurfaces(
	parts: SurfaceParts,
	options: SurfaceContactOptions,
): SurfaceTerm {
	const { scene, ranges, frameRanges, meshVertices, constraints, x } = parts;
	checkSurfaceContact(
		options,
		[...scene.bodies, ...scene.colliders].map(({ name }) => name),
	);
	const thickness = options.thickness ?? relativeThickness * parts.size;
	const carried: CarriedPoints[] = [];
	const found: TouchingSurface[] = ranges.map((range) =>
		surfaceOfBody(range, thickness, options.self ?? true),
	);
	let count = meshVertices;
	for (const range of frameRanges) {
		const { touching, body } = range;
		if (!touching) continue;
		checkBodyContact(body.label, body.contact);
		carried.push(carriedOf(range, touching, count, constraints));
		found.push({
			label: body.label,
			name: body.name,
			first: count,
			last: count + touching.count,
			triangles: surfaceTriangles(range.touchingMesh).map((v) => v + count),
			loneEdges: [],
			offset: (body.contact.thickness ?? thickness) / 2,
			touchesItself: body.contact.self ?? false,
			rest: range.touchingMesh.positions,
		});
		count += touching.count;
	}
	const prescribed: PrescribedPoints[] = [];
	for (const collider of scene.colliders) {
		const surface = surfaceOfCollider(collider, count);
		if (!surface) continue;
		found.push(surface.touching);
		prescribed.push(surface.points);
		count = surface.touching.last;
	}
	const weights = new Float64Array(count);
	weights.set(carriedMasses(ranges, parts.mass).subarray(0, meshVertices));
	const isFixed = new Uint8Array(count);
	for (const vertex of constraints.fixed)
		if (vertex < meshVertices) isFixed[vertex] = 1;
	for (const [i, { first }] of carried.entries()) {
		const { body, touchingMesh } = frameRanges.filter(
			({ touching }) => touching,
		)[i];
		for (const [vertex, share] of surfaceShares(touchingMesh))
			weights[first + vertex] = body.mass * share;
	}
	if (prescribed.length > 0) isFixed.fill(1, prescribed[0].first);
	const surfaces = new Surfaces(found, count);
	const start = new Float64Array(3 * count);
	start.set(x.subarray(0, 3 * meshVertices));
	parts.follow();
	for (const { points, first } of carried)
		points.positions(start.subarray(3 * first, 3 * (first + points.count)));
	for (const { first, count: own, positionsAt } of prescribed)
		positionsAt(0, start.subarray(3 * first, 3 * (first + own)));
	const contact = new SurfaceContact({
		surfaces,
		weights,
		isFixed,
		gravity: Math.hypot(...scene.gravity) || ordinaryGravity,
		friction: frictionOf(options, surfaces, scene.colliders),
		stickSpeed: relativeStickSpeed * parts.size,
		stickDistance: relativeStickDistance * parts.size,
		x: start,
		memory: parts.memory,
	});
	const problem = inspectSurfaces(contact, start);
	if (problem) throw new Error(problem);
	return new SurfaceTerm({
		contact,
		vertexCount: meshVertices,
		carried,
		prescribed,
		x,
		isFixed,
		follow: parts.follow,
	});
}

/** How far the skins of bodies are from their vertices [m]: those of meshes and, after them, those of frames that touch. */
export function skinsOf({
	scene,
	ranges,
	frameRanges,
	meshVertices,
	size,
}: Pick<
	SurfaceParts,
	"scene" | "ranges" | "frameRanges" | "meshVertices" | "size"
>): PointSkin[] {
	if (!scene.contact) return [];
	const thickness = scene.contact.thickness ?? relativeThickness * size;
	const skins: PointSkin[] = ranges.map(({ body, first, count }) => ({
		first,
		last: first + count,
		offset: (body.contact.thickness ?? thickness) / 2,
	}));
	let next = meshVertices;
	for (const { body, touching } of frameRanges) {
		if (!touching) continue;
		const first = next;
		next += touching.count;
		const offset = (body.contact.thickness ?? thickness) / 2;
		skins.push({ first, last: next, offset });
	}
	return skins;
}

function surfaceOfBody(
	range: BodyRange,
	thickness: number,
	self: boolean,
): TouchingSurface {
	const { body, first, count } = range;
	const { mesh, massOn, contact } = body;
	checkBodyContact(body.label, contact);
	const isThin = massOn === "edge" || massOn === "triangle";
	const rest = new Float64Array(3 * count);
	for (let v = 0; v < count; v++)
		rest.set(
			mesh.positions.subarray(3 * v, 3 * v + 3),
			3 * (range.among(v) - first),
		);
	const triangles =
		massOn === "edge"
			? new Uint32Array(0)
			: massOn === "triangle"
				? mesh.triangles
				: skinTriangles(mesh);
	return {
		label: body.label,
		name: body.name,
		first,
		last: first + count,
		triangles: range.allAmong(Uint32Array.from(triangles)),
		loneEdges: massOn === "edge" ? range.allAmong(mesh.edges) : [],
		offset: (contact.thickness ?? thickness) / 2,
		touchesItself: contact.self ?? (isThin && self),
		rest,
		ownPoint: (point) => range.own(point),
	};
}

function surfaceOfCollider(
	collider: Collider,
	first: number,
): { touching: TouchingSurface; points: PrescribedPoints } | undefined {
	const drawn = collider.surfaceAt(0);
	if (!drawn) return undefined;
	const { kept, triangles } = welded(drawn);
	const count = kept.length;
	return {
		touching: {
			label: collider.label,
			name: collider.name,
			first,
			last: first + count,
			triangles: triangles.map((v) => v + first),
			loneEdges: [],
			offset: 0,
			touchesItself: false,
			isExact: collider.shape.kind !== "mesh",
		},
		points: {
			first,
			count,
			moves: collider.moves,
			positionsAt: (time, out) => {
				const at = collider.surfaceAt(time)?.positions;
				for (const [i, vertex] of kept.entries())
					if (at) out.set(at.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
			},
		},
	};
}

/** Without vertices that are drawn several times, to have sharp edges, and triangles that are none then. */
function welded({
	positions,
	triangles,
}: Pick<Mesh, "positions" | "triangles">) {
	const places = new Map<string, number>();
	const kept: number[] = [];
	const target = Uint32Array.from({ length: positions.length / 3 }, (_, v) => {
		const place = positions.subarray(3 * v, 3 * v + 3).join();
		const known = places.get(place) ?? kept.push(v) - 1;
		places.set(place, known);
		return known;
	});
	const faces: number[] = [];
	for (let i = 0; i < triangles.length; i += 3) {
		const [a, b, c] = triangles.subarray(i, i + 3).map((v) => target[v]);
		if (a !== b && b !== c && c !== a) faces.push(a, b, c);
	}
	return { kept, triangles: faces };
}

/** Of two surfaces, by their numbers: what the table says, else what a collider says of itself, else what holds for all. */
function frictionOf(
	{ friction = 0, frictionTable = [] }: SurfaceContactOptions,
	{ all }: Surfaces,
	colliders: readonly Collider[],
): (a: number, b: number) => number {
	const table = all.map(({ name }) =>
		all.map(({ name: other }) => {
			const pair = frictionTable.find(
				({ between: [a, b] }) =>
					(a === name && b === other) || (a === other && b === name),
			);
			const collider = colliders.find(
				(one) => one.name === name || one.name === other,
			);
			return pair?.friction ?? collider?.friction ?? friction;
		}),
	);
	return (a, b) => table[a][b];
}
