/** The surfaces of a scene that touch: which points and triangles they have, and what they may have to carry. */
import type { Collider } from "../contact/collider.ts";
import { frictionBetween } from "../contact/friction.ts";
import { toWorld } from "../contact/pose.ts";
import type { Shape } from "../contact/shapes/shape.ts";
import { stickDistance } from "../contact/stick.ts";
import type { Ribbon } from "../contact/surface/ribbons.ts";
import type { Sewing } from "../contact/surface/sewnPoints.ts";
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
import { weldedSurface } from "../contact/surface/weldedSurface.ts";
import { surfaceTriangles } from "../mesh/topology.ts";
import type { BodyRange } from "./bodyRange.ts";
import type { ContactParts } from "./buildContact.ts";
import { frictionSide, touchingNames } from "./frictionSides.ts";
import type { TouchingParts } from "./touchingParts.ts";

/** Where there is no gravity [m/s²]. */
const ordinaryGravity = 9.81;
const none = new Uint32Array(0);
/** Default thickness, relative to the extent of a body. */
const relativeThickness = 1e-3;

export function buildSurfaces(
	parts: ContactParts,
	options: SurfaceContactOptions,
): SurfaceTerm {
	const { scene, ranges, frameRanges, x, touching } = parts;
	const { points } = touching;
	checkSurfaceContact(options, touchingNames(scene));
	const offsets = skinOffsets(parts);
	const least = Math.min(...parts.sizes);
	const sewn = new Set(
		scene.seams.flatMap(({ from, to }) => [from.body, to.body]),
	);
	const found: TouchingSurface[] = ranges.map((range, i) => ({
		...surfaceOfBody(range, touching, offsets[i], options.self ?? true),
		isPanel: sewn.has(range.body),
	}));
	for (const [i, range] of frameRanges.entries()) {
		const { body, touchingMesh, firstTouching: first } = range;
		if (first === undefined) continue;
		checkBodyContact(body.label, body.contact);
		found.push({
			label: body.label,
			name: body.name,
			ranges: touching.rangesOf(range),
			triangles: surfaceTriangles(touchingMesh).map((v) => v + first),
			loneEdges: [],
			offset: offsets[ranges.length + i],
			touchesItself: body.contact.self ?? false,
		});
	}
	const prescribed: PrescribedPoints[] = [];
	let { count } = points;
	for (const collider of scene.colliders) {
		const surface = surfaceOfCollider(collider, count);
		if (!surface) continue;
		found.push(surface.touching);
		prescribed.push(surface.points);
		count += surface.points.count;
	}
	if (parts.ribbons.length > 0)
		found.push(surfaceOfRibbons(parts.ribbons, found));
	const weights = new Float64Array(count);
	weights.set(touching.weights);
	const isFixed = new Uint8Array(count).fill(1);
	isFixed.set(touching.isFixed);
	const surfaces = new Surfaces(
		found,
		restPositions(parts, count),
		sewnPoints(parts, count),
	);
	const start = new Float64Array(3 * count);
	parts.follow();
	points.positions(x, start);
	for (const { first, count: own, positionsAt } of prescribed)
		positionsAt(0, start.subarray(3 * first, 3 * (first + own)));
	const { friction = 0, frictionTable = [] } = options;
	const sides = found.map(({ name }) => frictionSide(scene, name));
	const table = sides.map((a) =>
		sides.map((b) => frictionBetween(a, b, friction, frictionTable)),
	);
	const contact = new SurfaceContact({
		surfaces,
		weights,
		isFixed,
		gravity: Math.hypot(...scene.gravity) || ordinaryGravity,
		friction: (a, b) => table[a][b],
		stickDistance: (h) => stickDistance(least, h),
		x: start,
		memory: parts.memory,
	});
	return new SurfaceTerm({
		...{ contact, points, prescribed, x, isFixed },
		follow: parts.follow,
	});
}

/** How far the skins of bodies are from their points [m], where they touch each other. */
export const skinOffsets = ({
	scene,
	ranges,
	frameRanges,
	sizes,
}: ContactParts): number[] =>
	[...ranges, ...frameRanges].map(
		({ body }, i) =>
			(body.contact.thickness ??
				scene.contact?.thickness ??
				relativeThickness * sizes[i]) / 2,
	);

