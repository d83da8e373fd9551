/** From a scene to a model and its initial state: bodies become ranges of vertices in common flat arrays. */
import {
	type VertexConstraint,
	VertexConstraints,
} from "../constraints/vertexConstraints.ts";
import { cells, type Vector3, verticesPerCell } from "../mesh/mesh.ts";
import { domains } from "../models/domain.ts";
import type { AppliedModel } from "../models/elementModel.ts";
import type { MaterialValue } from "../models/parameters.ts";
import { singleThread, type Team } from "../numerics/team.ts";
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
import type { Scene } from "./scene.ts";

/** Where a body's vertices are among all. */
export interface BodyRange {
	readonly body: Body;
	readonly first: number;
	readonly count: number;
}

export interface BuiltScene {
	readonly model: Model;
	readonly state: State;
	readonly work: WorkArrays;
	readonly constraints: VertexConstraints;
	readonly ranges: readonly BodyRange[];
	readonly arena: Arena;
	readonly space: VectorSpace;
	readonly team: Team;
}

/** Over which the initial velocity of moved vertices is measured [s]. */
const firstMoment = 1e-4;

export async function buildScene(
	scene: Scene,
	backend: Backend,
	massKind: MassKind,
): Promise<BuiltScene> {
	if (scene.bodies.length === 0)
		throw new Error("scene: it has no bodies; add one with scene.add(…)");
	const ranges = bodyRanges(scene.bodies);
	const { first, count } = ranges[ranges.length - 1];
	const vertexCount = first + count;
	const team = await singleThread();
	const arena = new Arena(team.memory);
	const elements = ranges.map(massElements);
	const mass = new Mass(vertexCount, elements, massKind, { arena, team });
	for (const range of ranges) checkBody(range, mass);

	const space = new VectorSpace(vertexCount, arena, team);
	const vector = () => space.vector();
	const state: State = { x: vector(), v: vector(), time: 0, step: 0 };
	const work: WorkArrays = {
		start: vector(),
		dissipationPositions: vector(),
		stepVelocity: vector(),
		direction: vector(),
	};
	const sum = (
		sources: readonly ElementGroupSource[],
		x: State["x"],
		v: State["v"],
	) =>
		ElementSum.create(sources, {
			vertexCount,
			arrays: { x, v, start: work.start, direction: work.direction },
			arena,
			backend,
			team,
		});
	const pressures = ranges.flatMap(({ body, first }) =>
		body.pressures.map((load) => ({
			...load,
			triangles: shift(load.triangles, first),
		})),
	);
	const elastic = await sum(ranges.flatMap(elasticGroups), state.x, state.v);
	const follower = await sum(pressures.map(pressureGroup), state.x, state.v);
	const dissipation = await sum(
		ranges.flatMap(dissipationGroups),
		work.dissipationPositions,
		work.stepVelocity,
	);
	arena.seal();

	const pattern = blockPattern(vertexCount, (couple) => {
		for (const part of [elastic, follower, dissipation])
			part.visitBlocks("f64", couple);
		mass.visitCouplings(couple);
	});
	mass.bind(pattern);
	let edges: EdgePattern | undefined;
	for (const { body, first } of ranges) {
		state.x.array.set(body.positions, 3 * first);
		state.v.array.set(body.velocities, 3 * first);
	}

	const model: Model = {
		vertexCount,
		mass,
		elastic,
		follower,
		dissipation,
		pattern,
		get edges() {
			edges ??= new EdgePattern(pattern, loadedVertices(follower), arena);
			return edges;
		},
		pressures,
		deadLoads: [
			gravityLoad(mass, scene.gravity),
			...ranges.flatMap(({ body, first }) =>
				body.deadLoads.map(
					(load): DeadLoad => ({
						...load,
						vertices: shift(load.vertices, first),
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
	return { model, state, work, constraints, ranges, arena, space, team };
}

/** Vertices under pressure, ascending. */
function loadedVertices({ groups }: ElementSum): Uint32Array {
	const vertices = new Set<number>();
	for (const group of groups) for (const v of group.vertices) vertices.add(v);
	return Uint32Array.from(vertices).sort();
}

function bodyRanges(bodies: readonly Body[]): BodyRange[] {
	let first = 0;
	return bodies.map((body) => {
		const range = { body, first, count: body.vertexCount };
		first += range.count;
		return range;
	});
}

/** Vertices without mass, and initial states that are not numbers, would only show later, and less clearly. */
function checkBody({ body, first, count }: BodyRange, mass: Mass): void {
	const massless = mass.vertexMasses.indexOf(0, first);
	if (massless >= 0 && massless < first + count)
		throw new Error(
			`${body.label}: vertex ${massless - first} has no mass, since no ${body.massOn} uses it; repairMesh removes such vertices`,
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

const shift = (vertices: Uint32Array, by: number): Uint32Array =>
	vertices.map((v) => v + by);

function massElements({ body, first }: BodyRange): MassElements {
	const masses = body.cellMasses();
	if (masses.length === 0)
		throw new Error(
			`${body.label}: its mesh has no ${body.massOn} cells to carry its mass`,
		);
	return {
		nodes: verticesPerCell[body.massOn],
		vertices: shift(cells(body.mesh, body.massOn), first),
		masses,
	};
}

function gravityLoad(mass: Mass, gravity: Vector3): DeadLoad {
	return {
		vertices: Uint32Array.from(mass.vertexMasses, (_, i) => i),
		weights: mass.vertexMasses,
		force: () => gravity,
	};
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

function elasticGroups({ body, first }: BodyRange): ElementGroupSource[] {
	return body.models.map((use) => ({
		label: `'${use.model.name}' of ${body.label}`,
		potential: use.model.potential,
		...elementData(body, use, first),
	}));
}

function dissipationGroups({ body, first }: BodyRange): ElementGroupSource[] {
	return body.models.flatMap((use) => {
		const { dissipation, dissipationPotential, name } = use.model;
		if (
			!dissipation ||
			!dissipationPotential ||
			isZero(use.material[dissipation.by])
		)
			return [];
		return {
			label: `damping of '${name}' of ${body.label}`,
			potential: dissipationPotential,
			...elementData(body, use, first),
		};
	});
}

const isZero = (value: MaterialValue): boolean =>
	typeof value === "number"
		? value === 0
		: Array.from(value).every((v) => v === 0);

/** Vertices and parameters of every element and sample. */
function elementData(
	body: Body,
	{ model, material }: AppliedModel,
	first: number,
) {
	const { nodes, elements } = domains[model.domain];
	const vertices = elements(body.mesh);
	const count = vertices.length / nodes;
	// A sheet of one triangle has nothing to bend.
	if (count === 0 && model.domain !== "hinge")
		throw new Error(
			`${body.label}: its mesh has no ${model.domain} elements for the model '${model.name}'`,
		);
	for (const [name, value] of Object.entries(material))
		if (typeof value !== "number" && value.length !== count)
			throw new Error(
				`${body.label}: ${name} of '${model.name}' has ${value.length} values; give one number, or one for each of its ${count} elements`,
			);
	const { samples } = model;
	const parameterCount = model.potential.parameters.length;
	const parameters = new Float64Array(count * samples * parameterCount);
	const sampleVertices = new Uint32Array(count * samples * nodes);
	const point = (v: number): Vector3 => {
		const [x, y, z] = body.mesh.positions.subarray(3 * v, 3 * v + 3);
		return [x, y, z];
	};
	for (let element = 0; element < count; element++) {
		const own = vertices.subarray(element * nodes, element * nodes + nodes);
		const X = Array.from(own, point);
		const numbers = Object.fromEntries(
			Object.entries(material).map(([name, value]) => [
				name,
				typeof value === "number" ? value : value[element],
			]),
		);
		for (let sample = 0; sample < samples; sample++) {
			const at = element * samples + sample;
			const rest = model.restNumbers(X, numbers, sample);
			if (!rest.every(Number.isFinite))
				throw new Error(
					`${body.label}: ${model.domain} ${element} (vertices ${[...own].join(", ")}) gives '${model.name}' a rest value that is not finite; its shape is degenerate`,
				);
			parameters.set(rest, at * parameterCount);
			sampleVertices.set(shift(own, first), at * nodes);
		}
	}
	return { vertices: sampleVertices, parameters, samples };
}

function allConstraints(
	ranges: readonly BodyRange[],
): Map<number, VertexConstraint> {
	const all = new Map<number, VertexConstraint>();
	for (const { body, first } of ranges)
		for (const [vertex, { normals, displacement }] of body.constraints) {
			const [x, y, z] = body.positions.subarray(3 * vertex, 3 * vertex + 3);
			all.set(first + vertex, {
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
	const low = [Infinity, Infinity, Infinity];
	const high = [-Infinity, -Infinity, -Infinity];
	for (const { mesh, positions } of bodies)
		for (const points of [mesh.positions, positions])
			for (let i = 0; i < points.length; i++) {
				low[i % 3] = Math.min(low[i % 3], points[i]);
				high[i % 3] = Math.max(high[i % 3], points[i]);
			}
	return Math.hypot(...high.map((h, k) => h - low[k]));
}
