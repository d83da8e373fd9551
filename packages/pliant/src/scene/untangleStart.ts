/** Moves bodies that begin through each other, or in colliders, apart. */
import type { ContactTerm } from "../contact/contactTerm.ts";
import type { SurfaceTerm } from "../contact/surface/surfaceTerm.ts";
import type { TangledSurface } from "../contact/surface/tangle.ts";
import { untangle } from "../contact/surface/untangle.ts";
import type { BodyRange } from "./bodyRange.ts";
import type { ContactParts } from "./buildContact.ts";
import type { FrameRange } from "./frameRange.ts";

export function untangleStart(
	parts: ContactParts,
	surfaces: SurfaceTerm,
	colliders: ContactTerm | undefined,
): void {
	const { ranges, frameRanges, touching, x } = parts;
	const { contact } = surfaces;
	const touchingFrames = frameRanges.filter(
		({ firstTouching }) => firstTouching !== undefined,
	);
	// As buildSurfaces numbers them: colliders come last.
	const tangled: TangledSurface[] = contact.surfaces.all.map((_, i) => {
		const range = [...ranges, ...touchingFrames][i];
		return range ? howItMoves(range, touching.solids) : held;
	});
	const before = surfaces.positions().slice();
	const after = before.slice();
	const { count } = touching.points;
	const isFixed = new Uint8Array(before.length / 3).fill(1);
	isFixed.set(touching.isFixed);
	const weights = new Float64Array(before.length / 3);
	weights.set(touching.weights);
	untangle(
		{
			...{ contact, surfaces: tangled, isFixed, weights },
			pushOut: (at, push) =>
				colliders?.contact.visitInside(at.subarray(0, 3 * count), push),
		},
		after,
	);
	const way = (point: number) =>
		[0, 1, 2].map((k) => after[3 * point + k] - before[3 * point + k]);
	const shift = (node: number, by: readonly number[]) => {
		for (let k = 0; k < 3; k++) x[3 * node + k] += by[k];
	};
	for (const range of ranges) {
		const { first } = range;
		for (let i = first; i < first + range.count; i++) shift(i, way(i));
		for (const [node, [a, b]] of range.innerNodes()) {
			const [p, q] = [way(a), way(b)];
			shift(
				node,
				p.map((c, k) => 0.5 * (c + q[k])),
			);
		}
	}
	for (const { part, firstTouching } of touchingFrames) {
		const by = way(firstTouching as number);
		for (let i = 0; i < part.count; i++)
			shift(part.nodes.positionNode(part.first + i), by);
	}
	parts.follow();
}

const held: TangledSurface = { isFree: false, isWhole: true };

function howItMoves(
	range: BodyRange | FrameRange,
	solids: ContactParts["touching"]["solids"],
): TangledSurface {
	const { layer } = range.body.contact;
	if ("part" in range) {
		const { held, moved } = range.body;
		return { isFree: held.size + moved.size === 0, isWhole: true, layer };
	}
	const isWhole = solids.has(range);
	const isFree = !isWhole || range.body.constraints.size === 0;
	return { isFree, isWhole, layer };
}
