/**
 * Bending over welded seams: a hinge of linear bending on every edge of a seam, between the triangles of the two panels there, flat at rest. For models of hinges that is the
 * edge that the panels lack to be one mesh; beside Morley bending it ties the slopes of the two.
 */
import type { Mesh, Vector3 } from "../mesh/mesh.ts";
import { calibratedBending } from "../models/bending/linearBending.ts";
import { edgeAngle, restHinge } from "../models/bending/restHinge.ts";
import type { AppliedModel } from "../models/elementModel.ts";
import type { ElementGroupSource } from "../system/elementGroup.ts";
import type { BodyRange } from "./bodyRange.ts";
import type { Seam, SeamSide } from "./seam.ts";

type Side = Required<Pick<SeamSide, "body" | "vertices">>;

/** One group of hinges for each seam between panels that bend. */
export const seamBending = (
	seams: readonly Seam[],
	ranges: readonly BodyRange[],
): ElementGroupSource[] =>
	seams.flatMap((seam) => {
		const nodes: number[] = [];
		const parameters: number[] = [];
		for (let i = 0; i + 1 < seam.from.vertices.length; i++) {
			const halves = [seam.from, seam.to].map((side) => halfHinge(side, i));
			const [one, other] = halves;
			if (!one || !other) continue;
			// In series, as wide as each triangle is high.
			const rigidity =
				(one.height + other.height) /
				(one.height / one.rigidity + other.height / other.rigidity);
			if (!(rigidity > 0)) continue;
			const length = 0.5 * (one.length + other.length);
			const apex = ({ along, height }: HalfHinge, sign: number): Vector3 => [
				along * length,
				sign * height,
				0,
			];
			const X: Vector3[] = [
				apex(one, 1),
				apex(other, -1),
				[0, 0, 0],
				[length, 0, 0],
			];
			const { model, material } = calibratedBending({
				bendingRigidity: rigidity,
			});
			parameters.push(
				...model.restNumbers(X, material as Record<string, number>, 0),
			);
			const among = (side: Side, vertex: number) =>
				(ranges.find(({ body }) => body === side.body) as BodyRange).among(
					vertex,
				);
			nodes.push(
				among(seam.from, one.apex),
				among(seam.to, other.apex),
				among(seam.from, seam.from.vertices[i]),
				among(seam.from, seam.from.vertices[i + 1]),
			);
		}
		if (nodes.length === 0) return [];
		return [
			{
				label: `bending of ${seam.label}`,
				potential: calibratedBending({ bendingRigidity: 1 }).model.potential,
				vertices: Uint32Array.from(nodes),
				parameters: Float64Array.from(parameters),
				samples: 1,
			},
		];
	});

/** The triangle at an edge of a seam: its third vertex, where that is along the edge, as a part of it, and above it [m], and how it bends [N·m]. */
interface HalfHinge {
	readonly apex: number;
	readonly along: number;
	readonly height: number;
	readonly length: number;
	readonly rigidity: number;
}

/** Undefined where the vertices are no edge of the panel. */
function halfHinge({ body, vertices }: Side, i: number): HalfHinge | undefined {
	const [c, d] = [vertices[i], vertices[i + 1]];
	const apex = thirdVertex(body.mesh, c, d);
	if (apex === undefined) return undefined;
	const at = (vertex: number): Vector3 => {
		const [x, y, z] = body.mesh.positions.subarray(3 * vertex, 3 * vertex + 3);
		return [x, y, z];
	};
	const [A, C, D] = [at(apex), at(c), at(d)];
	// Turned half a turn about the middle of the edge, it is the other half of a flat hinge.
	const B: Vector3 = [
		C[0] + D[0] - A[0],
		C[1] + D[1] - A[1],
		C[2] + D[2] - A[2],
	];
	const X = [A, B, C, D];
	const { l, hA, unfolded } = restHinge(X);
	const rigidity = body.models.reduce(
		(sum, use) => sum + rigidityAcross(use, (warp) => edgeAngle(X, warp)),
		0,
	);
	return {
		...{ apex, height: hA, length: l, rigidity },
		along: unfolded[0][0] / l,
	};
}

function thirdVertex(
	{ triangles }: Mesh,
	a: number,
	b: number,
): number | undefined {
	for (let i = 0; i < triangles.length; i += 3) {
		const corners = triangles.subarray(i, i + 3);
		if (corners.includes(a) && corners.includes(b))
			return corners.find((vertex) => vertex !== a && vertex !== b);
	}
	return undefined;
}

/** The rigidity [N·m] with which a sheet is folded about an edge, by the angle of the edge from the warp; 0 where the model is none of bending that has one. */
function rigidityAcross(
	{ model, material }: AppliedModel,
	angleFrom: (warp: number) => number,
): number {
	const means: Record<string, number> = {};
	for (const [name, value] of Object.entries(material))
		means[name] =
			typeof value === "number"
				? value
				: Array.from(value).reduce((a, b) => a + b, 0) / value.length;
	const angle = angleFrom(means.warpAngle ?? 0);
	// What bends is across the edge.
	const [warp, weft] = [Math.sin(angle) ** 2, Math.cos(angle) ** 2];
	const { warpRigidity, weftRigidity, couplingRigidity, twistRigidity } = means;
	if (warpRigidity !== undefined)
		return (
			warpRigidity * warp ** 2 +
			weftRigidity * weft ** 2 +
			(2 * couplingRigidity + 4 * twistRigidity) * warp * weft
		);
	const moduli = model.linearised?.(means) ?? means;
	const isotropic = "bendingRigidity" in moduli ? moduli.bendingRigidity : 0;
	return isotropic * (warp + (means.weftRatio ?? 1) * weft);
}
