/** From a scene to a model and its initial state: bodies become ranges of vertices in common flat arrays. */

import type { Attachments } from "../attachments/attachments.ts";
import type { Grips } from "../attachments/grips.ts";
import type { SeamTerm } from "../attachments/seamTerm.ts";
import { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { ContactTerm } from "../contact/contactTerm.ts";
import type { Pusher } from "../contact/pusher.ts";
import type { SurfaceMemory } from "../contact/surface/candidates.ts";
import type { SurfaceTerm } from "../contact/surface/surfaceTerm.ts";
import type { FrameNodes } from "../frames/frameNodes.ts";
import type { FramePart } from "../frames/framePart.ts";
import { boundingBox } from "../mesh/measure.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { DomainName } from "../models/domain.ts";
import type { SolidSampling } from "../models/solid/fields/solidFields.ts";
import { singleThread, sparingKind, type Team } from "../numerics/team.ts";
import type { Threads } from "../numerics/threads.ts";
import type { PointLoads } from "../points/pointLoads.ts";
import { factorRoom } from "../solvers/linear/factorRoom.ts";
import type { LinearOptions } from "../solvers/linear/linearSolvers.ts";
import { Arena } from "../system/arena.ts";
import type { Backend } from "../system/backend.ts";
import { type BlockPattern, blockPattern } from "../system/blockPattern.ts";
import { EdgePattern } from "../system/edgeMatrix.ts";
import type { ElementGroupSource } from "../system/elementGroup.ts";
import { ElementSum } from "../system/elementSum.ts";
import type { DeadLoad } from "../system/loads.ts";
import { Mass, type MassKind } from "../system/mass.ts";
import type { Model, State, WorkArrays } from "../system/model.ts";
import type { NodeTerm } from "../system/nodeTerm.ts";
import { type Vector, VectorSpace } from "../system/vectorSpace.ts";
import type { WindTerm } from "../system/windTerm.ts";
import { allConstraints } from "./allConstraints.ts";
import type { Body } from "./body.ts";
import { BodyRange } from "./bodyRange.ts";
import type { ContactParts } from "./buildContact.ts";
import { cellMass, hasInnerMass } from "./cellMass.ts";
import type { FrameRange } from "./frameRange.ts";
import {
	dissipationGroup,
	elasticGroup,
	isOfPairs,
	modelElements,
} from "./modelElements.ts";
import type { Scene } from "./scene.ts";
import type { TouchingParts } from "./touchingParts.ts";

export interface BuiltScene {
	readonly model: Model;
	readonly state: State;
	readonly work: WorkArrays;
	readonly constraints: VertexConstraints;
	/** The points that touch, where anything does. */
	readonly touching: TouchingParts | undefined;
	/** Where there are colliders. */
	readonly contact: ContactTerm | undefined;
	/** Where surfaces touch. */
	readonly surfaces: SurfaceTerm | undefined;
	readonly attachments: Attachments | undefined;
	/** Seams, as long as they close. */
	readonly seams: SeamTerm | undefined;
	/** What each node is, or will be, sewn to; undefined where there are no seams. */
	readonly sewn: Uint32Array | undefined;
	readonly pointLoads: PointLoads | undefined;
	/** Where points can be gripped. */
	readonly grips: Grips | undefined;
	/** Where it can be pushed. */
	readonly pusher: Pusher | undefined;
	/** Where the scene has wind, or can be given it by hand. */
	readonly wind: WindTerm | undefined;
	readonly frames: FrameNodes | undefined;
	readonly frameParts: readonly FramePart[];
	/** Attachments, seams, loads on points, grips, a ball that pushes, and wind. */
	readonly terms: readonly NodeTerm[];
	readonly ranges: readonly BodyRange[];
	readonly frameRanges: readonly FrameRange[];
	/** What the groups of elastic elements are, in their order. */
	readonly elasticParts: readonly ElasticPart[];
	readonly arena: Arena;
	readonly space: VectorSpace;
	readonly team: Team;
	/** To be called when frames came or went, or others are held. */
	readonly renewStructure: () => void;
	/** Takes other values of models, where it can be touched; `renewStructure` is to be called then. */
	readonly renewValues: (() => void) | undefined;
}

export interface ElasticPart {
	readonly body: Body;
	readonly domain: DomainName;
	/** What its elements can tell of stress and strain, where they are of solids. */
	readonly solid: SolidSampling | undefined;
	/** The body's own number of each element; undefined where they are in the same order. */
	readonly order: Uint32Array | undefined;
}

export interface BuildOptions {
	readonly backend: Backend;
	/** Lumped for vertices and consistent for frames where left out. */
	readonly mass: MassKind | undefined;
	/** Length of a step [s]. */
	readonly timeStep: number;
	readonly threads?: Threads;
	/** Whether it can be gripped, pushed and blown at. */
	readonly grips?: boolean;
	/** Whether seams are welded from the beginning: vertices that are sewn together are one node. */
	readonly isWelded?: boolean;
	/** How linear systems will be solved. */
	readonly linear?: LinearOptions;
}

/** Bytes for pairs of triangles that might touch: small meshes that move far in a step have nearly all, and those of layers on each other a hundred for each node. */
const candidateRoom = (nodes: number): number =>
	Math.min(Math.max(2 ** 27, 24_000 * nodes), 2 ** 30);
/** Over which the initial velocity of moved vertices is measured [s]. */
const firstMoment = 1e-4;

export async function buildScene(
	scene: Scene,
	options: BuildOptions,
): Promise<BuiltScene> {
	if (scene.bodies.length === 0)
		throw new Error("scene: it has no bodies; add one with scene.add(…)");
	const team = await teamOf(options.threads);
	try {
		return await buildWith(team, scene, options);
	} catch (error) {
		team.close();
		throw error;
	}
}

/** Programs without threads do not load what these need. */
async function teamOf(threads: Threads | undefined): Promise<Team> {
	if (!threads || threads.count === 1) return singleThread(sparingKind());
	const { startTeam } = await import("../numerics/threads.ts");
	return startTeam(threads);
}

async function buildWith(
	team: Team,
	scene: Scene,
	options: BuildOptions,
): Promise<BuiltScene> {
	const { backend, mass: massKind, timeStep, linear, isWelded } = options;
	const ranges = bodyRanges(scene.meshBodies);
	const last = ranges.at(-1);
	/** Without inner nodes. */
	const meshVertices = last ? last.first + last.count : 0;
	const pointNodes = last ? last.firstInner + last.innerCount : 0;
	const frameCount = scene.framedBodies.reduce(
		(sum, body) => sum + body.frameCapacity,
		0,
	);
	const nodeCount = pointNodes + 2 * frameCount;
	const arena = new Arena(team.memory);
	const sewing =
		scene.seams.length > 0 ? await import("./sewing.ts") : undefined;
	const sewn = sewing?.sewnNodes(scene.seams, ranges, meshVertices);
	if (sewn && isWelded) for (const range of ranges) range.join(sewn);
	const massElements = ranges.some(hasInnerMass)
		? (await import("./massElements.ts")).massElements
		: cellMass;
	const massive = ranges.flatMap(massElements);
	massive.push(...(sewing?.leftMass(ranges, massive) ?? []));
	const mass = new Mass(nodeCount, massive, massKind ?? "lumped", {
		arena,
		team,
	});
	for (const range of ranges) checkBody(range, mass);
	// What a scene does not have, its program need not load.
	const framed = frameCount > 0 ? await import("./buildFrames.ts") : undefined;
	const { frames, frameRanges = [] } =
		(await framed?.buildFrames(
			scene,
			pointNodes,
			frameCount,
			massKind ?? "consistent",
		)) ?? {};
	const frameParts = frameRanges.map(({ part }) => part);

	const space = new VectorSpace(nodeCount, arena, team);
	const vector = () => space.vector();
	const state: State = { x: vector(), v: vector(), time: 0, step: 0 };
	let dissipationPositions: Vector | undefined;
	let stepVelocity: Vector | undefined;
	const work: WorkArrays = {
		start: vector(),
		before: vector(),
		get dissipationPositions() {
			dissipationPositions ??= vector();
			return dissipationPositions;
		},
		get stepVelocity() {
			stepVelocity ??= vector();
			return stepVelocity;
		},
	};
	const sum = (sources: readonly ElementGroupSource[]) =>
		ElementSum.create(sources, {
			vertexCount: nodeCount,
			edges: () => model.edges,
			arena,
			backend,
			team,
		});
	const pressing = ranges.some(({ body }) => body.pressures.length > 0)
		? await import("./placedPressure.ts")
		: undefined;
	const pressures = ranges.flatMap((range) =>
		range.body.pressures.flatMap(
			(load) => pressing?.placedPressure(range, load) ?? [],
		),
	);
	const ofPairs = ranges.some(({ models }) => models.some(isOfPairs))
		? await import("./pairElements.ts")
		: undefined;
	const elements = ranges.flatMap((range) =>
		modelElements(range, ofPairs?.pairElements),
	);
	const overSeams =
		isWelded && scene.seams.length > 0
			? (await import("./seamBending.ts")).seamBending(scene.seams, ranges)
			: [];
	const elastic = await sum([...elements.map(elasticGroup), ...overSeams]);
	const follower = await sum(
		pressures.flatMap((load) => pressing?.pressureGroup(load) ?? []),
	);
	const dissipation = await sum(elements.flatMap(dissipationGroup));
	// Factors with what touches are beside those without.
	const room = factorRoom(
		nodeCount,
		scene.contact !== undefined,
		linear?.method,
	);
	arena.seal(scene.contact ? 2 * room + candidateRoom(nodeCount) : room);
	const pairRoom = arena.spareBytes - 2 * room;

	for (const range of ranges) {
		range.place(range.body.positions, state.x.array);
		range.scatter(range.body.velocities, state.v.array);
	}
	for (const range of ranges)
		for (const [node, start] of range.leftNodes())
			state.x.array.set(start, 3 * node);
	for (const range of frameRanges) range.start(state.x.array, state.v.array);
	const follow = () => {
		frames?.read(state.x.array);
		for (const part of frameParts) part.moved();
	};
	const constraints = new VertexConstraints(
		nodeCount,
		allConstraints(ranges, frameRanges),
	);
	constraints.imposeVelocity(state.v.array, 0, firstMoment);
	const size = extent(scene.meshBodies, frameRanges);
	const x = state.x.array;
	const { touching, contact, surfaces } = await buildTouching({
		...{ scene, ranges, frameRanges, meshVertices, pointNodes },
		...{
			mass,
			constraints,
			x,
			follow,
			memory: { arena, team, room: pairRoom },
		},
		sewing: sewn &&
			sewing && {
				joints: sewn,
				sides: sewing.seamSides(scene.seams, ranges),
				overdue: isWelded
					? Number.POSITIVE_INFINITY
					: sewing.overdueTime(scene.seams),
			},
		isWelded: isWelded ?? false,
		ribbons: sewing && !isWelded ? sewing.seamRibbons(scene.seams, ranges) : [],
		sizes: [
			...scene.meshBodies.map((body) => extent([body], [])),
			...frameRanges.map((range) => extent([], [range])),
		],
	});
	const tied =
		scene.attachments.length > 0
			? await import("./buildAttachments.ts")
			: undefined;
	const tieParts = {
		...{ ranges, frameRanges, elastic, mass, timeStep },
		x: state.x,
	};
	const attachments = tied?.buildAttachments(scene.attachments, tieParts);
	const seams = isWelded
		? undefined
		: sewing?.buildSeams(scene.seams, tieParts);
	const pointLoads = framed?.buildPointLoads(frameRanges);
	const hand = options.grips ? await import("./buildGrips.ts") : undefined;
	const grips = hand?.buildGrips({ ranges, frameRanges, x: state.x });
	const pusher = hand?.buildPusher(
		{ ranges, frameRanges, meshVertices, pointNodes, mass, constraints, x },
		touching,
	);
	const wind = await buildWind(scene, ranges, x, options.grips ?? false);
	const terms = [attachments, seams, pointLoads, grips, pusher, wind].filter(
		(term) => term !== undefined,
	);

	const findPattern = (which: "all" | "changing") =>
		blockPattern(nodeCount, (couple) => {
			for (const part of [elastic, follower, dissipation])
				part.visitCouplings(which, couple);
			mass.visitCouplings(couple);
			for (const term of [...frameParts, ...terms]) term.visitCouplings(couple);
		});
	/** Those who need it for long keep it themselves. */
	let pattern: WeakRef<BlockPattern> | undefined;
	let edges: EdgePattern | undefined;
	const model: Model = {
		vertexCount: nodeCount,
		mass,
		elastic,
		follower,
		dissipation,
		get pattern() {
			const found = pattern?.deref() ?? findPattern("all");
			pattern = new WeakRef(found);
			return found;
		},
		get edges() {
			edges ??= new EdgePattern(
				model.pattern,
				findPattern("changing"),
				// Levels of multigrid are made with own blocks where all rows have them.
				contact || surfaces || frameParts.length + terms.length > 0
					? upTo(nodeCount)
					: loadedVertices(follower),
				arena,
			);
			return edges;
		},
		pressures,
		setPressures: (time, factor) =>
			pressing?.setPressures(pressures, follower, time, factor),
		deadLoads: [gravityLoad(mass, scene.gravity), ...ranges.flatMap(bodyLoads)],
		gravity: scene.gravity,
		size,
	};
	mass.bind(() => model.pattern);
	const renewStructure = () => {
		constraints.replace(allConstraints(ranges, frameRanges));
		contact?.framesChanged();
		pattern = undefined;
		mass.bind(() => model.pattern);
		edges?.section.release();
		edges = undefined;
		for (const part of [elastic, follower, dissipation]) part.patternChanged();
	};
	const renewValues =
		hand && (() => hand.renewValues(scene, ranges, { elastic, dissipation }));
	const elasticParts = elements.map(({ body, use, order }) => ({
		body,
		domain: use.model.domain,
		solid: use.model.solid as SolidSampling | undefined,
		order,
	}));
	return {
		model,
		state,
		work,
		constraints,
		touching,
		contact,
		surfaces,
		attachments,
		seams,
		sewn,
		pointLoads,
		grips,
		pusher,
		wind,
		frames,
		frameParts,
		terms,
		ranges,
		frameRanges,
		elasticParts,
		arena,
		space,
		team,
		renewStructure,
		renewValues,
	};
}

/** Contact with colliders and of surfaces, where the scene has them: what it does not have, its program need not load. */
async function buildTouching(
	parts: Omit<ContactParts, "touching" | "memory"> & {
		readonly memory: Omit<SurfaceMemory, "numerics">;
	},
): Promise<Pick<BuiltScene, "touching" | "contact" | "surfaces">> {
	const { scene } = parts;
	const none = { touching: undefined, contact: undefined, surfaces: undefined };
	if (scene.colliders.length === 0 && !scene.contact) return none;
	const { touchingParts } = await import("./touchingParts.ts");
	const { contactNumerics } = await import("../numerics/contactNumerics.ts");
	const numerics = await contactNumerics(parts.memory.team);
	const touching = touchingParts(parts);
	const all = { ...parts, touching, memory: { ...parts.memory, numerics } };
	const facing = scene.contact ? await import("./buildSurfaces.ts") : undefined;
	const meeting =
		scene.colliders.length > 0 ? await import("./buildContact.ts") : undefined;
	const contact = meeting?.buildContact(all, facing?.skinOffsets(all));
	const surfaces = facing?.buildSurfaces(all, scene.contact ?? {});
	if (surfaces && scene.contact?.untangle && !parts.isWelded) {
		const { untangleStart } = await import("./untangleStart.ts");
		untangleStart(all, surfaces, contact);
	}
	if (contact) meeting?.placeOutside(contact, all);
	// What is welded begins where its seams have closed.
	const problem = parts.isWelded ? undefined : surfaces?.inspect();
	if (problem)
		throw new Error(
			scene.contact?.untangle
				? `${problem}; untangling did not get that far`
				: `${problem}, or untangle them with contact.untangle`,
		);
	return {
		touching,
		contact,
		surfaces,
	};
}

/** The wind on all cloth, where the scene has some or can be given it by hand. */
async function buildWind(
	scene: Scene,
	ranges: readonly BodyRange[],
	x: Float64Array,
	isByHand: boolean,
): Promise<WindTerm | undefined> {
	if (!scene.wind && !isByHand) return undefined;
	const { WindTerm } = await import("../system/windTerm.ts");
	const triangles = ranges.flatMap((range) =>
		range.body.massOn === "triangle"
			? [...range.allAmong(range.body.mesh.triangles)]
			: [],
	);
	const term = new WindTerm(Uint32Array.from(triangles), x);
	term.set(scene.wind);
	return term;
}

/** Vertices under pressure, ascending. */
function loadedVertices({ groups }: ElementSum): Uint32Array {
	const vertices = new Set<number>();
	for (const group of groups) for (const v of group.vertices) vertices.add(v);
	return Uint32Array.from(vertices).sort();
}

function bodyRanges(bodies: readonly Body[]): BodyRange[] {
	let first = 0;
	let firstInner = bodies.reduce((sum, body) => sum + body.vertexCount, 0);
	return bodies.map((body) => {
		const range = new BodyRange(body, first, firstInner);
		first += range.count;
		firstInner += range.innerCount;
		return range;
	});
}

/** Vertices without mass, and initial states that are not numbers, would only show later, and less clearly. */
function checkBody(range: BodyRange, mass: Mass): void {
	const { body, first, count } = range;
	const massless = mass.vertexMasses.indexOf(0, first);
	if (massless >= 0 && massless < first + count)
		throw new Error(
			`${body.label}: vertex ${range.own(massless)} has no mass, since no ${body.massOn} uses it; repairMesh removes such vertices`,
		);
	for (const [what, values] of [
		["position", body.positions],
		["velocity", body.velocities],
	] as const) {
		for (let bad = 0; bad < values.length; bad++) {
			if (Number.isFinite(values[bad])) continue;
			throw new Error(
				`${body.label}: the initial ${what} of vertex ${Math.floor(bad / 3)} has the coordinate ${values[bad]}; it must be finite`,
			);
		}
	}
}

function bodyLoads(range: BodyRange): DeadLoad[] {
	const { deadLoads, middleLoads } = range.body;
	return [
		...deadLoads.map((load) => ({
			...load,
			vertices: range.allAmong(load.vertices),
		})),
		...middleLoads.map(({ ends, weights, force }) => ({
			weights,
			vertices: Uint32Array.from(weights, (_, i) =>
				range.middle(ends[2 * i], ends[2 * i + 1]),
			),
			force: (time: number) => {
				const f = force(time);
				if (f.length === 3) return f;
				return Float64Array.from({ length: f.length / 2 }, (_, i) => {
					const at = 6 * Math.floor(i / 3) + (i % 3);
					return 0.5 * (f[at] + f[at + 3]);
				});
			},
		})),
	];
}

function gravityLoad(mass: Mass, gravity: Vector3): DeadLoad {
	return {
		vertices: upTo(mass.vertexMasses.length),
		weights: mass.vertexMasses,
		force: () => gravity,
	};
}

/** 0, 1, … up to so many, by hand: a callback for each took a third of a second for a million triangles. */
function upTo(count: number): Uint32Array {
	const numbers = new Uint32Array(count);
	for (let i = 0; i < count; i++) numbers[i] = i;
	return numbers;
}

/** Diagonal of the box around all rest and initial positions [m]. */
function extent(
	bodies: readonly Body[],
	frameRanges: readonly FrameRange[],
): number {
	const boxes = [
		...bodies.flatMap(({ mesh, positions }) =>
			[mesh.positions, positions].map(boundingBox),
		),
		...frameRanges.map(({ box }) => box),
	];
	const side = (k: number) =>
		Math.max(...boxes.map(({ max }) => max[k])) -
		Math.min(...boxes.map(({ min }) => min[k]));
	return Math.hypot(side(0), side(1), side(2));
}
