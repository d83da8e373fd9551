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
	/** The inner nodes that are middles of edges: matter like vertices, which is held where both ends of the edge are. */
	readonly middles: ReadonlySet<number>;
	/** Inner nodes that are not in the middle of their vertices. */
	readonly placed: readonly PlacedNodes[];
}

/** Consecutive inner nodes, and where they are [m] when vertices are somewhere. */
export interface PlacedNodes {
	readonly first: number;
	readonly positions: NonNullable<PreparedElements["innerPositions"]>;
}

export function prepareModels(body: Body): PreparedModels {
	const { vertexCount, models } = body;
	const ends: number[] = [];
	const middles = new Set<number>();
	const middleOf = new Map<string, number>();
	const placed: PlacedNodes[] = [];
	const prepared = models.map((use) => {
		const { elements, material, innerNodes, innerPositions } = preparedElements(
			use,
			body,
		);
		const before = ends.length / 2;
		if (innerPositions)
			placed.push({ first: before, positions: innerPositions });
		const isMiddle = domains[use.model.domain].cornerMass !== undefined;
		const numbers = Array.from(
			{ length: (innerNodes?.length ?? 0) / 2 },
			(_, i) => {
				const [a, b] = innerNodes?.subarray(2 * i, 2 * i + 2) ?? [];
				// Models on the same cells share their middles, as they share vertices.
				const known = isMiddle ? middleOf.get(`${a} ${b}`) : undefined;
				if (known !== undefined) return known;
				const inner = ends.length / 2;
				ends.push(a, b);
				if (isMiddle) middles.add(inner);
				if (isMiddle) middleOf.set(`${a} ${b}`, inner);
				return inner;
			},
		);
		return {
			use,
			material,
			elements:
				before === 0
					? elements
					: elements.map((node) =>
							node < vertexCount
								? node
								: vertexCount + numbers[node - vertexCount],
						),
		};
	});
	return {
		models: prepared,
		innerNodes: Uint32Array.from(ends),
		middles,
		placed,
	};
}

function preparedElements(use: AppliedModel, body: Body): PreparedElements {
	const { mesh } = body;
	const { material, prepare, model } = use;
	if (prepare) return prepare(mesh, (vertex) => isHeld(body, vertex));
	return { elements: domains[model.domain].elements(mesh), material };
}

/** Whether a vertex is held along all three axes. */
const isHeld = ({ constraints }: Body, vertex: number): boolean =>
	constraints.get(vertex)?.normals.length === 3;
