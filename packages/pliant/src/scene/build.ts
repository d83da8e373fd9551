/** From a scene to a model and its initial state: bodies become ranges of vertices in common flat arrays. */

import {
	type VertexConstraint,
	VertexConstraints,
} from "../constraints/vertexConstraints.ts";
import { Contact } from "../contact/contact.ts";
import { boundingBox } from "../mesh/measure.ts";
import { cells, type Vector3, verticesPerCell } from "../mesh/mesh.ts";
import { type DomainName, domains } from "../models/domain.ts";
import type { AppliedModel } from "../models/elementModel.ts";
import type { MaterialValue } from "../models/parameters.ts";
import { singleThread, type Team } from "../numerics/team.ts";
import { startTeam, type Threads } from "../numerics/threads.ts";
import { Arena } from "../system/arena.ts";
import type { Backend } from "../system/backend.ts";
import { blockPattern } from "../system/blockPattern.ts";
import { EdgePattern } from "../system/edgeMatrix.ts";
import type { ElementGroupSource } from "../system/elementGroup.ts";
import { ElementSum } from "../system/elementSum.ts";
import {
	type DeadLoad,
	type PressureLoad,
	pressurePotential,
} from "../system/loads.ts";
import { Mass, type MassElements, type MassKind } from "../system/mass.ts";
import type { Model, State, WorkArrays } from "../system/model.ts";
import { VectorSpace } from "../system/vectorSpace.ts";
import type { Body } from "./body.ts";
import { BodyRange } from "./bodyRange.ts";
import { innerMass } from "./innerMass.ts";
import { surfaceParts, tributary } from "./loadedParts.ts";
import type { PreparedModel } from "./preparedModels.ts";
import type { Scene } from "./scene.ts";

export interface BuiltScene {
	readonly model: Model;
	readonly state: State;
	readonly work: WorkArrays;
	readonly constraints: VertexConstraints;
	/** Where there are colliders. */
	readonly contact: Contact | undefined;
	readonly ranges: readonly BodyRange[];
	/** What the groups of elastic elements are, in their order. */
	readonly elasticParts: readonly ElasticPart[];
	readonly arena: Arena;
	readonly space: VectorSpace;
	readonly team: Team;
}

export interface ElasticPart {
	readonly body: Body;
	readonly domain: DomainName;
	/** The body's own number of each element; undefined where they are in the same order. */
	readonly order: Uint32Array | undefined;
}

/** Over which the initial velocity of moved vertices is measured [s]. */
const firstMoment = 1e-4;

export async function buildScene(
	scene: Scene,
	backend: Backend,
	massKind: MassKind,
	threads?: Threads,
): Promise<BuiltScene> {
	if (scene.bodies.length === 0)
		throw new Error("scene: it has no bodies; add one with scene.add(…)");
	const team =
		threads && threads.count > 1
			? await startTeam(threads)
			: await singleThread();
	try {
		return await buildWith(team, scene, backend, massKind);
	} catch (error) {
		team.close();
		throw error;
	}
}

