/** What can be recorded of strained bodies, by the names that scenes give it. */
import { Body, type SceneBody, type Simulation } from "pliant";
import {
	cellCount,
	cellMeasure,
	cells,
	type Mesh,
	vertexCount,
} from "pliant/mesh";
import { principalValues, type SolidFields, vonMises } from "pliant/simulation";
import type { Field } from "./results/resultFormat.ts";
import type { Output } from "./scene/loadScene.ts";

export type FieldName = Output["fields"][number];
export type ScalarField = NonNullable<Output["color"]>;

/** What fields are made of: tensors of cells, or of the vertices of a solid. */
interface Tensors {
	readonly strain: Float64Array;
	readonly stress: Float64Array;
}

/** How a field follows from tensors, and how many numbers it has. */
const ofTensors: Partial<
	Record<
		FieldName,
		readonly [
			components: Field["components"],
			(tensors: Tensors) => Float64Array,
		]
	>
> = {
	strain: [6, ({ strain }) => strain],
	stress: [6, ({ stress }) => stress],
	"von-mises": [1, ({ stress }) => vonMises(stress)],
	"principal-stress": [3, ({ stress }) => principalValues(stress).values],
	"principal-directions": [
		9,
		({ stress }) => principalValues(stress).directions,
	],
};

/** Fields of cells; nothing where a body does not have them. */
function cellValues(
	simulation: Simulation,
	body: Body,
	name: FieldName,
): Float64Array | undefined {
	if (name === "strain-energy") return simulation.strainEnergy(body);
	if (name === "stress-error") return solidOf(simulation, body)?.cellError;
	return ofTensors[name]?.[1]({
		strain: simulation.strain(body),
		stress: simulation.stress(body),
	});
}

const solidOf = (
	simulation: Simulation,
	body: Body,
): SolidFields | undefined =>
	body.models.some(({ model }) => model.solid)
		? simulation.solidFields(body)
		: undefined;

/**
 * Fields of a body's cells, and those of a solid's vertices too.
 * @param mesh the body's, or with the middles of edges after its vertices, which have the mean of their ends
 */
export function bodyFields(
	simulation: Simulation,
	body: Body,
	names: readonly FieldName[],
	mesh: Mesh,
): Field[] {
	const solid = names.length > 0 ? solidOf(simulation, body) : undefined;
	const fields: Field[] = [];
	for (const name of names) {
		const [components, make] = ofTensors[name] ?? [1];
		const values = cellValues(simulation, body, name);
		if (values) fields.push({ name, on: body.massOn, components, values });
		if (!solid || !make) continue;
		const strain = withMiddles(solid.vertexStrain, mesh);
		const stress = withMiddles(solid.vertexStress, mesh);
		const atVertices = make({ strain, stress });
		fields.push({ name, on: "vertex", components, values: atVertices });
	}
	return fields;
}

/** Tensors of vertices, and of the middles that the mesh has after them. */
function withMiddles(tensors: Float64Array, mesh: Mesh): Float64Array {
	const { midpoints = new Uint32Array(0) } = mesh;
	const all = new Float64Array(6 * vertexCount(mesh));
	all.set(tensors);
	for (let i = 0; i < midpoints.length; i += 3) {
		const [a, b, middle] = midpoints.subarray(i, i + 3);
		for (let k = 0; k < 6; k++)
			all[6 * middle + k] = 0.5 * (all[6 * a + k] + all[6 * b + k]);
	}
	return all;
}

export interface FieldColors {
	/** What blue and red stand for. */
	readonly range: readonly [number, number];
	/** Linear RGB from 0 to 1 per vertex of what is shown of a body, its skin where it has one; bodies without the field are missing. */
	readonly of: ReadonlyMap<SceneBody, Float64Array>;
}

/** A scalar field as colours, on one scale for all bodies. */
export function fieldColors(
	simulation: Simulation,
	bodies: readonly SceneBody[],
	name: ScalarField,
): FieldColors {
	const values = new Map<SceneBody, Float64Array>();
	for (const body of bodies) {
		const found = body instanceof Body && vertexScalars(simulation, body, name);
		if (found) values.set(body, found);
	}
	let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const list of values.values())
		for (const value of list) {
			low = Math.min(low, value);
			high = Math.max(high, value);
		}
	const color = (value: number) =>
		colorAt(high > low ? (value - low) / (high - low) : 0);
	return {
		range: [low, high],
		of: new Map(
			[...values].map(([body, list]) => [
				body,
				Float64Array.from([...list].flatMap(color)),
			]),
		),
	};
}

function vertexScalars(
	simulation: Simulation,
	body: Body,
	name: ScalarField,
): Float64Array | undefined {
	const solid = solidOf(simulation, body);
	const ofCells = () => {
		const values = cellValues(simulation, body, name);
		return values && vertexMeans(body, values);
	};
	const values =
		solid && name === "von-mises" ? vonMises(solid.vertexStress) : ofCells();
	if (!values || !body.skin) return values;
	return Float64Array.from(body.skin.points, ({ vertices = [], weights }) =>
		vertices.reduce((sum, vertex, i) => sum + weights[i] * values[vertex], 0),
	);
}

/** Of the cells around each vertex, by their measure. */
function vertexMeans(
	{ mesh, massOn }: Body,
	values: Float64Array,
): Float64Array {
	const all = cells(mesh, massOn);
	const nodes = all.length / cellCount(mesh, massOn);
	const measures = cellMeasure(mesh, massOn);
	const sums = new Float64Array(vertexCount(mesh));
	const totals = new Float64Array(vertexCount(mesh));
	for (const [i, vertex] of all.entries()) {
		const cell = Math.floor(i / nodes);
		sums[vertex] += measures[cell] * values[cell];
		totals[vertex] += measures[cell];
	}
	return sums.map((sum, vertex) =>
		totals[vertex] > 0 ? sum / totals[vertex] : 0,
	);
}

/** Linear RGB, equally far from each other: blue, teal, green, yellow, red. */
const scale = [
	[0.03, 0.07, 0.35],
	[0.03, 0.3, 0.45],
	[0.18, 0.5, 0.15],
	[0.85, 0.65, 0.08],
	[0.6, 0.05, 0.03],
] as const;

/** @param part from 0 to 1 */
function colorAt(part: number): number[] {
	const place = (scale.length - 1) * Math.min(1, Math.max(0, part));
	const low = Math.min(Math.floor(place), scale.length - 2);
	return scale[low].map((c, k) => c + (place - low) * (scale[low + 1][k] - c));
}
