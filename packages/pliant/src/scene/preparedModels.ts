/** What the models of a body act on: elements, and the inner nodes that some of them add. */
import { domains } from "../models/domain.ts";
import type { AppliedModel, PreparedElements } from "../models/elementModel.ts";
import type { Body } from "./body.ts";

export interface PreparedModel
	extends Pick<PreparedElements, "elements" | "material"> {
	readonly use: AppliedModel;
}

export interface PreparedModels {
	readonly models: readonly PreparedModel[];
	/** The two vertices of the body that each inner node is between. Elements have inner nodes by numbers that follow those of the vertices. */
	readonly innerNodes: Uint32Array;
	/** Inner nodes that are not in the middle of their vertices. */
	readonly placed: readonly PlacedNodes[];
}

/** Consecutive inner nodes, and where they are [m] when vertices are somewhere. */
export interface PlacedNodes {
	readonly first: number;
	readonly positions: NonNullable<PreparedElements["innerPositions"]>;
}

export function prepareModels(body: Body): PreparedModels {
	const { mesh, vertexCount, models } = body;
	const ends: number[] = [];
	const placed: PlacedNodes[] = [];
	const prepared = models.map((use) => {
		if (!use.prepare)
			return {
				use,
				elements: domains[use.model.domain].elements(mesh),
				material: use.material,
			};
		const { elements, material, innerNodes, innerPositions } = use.prepare(
			mesh,
			(vertex) => isHeld(body, vertex),
		);
		const before = ends.length / 2;
		if (innerPositions)
			placed.push({ first: before, positions: innerPositions });
		for (const end of innerNodes ?? []) ends.push(end);
		return {
			use,
			material,
			elements:
				before === 0
					? elements
					: elements.map((node) => (node < vertexCount ? node : node + before)),
		};
	});
	return { models: prepared, innerNodes: Uint32Array.from(ends), placed };
}

/** Whether a vertex is held along all three axes. */
const isHeld = ({ constraints }: Body, vertex: number): boolean =>
	constraints.get(vertex)?.normals.length === 3;