async function buildWith(
	team: Team,
	scene: Scene,
	backend: Backend,
	massKind: MassKind,
): Promise<BuiltScene> {
	const ranges = bodyRanges(scene.bodies);
	const { first, count, firstInner, innerCount } = ranges[ranges.length - 1];
	/** Without inner nodes. */
	const meshVertices = first + count;
	const vertexCount = firstInner + innerCount;
	const arena = new Arena(team.memory);
	const massive = ranges.flatMap(massElements);
	const mass = new Mass(vertexCount, massive, massKind, { arena, team });
	for (const range of ranges) checkBody(range, mass);

	const space = new VectorSpace(vertexCount, arena, team);
	const vector = () => space.vector();
	const state: State = { x: vector(), v: vector(), time: 0, step: 0 };
	const work: WorkArrays = {
		start: vector(),
		dissipationPositions: vector(),
		stepVelocity: vector(),
	};
	const sum = (sources: readonly ElementGroupSource[]) =>
		ElementSum.create(sources, { vertexCount, arena, backend, team });
	const pressures = ranges.flatMap((range) =>
		range.body.pressures.map((load) => ({
			...load,
			triangles: pressedTriangles(range, load),
		})),
	);
	const elements = ranges.flatMap(modelElements);
	const elastic = await sum(elements.map(elasticGroup));
	const follower = await sum(pressures.map(pressureGroup));
	const dissipation = await sum(elements.flatMap(dissipationGroup));
	arena.seal();

	const pattern = blockPattern(vertexCount, (couple) => {
		for (const part of [elastic, follower, dissipation])
			part.visitCouplings(couple);
		mass.visitCouplings(couple);
	});
	mass.bind(pattern);
	let edges: EdgePattern | undefined;
	for (const range of ranges) {
		range.scatter(range.body.positions, state.x.array);
		range.scatter(range.body.velocities, state.v.array);
	}

	const model: Model = {
		vertexCount,
		mass,
		elastic,
		follower,
		dissipation,
		pattern,
		get edges() {
			edges ??= new EdgePattern(
				pattern,
				scene.colliders.length > 0
					? Uint32Array.from({ length: vertexCount }, (_, i) => i)
					: loadedVertices(follower),
				arena,
			);
			return edges;
		},
		pressures,
		deadLoads: [
			gravityLoad(mass, scene.gravity),
			...ranges.flatMap((range) =>
				range.body.deadLoads.map(
					(load): DeadLoad => ({
						...load,
						vertices: range.allAmong(load.vertices),
					}),
				),
			),
		],
		size: extent(scene.bodies),
	};
	const constraints = new VertexConstraints(
		vertexCount,
		allConstraints(ranges),
	);
	constraints.imposeVelocity(state.v.array, 0, firstMoment);
	const contact =
		scene.colliders.length > 0
			? new Contact({
					colliders: scene.colliders,
					weights: carriedMasses(ranges, mass).subarray(0, meshVertices),
					constraints,
					size: model.size,
					gravity: scene.gravity,
				})
			: undefined;
	if (contact) placeOutside(contact, ranges, state.x.array);
	const elasticParts = elements.map(({ body, use, order }) => ({
		body,
		domain: use.model.domain,
		order,
	}));
	return {
		model,
		state,
		work,
		constraints,
		contact,
		ranges,
		elasticParts,
		arena,
		space,
		team,
	};
}

/**
 * Mass [kg] that each vertex may have to carry on a collider: its own in sheets and cables, of a solid its share of the surface
 * times the body's, so that it does not depend on the mesh.
 */
function carriedMasses(ranges: readonly BodyRange[], mass: Mass): Float64Array {
	const carried = mass.vertexMasses.slice();
	for (const range of ranges) {
		const { body } = range;
		if (body.massOn === "edge" || body.massOn === "triangle") continue;
		const areas = new Map<number, number>();
		let total = 0;
		for (const { triangles, share } of surfaceParts(body.mesh)) {
			const { loaded, weights } = tributary(body.mesh, triangles, 3);
			for (const [i, vertex] of loaded.entries()) {
				areas.set(vertex, (areas.get(vertex) ?? 0) + share * weights[i]);
				total += share * weights[i];
			}
		}
		for (const [vertex, area] of areas)
			carried[range.among(vertex)] = (body.mass * area) / total;
	}
	return carried;
}