function surfaceOfBody(
	range: BodyRange,
	{ solids, points, rangesOf }: TouchingParts,
	offset: number,
	self: boolean,
): TouchingSurface {
	const { body } = range;
	const { mesh, massOn, contact } = body;
	checkBodyContact(body.label, contact);
	const solid = solids.get(range);
	return {
		label: body.label,
		name: body.name,
		ranges: rangesOf(range),
		triangles:
			solid?.triangles ??
			range.allAmong(massOn === "edge" ? none : mesh.triangles),
		...(range.isWelded && {
			restTriangles: mesh.triangles.map((v) => range.unwelded(v)),
		}),
		loneEdges: massOn === "edge" ? range.allAmong(mesh.edges) : [],
		offset,
		touchesItself: contact.self ?? (!solid && self),
		ownPoint: (point) => range.own(points.nodeOf(point)),
	};
}

/** Where points are at rest [m]; those of colliders are nowhere. */
function restPositions(
	{ ranges, frameRanges, pointNodes, touching }: ContactParts,
	count: number,
): Float64Array {
	const { centres, nodeCount, firstCentre } = touching.points;
	const nodes = new Float64Array(3 * pointNodes);
	for (const range of ranges) range.place(range.body.mesh.positions, nodes);
	for (const range of ranges) range.placeUnwelded(nodes);
	const rest = new Float64Array(3 * count);
	rest.set(nodes.subarray(0, 3 * nodeCount));
	centres.velocities(nodes, rest.subarray(3 * firstCentre));
	for (const { touchingMesh, firstTouching } of frameRanges)
		if (firstTouching !== undefined)
			rest.set(touchingMesh.positions, 3 * firstTouching);
	return rest;
}

/** The same for points, of which nodes come first. */
function sewnPoints(
	{ sewing }: ContactParts,
	count: number,
): Sewing | undefined {
	if (!sewing) return undefined;
	const joints = Uint32Array.from({ length: count }, (_, point) => point);
	joints.set(sewing.joints);
	return { ...sewing, joints };
}

/** As thin as the thinnest of what is sewn. */
function surfaceOfRibbons(
	ribbons: readonly Ribbon[],
	among: readonly TouchingSurface[],
): TouchingSurface {
	const offsets = among.flatMap(({ isPanel, offset }) =>
		isPanel ? [offset] : [],
	);
	return {
		label: "seams",
		name: "seams",
		ranges: [],
		triangles: ribbons.flatMap(({ corners }) => corners),
		restTriangles: ribbons.flatMap(({ atRest }) => atRest),
		loneEdges: [],
		offset: Math.min(...offsets),
		touchesItself: false,
		isRibbon: true,
	};
}

interface ColliderSurface {
	readonly touching: TouchingSurface;
	readonly points: PrescribedPoints;
}

/** Balls and rods are their centres and axes, with a radius, where they do not turn: then they need none of the thousands of triangles that they are drawn with. */
function surfaceOfCollider(
	collider: Collider,
	first: number,
): ColliderSurface | undefined {
	const { core } = collider.shape;
	return core && !collider.turns
		? roundSurface(collider, core, first)
		: drawnSurface(collider, first);
}

function roundSurface(
	collider: Collider,
	{ points, radius }: NonNullable<Shape["core"]>,
	first: number,
): ColliderSurface {
	const count = points.length;
	const pose = new Float64Array(12);
	return {
		touching: {
			label: collider.label,
			name: collider.name,
			ranges: [{ first, last: first + count }],
			triangles: [],
			loneEdges: [first, first + count - 1],
			core: radius,
			offset: 0,
			touchesItself: false,
			isExact: true,
		},
		points: {
			...{ first, count },
			moves: collider.moves,
			positionsAt: (time, out) => {
				collider.poseAt(time, pose);
				for (const [i, [x, y, z]] of points.entries())
					toWorld(pose, x, y, z, out.subarray(3 * i, 3 * i + 3));
			},
		},
	};
}

function drawnSurface(
	collider: Collider,
	first: number,
): ColliderSurface | undefined {
	const drawn = collider.surfaceAt(0);
	if (!drawn) return undefined;
	const { kept, triangles } = weldedSurface(drawn);
	const count = kept.length;
	return {
		touching: {
			label: collider.label,
			name: collider.name,
			ranges: [{ first, last: first + count }],
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
