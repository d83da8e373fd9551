/** The elements of a body's models as groups of a sum: their vertices and rest data. */

import { domains } from "../models/domain.ts";
import type { AppliedModel } from "../models/elementModel.ts";
import type { MaterialValue } from "../models/parameters.ts";
import type { ElementGroupSource } from "../system/elementGroup.ts";
import type { Body } from "./body.ts";
import type { BodyRange } from "./bodyRange.ts";
import type { PreparedModel } from "./preparedModels.ts";

/** The elements of one model of a body. */
export interface ModelElements
	extends Pick<
		ElementGroupSource,
		"vertices" | "parameters" | "common" | "ofPairs" | "samples"
	> {
	readonly body: Body;
	readonly use: AppliedModel;
	readonly order: Uint32Array | undefined;
}

/** Whether its elements are pairs, which pairElements.ts makes. */
export const isOfPairs = ({ use }: PreparedModel): boolean =>
	use.model.pairStiffness !== undefined;

export const modelElements = (
	range: BodyRange,
	pairElements?: (
		range: BodyRange,
		prepared: PreparedModel,
	) => ReturnType<typeof elementData>,
): ModelElements[] =>
	range.models.map((prepared) => ({
		body: range.body,
		use: prepared.use,
		...(isOfPairs(prepared) && pairElements ? pairElements : elementData)(
			range,
			prepared,
		),
	}));

export function elasticGroup({
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
export function dissipationGroup({
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

type Parameters = Pick<ElementGroupSource, "parameters" | "common">;

/** Vertices and parameters of every element and sample, those side by side that have vertices in common, or as they are. */
export function elementData(
	range: BodyRange,
	{ use, elements: vertices, material }: PreparedModel,
	arranged: "side by side" | "as they are" = "side by side",
): Omit<ModelElements, "body" | "use"> {
	const { body } = range;
	const { model } = use;
	const { nodes, inner = [] } = domains[model.domain];
	const ofVertices = nodes - inner.length;
	const { positions } = body.mesh;
	const count = vertices.length / nodes;
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
	const order =
		arranged === "as they are"
			? undefined
			: range.elementOrder(vertices, nodes);
	// `X`, `numbers` and `rest` serve all elements: with new ones for each, they were most of the time it took to build.
	const placed = range.placedNodes(positions);
	const X = Array.from({ length: nodes }, (): [number, number, number] => [
		0, 0, 0,
	]);
	const nameOf = (element: number) =>
		`${body.label}: ${model.domain} ${element} (vertices ${vertices.subarray(element * nodes, (element + 1) * nodes).join(", ")})`;
	const rest: number[] = [];
	const readRest = (sample: number, element: number) => {
		try {
			model.restNumbers(X, numbers, sample, rest);
		} catch (error) {
			throw new Error(
				`${nameOf(element)} is refused by '${model.name}': ${(error as Error).message}`,
			);
		}
	};
	/** Makes `X` and `numbers` those of an element. */
	const turnTo = (element: number) => {
		const first = element * nodes;
		for (let node = 0; node < nodes; node++) {
			const vertex = vertices[first + node];
			const ends = vertex < range.count ? undefined : inner[node - ofVertices];
			for (let k = 0; k < 3; k++)
				X[node][k] = ends
					? (placed.get(vertex - range.count)?.[k] ??
						0.5 * (X[ends[0]][k] + X[ends[1]][k]))
					: positions[3 * vertex + k];
		}
		for (const [name, values] of perElement) numbers[name] = values[element];
	};
	const all = model.potential.parameters.length;
	/** Parameters of all elements but for the last ones, which they are to have in common; nothing where they do not. */
	const parametersBut = (commonCount: number): Parameters | undefined => {
		const own = all - commonCount;
		const parameters = new Float64Array(count * samples * own);
		const common = new Float64Array(commonCount);
		for (let i = 0; i < count; i++) {
			const element = order ? order[i] : i;
			turnTo(element);
			for (let sample = 0; sample < samples; sample++) {
				const at = i * samples + sample;
				readRest(sample, element);
				for (let p = 0; p < all; p++) {
					if (!Number.isFinite(rest[p]))
						throw new Error(
							`${nameOf(element)} gives '${model.name}' a rest value that is not finite; its shape is degenerate`,
						);
					if (p < own) parameters[at * own + p] = rest[p];
					else if (at === 0) common[p - own] = rest[p];
					else if (common[p - own] !== rest[p]) return undefined;
				}
			}
		}
		return { parameters, ...(commonCount > 0 && { common }) };
	};
	return {
		vertices: sampleVertices(range.allAmong(vertices), nodes, samples, order),
		...(parametersBut(model.potential.ofMaterial ?? 0) ??
			(parametersBut(0) as Parameters)),
		...{ samples, order },
	};
}

/** The vertices of elements in some order, for each of their samples. */
function sampleVertices(
	vertices: Uint32Array,
	nodes: number,
	samples: number,
	order: Uint32Array | undefined,
): Uint32Array {
	if (!order && samples === 1) return vertices;
	const count = (vertices.length / nodes) * samples;
	const ofSamples = new Uint32Array(count * nodes);
	for (let at = 0; at < count; at++) {
		const i = Math.floor(at / samples);
		const own = (order ? order[i] : i) * nodes;
		for (let node = 0; node < nodes; node++)
			ofSamples[at * nodes + node] = vertices[own + node];
	}
	return ofSamples;
}