/** Lifts bodies that just touch colliders; those that are in one are a mistake. */
function placeOutside(
	contact: Contact,
	ranges: readonly BodyRange[],
	x: Float64Array,
): void {
	for (const range of ranges) {
		const { first, count, body, firstInner, innerCount } = range;
		const last = first + count;
		const lift = (from: number, to: number, by: ArrayLike<number>) => {
			for (let i = 3 * from; i < 3 * to; i++) x[i] += by[i % 3];
		};
		const problem =
			contact.inspect(x, first, last, (by) => {
				if (body.constraints.size > 0) return;
				lift(first, last, by);
				lift(firstInner, firstInner + innerCount, by);
			}) ?? contact.inspect(x, first, last, () => {});
		if (!problem) continue;
		const vertex = range.own(problem.vertex);
		throw new Error(`${body.label}: vertex ${vertex}: ${problem.what}`);
	}
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
		const bad = values.findIndex((value) => !Number.isFinite(value));
		if (bad >= 0)
			throw new Error(
				`${body.label}: the initial ${what} of vertex ${Math.floor(bad / 3)} has the coordinate ${values[bad]}; it must be finite`,
			);
	}
}

function massElements(range: BodyRange): MassElements[] {
	const { body } = range;
	const masses = body.cellMasses();
	if (masses.length === 0)
		throw new Error(
			`${body.label}: its mesh has no ${body.massOn} cells to carry its mass`,
		);
	const elements = {
		nodes: verticesPerCell[body.massOn],
		vertices: range.allAmong(cells(body.mesh, body.massOn)),
		masses,
	};
	return [elements, ...innerMass(range, elements)];
}

function gravityLoad(mass: Mass, gravity: Vector3): DeadLoad {
	return {
		vertices: Uint32Array.from(mass.vertexMasses, (_, i) => i),
		weights: mass.vertexMasses,
		force: () => gravity,
	};
}

function pressedTriangles(
	range: BodyRange,
	{ triangles }: PressureLoad,
): Uint32Array {
	const order = range.elementOrder(triangles, 3);
	return range.allAmong(order ? inOrder(triangles, 3, order) : triangles);
}

/** Elements, given by their vertices, in another order. */
function inOrder(
	vertices: Uint32Array,
	nodes: number,
	order: Uint32Array,
): Uint32Array {
	const reordered = new Uint32Array(vertices.length);
	for (let i = 0; i < vertices.length; i++)
		reordered[i] = vertices[nodes * order[Math.floor(i / nodes)] + (i % nodes)];
	return reordered;
}

function pressureGroup({ triangles }: PressureLoad): ElementGroupSource {
	return {
		label: "pressure",
		potential: pressurePotential,
		vertices: triangles,
		parameters: new Float64Array(triangles.length / 3),
		samples: 1,
	};
}

/** The elements of one model of a body. */
interface ModelElements
	extends Pick<ElementGroupSource, "vertices" | "parameters" | "samples"> {
	readonly body: Body;
	readonly use: AppliedModel;
	readonly order: Uint32Array | undefined;
}

const modelElements = (range: BodyRange): ModelElements[] =>
	range.models.map((prepared) => ({
		body: range.body,
		use: prepared.use,
		...elementData(range, prepared),
	}));

function elasticGroup({
	body,
	use: { model },
	order: _,
	...data
}: ModelElements): ElementGroupSource {
	return {
		label: `'${model.name}' of ${body.label}`,
		potential: model.potential,
		...data,
	};
}

/** None where nothing is damped. */
function dissipationGroup({
	body,
	use: { model, material },
	order: _,
	...data
}: ModelElements): ElementGroupSource[] {
	const { dissipation, dissipationPotential, name } = model;
	if (!dissipation || !dissipationPotential || isZero(material[dissipation.by]))
		return [];
	return [
		{
			label: `damping of '${name}' of ${body.label}`,
			potential: dissipationPotential,
			...data,
		},
	];
}

const isZero = (value: MaterialValue): boolean =>
	typeof value === "number"
		? value === 0
		: Array.from(value).every((v) => v === 0);

