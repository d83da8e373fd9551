/** The attachments of a scene as a part of the potential. */
import type { Attachment } from "../attachments/attachment.ts";
import {
	Attachments,
	type PointReference,
	type Tie,
} from "../attachments/attachments.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { FollowingPoints } from "../points/followingPoints.ts";
import { MaterialPoint } from "../points/materialPoint.ts";
import { BlockMatrix } from "../system/blockMatrix.ts";
import { blockPattern } from "../system/blockPattern.ts";
import type { ElementSum } from "../system/elementSum.ts";
import type { Mass } from "../system/mass.ts";
import type { Vector } from "../system/vectorSpace.ts";
import type { BodyRange } from "./bodyRange.ts";
import { followPoints } from "./followPoints.ts";
import type { FrameRange } from "./frameRange.ts";

export interface AttachmentParts {
	readonly ranges: readonly BodyRange[];
	readonly frameRanges: readonly FrameRange[];
	readonly elastic: ElementSum;
	readonly mass: Mass;
	/** Positions of nodes [m]. */
	readonly x: Vector;
	/** Length of a step [s]. */
	readonly timeStep: number;
}

/** Stiffness of ties that have none given, relative to the softer of what they tie. */
const relativeStiffness = 1000;
/** Points of a weld are so far apart, relative to the smaller body. */
const relativeArm = 0.1;

export function buildAttachments(
	attachments: readonly Attachment[],
	parts: AttachmentParts,
): Attachments | undefined {
	if (attachments.length === 0) return undefined;
	const pairs = attachments.flatMap((attachment) =>
		pairsOf(attachment, parts).map((pair) => ({ attachment, ...pair })),
	);
	const points = pairs.flatMap(({ from, to }) =>
		to instanceof MaterialPoint ? [from, to] : [from],
	);
	const references = followPoints(points, parts).values();
	const next = () => references.next().value as PointReference;
	const stiffnessAround = measureStiffness(parts);
	const ties = pairs.map(({ attachment, from, to, share }): Tie => {
		const { kind } = attachment;
		const reference = next();
		const other = to instanceof MaterialPoint ? next() : to;
		// The softer side gives way: against the stiffer one, systems get hard and nothing is gained.
		const around = Math.min(
			stiffnessAround(from),
			to instanceof MaterialPoint ? stiffnessAround(to) : Infinity,
		);
		return {
			attachment,
			from: reference,
			to: other,
			stiffness: kind.stiffness
				? kind.stiffness * share
				: relativeStiffness * around,
			restLength: Number.isNaN(kind.restLength)
				? distance(reference, other)
				: kind.restLength,
		};
	});
	const term = new Attachments(ties);
	term.placeTargets(0);
	return term;
}

interface Pair {
	readonly from: MaterialPoint;
	readonly to: MaterialPoint | ((time: number) => Vector3);
	/** Its share of the attachment's stiffness. */
	readonly share: number;
}

/** The points that an attachment ties: one pair, or those of a weld. */
function pairsOf(
	{ from, to, kind, label }: Attachment,
	parts: AttachmentParts,
): Pair[] {
	if (kind.name !== "weld") return [{ from, to, share: 1 }];
	const at = positionOf(from, parts);
	const owners = [from, ...(to instanceof MaterialPoint ? [to] : [])].map(
		({ body }) => parts.frameRanges.find((range) => range.body === body),
	);
	if (owners.some((owner) => !owner))
		throw new Error(
			`${label}: a weld ties bodies of frames, rigid bodies and the world; tie vertices of cloth or solids by several balls instead`,
		);
	const ranges = owners as FrameRange[];
	const arm =
		kind.arm ??
		relativeArm * Math.min(...ranges.map(({ part }) => part.system.extent));
	const offsets: readonly Vector3[] = [
		[0, 0, 0],
		[arm, 0, 0],
		[0, arm, 0],
		[0, 0, arm],
	];
	return offsets.map((offset) => {
		const place: Vector3 = [
			at[0] + offset[0],
			at[1] + offset[1],
			at[2] + offset[2],
		];
		const [own, other] = ranges.map(
			(range) => new MaterialPoint(range.body, range.restOf(place)),
		);
		const fixed = typeof to === "function" ? to : undefined;
		return {
			from: own,
			to:
				other ??
				((time: number): Vector3 => {
					const [x, y, z] = (fixed as (time: number) => Vector3)(time);
					return [x + offset[0], y + offset[1], z + offset[2]];
				}),
			share: 1 / offsets.length,
		};
	});
}

function positionOf(point: MaterialPoint, parts: AttachmentParts): Vector3 {
	const [{ points }] = followPoints([point], parts);
	const out = new Float64Array(3);
	points.positions(out);
	return [out[0], out[1], out[2]];
}

function distance(
	{ points, index }: PointReference,
	to: PointReference | ((time: number) => Vector3),
): number {
	const place = (set: FollowingPoints, i: number) => {
		const x = new Float64Array(3 * set.count);
		set.positions(x);
		return x.subarray(3 * i, 3 * i + 3);
	};
	const a = place(points, index);
	const b = typeof to === "function" ? to(0) : place(to.points, to.index);
	return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** How stiff a body is around a point [N/m]: its elements and its inertia over a step. */
export function measureStiffness({
	ranges,
	frameRanges,
	elastic,
	mass,
	x,
	timeStep,
}: AttachmentParts): (point: MaterialPoint) => number {
	let diagonal: BlockMatrix | undefined;
	return ({ body, vertices = [] }) => {
		const range = ranges.find((one) => one.body === body);
		if (!range) {
			const { part } = frameRanges.find(
				(one) => one.body === body,
			) as FrameRange;
			return part.typicalStiffness(timeStep);
		}
		if (!diagonal) {
			diagonal = new BlockMatrix(
				blockPattern(mass.vertexMasses.length, () => {}),
			);
			elastic.addDiagonal({ x }, 1, diagonal);
		}
		const { blocks } = diagonal;
		return Math.max(
			...vertices.map((vertex) => {
				const node = range.among(vertex);
				const trace = [0, 4, 8].reduce(
					(sum, i) => sum + Math.abs(blocks[9 * node + i]),
					0,
				);
				return trace / 3 + mass.vertexMasses[node] / timeStep ** 2;
			}),
		);
	};
}