/** Vertices and parameters of every element and sample. */
function elementData(
	range: BodyRange,
	{ use, elements: vertices, material }: PreparedModel,
) {
	const { body } = range;
	const { model } = use;
	const { nodes, inner = [] } = domains[model.domain];
	const ofVertices = nodes - inner.length;
	const { positions } = body.mesh;
	const count = vertices.length / nodes;
	// A sheet of one triangle has nothing to bend.
	if (count === 0 && model.domain !== "hinge" && !use.prepare)
		throw new Error(
			`${body.label}: its mesh has no ${model.domain} elements for the model '${model.name}'${model.domain === "edge" ? "; edgesOf(mesh) adds the edges of its cells" : ""}`,
		);
	const numbers: Record<string, number> = {};
	const perElement: [name: string, values: ArrayLike<number>][] = [];
	for (const [name, value] of Object.entries(material))
		if (typeof value === "number") numbers[name] = value;
		else if (value.length === count) perElement.push([name, value]);
		else
			throw new Error(
				`${body.label}: ${name} of '${model.name}' has ${value.length} values; give one number, or one for each of its ${count} elements`,
			);
	const { samples } = model;
	const parameterCount = model.potential.parameters.length;
	const parameters = new Float64Array(count * samples * parameterCount);
	const sampleVertices = new Uint32Array(count * samples * nodes);
	const order = range.elementOrder(vertices, nodes);
	// `X` and `numbers` serve all elements: with new ones for each, they were most of the time it took to build.
	const X = Array.from({ length: nodes }, (): [number, number, number] => [
		0, 0, 0,
	]);
	const nameOf = (element: number) =>
		`${body.label}: ${model.domain} ${element} (vertices ${vertices.subarray(element * nodes, (element + 1) * nodes).join(", ")})`;
	const restNumbers = (sample: number, element: number) => {
		try {
			return model.restNumbers(X, numbers, sample);
		} catch (error) {
			throw new Error(
				`${nameOf(element)} is refused by '${model.name}': ${(error as Error).message}`,
			);
		}
	};
	for (let i = 0; i < count; i++) {
		const element = order ? order[i] : i;
		const own = element * nodes;
		for (let node = 0; node < ofVertices; node++)
			for (let k = 0; k < 3; k++)
				X[node][k] = positions[3 * vertices[own + node] + k];
		for (const [node, [a, b]] of inner.entries())
			for (let k = 0; k < 3; k++)
				X[ofVertices + node][k] = 0.5 * (X[a][k] + X[b][k]);
		for (const [name, values] of perElement) numbers[name] = values[element];
		for (let sample = 0; sample < samples; sample++) {
			const at = i * samples + sample;
			const rest = restNumbers(sample, element);
			for (let p = 0; p < parameterCount; p++) {
				if (!Number.isFinite(rest[p]))
					throw new Error(
						`${nameOf(element)} gives '${model.name}' a rest value that is not finite; its shape is degenerate`,
					);
				parameters[at * parameterCount + p] = rest[p];
			}
			for (let node = 0; node < nodes; node++)
				sampleVertices[at * nodes + node] = range.among(vertices[own + node]);
		}
	}
	return { vertices: sampleVertices, parameters, samples, order };
}

function allConstraints(
	ranges: readonly BodyRange[],
): Map<number, VertexConstraint> {
	const all = new Map<number, VertexConstraint>();
	for (const range of ranges)
		for (const [vertex, { normals, displacement }] of range.body.constraints) {
			const [x, y, z] = range.body.positions.subarray(3 * vertex);
			all.set(range.among(vertex), {
				normals,
				target: (time) => {
					const [dx, dy, dz] = displacement(time);
					return [x + dx, y + dy, z + dz];
				},
			});
		}
	return all;
}

/** Diagonal of the box around all rest and initial positions [m]. */
function extent(bodies: readonly Body[]): number {
	const boxes = bodies.flatMap(({ mesh, positions }) =>
		[mesh.positions, positions].map(boundingBox),
	);
	const side = (k: number) =>
		Math.max(...boxes.map(({ max }) => max[k])) -
		Math.min(...boxes.map(({ min }) => min[k]));
	return Math.hypot(side(0), side(1), side(2));
}
