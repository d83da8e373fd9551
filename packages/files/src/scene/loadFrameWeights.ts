/** How much each frame of an object counts where. */
import {
	catmullRomWeights,
	euclideanWeights,
	geodesicWeights,
	harmonicWeights,
	linearWeights,
	type RigidRegion,
	type WeightField,
} from "pliant/frames";
import type { Vector3 } from "pliant/mesh";
import type { VoxelGrid } from "pliant/voxels";
import type { z } from "../zod.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { ObjectMesh } from "./loadMesh.ts";
import type { Path } from "./problem.ts";
import {
	type frames as framesSchema,
	rigidKeys,
	weightKeys,
} from "./schema/frames.ts";
import { unknownName } from "./schema/object.ts";

type FramesSection = z.output<typeof framesSchema>;

/** The number of a frame that a scene gives by number or name. */
export function frameAt(
	given: number | string,
	count: number,
	shape: ObjectMesh["shape"],
	path: Path,
	diagnosis: Diagnosis,
): number | undefined {
	const names = shape?.frames.map(({ name }) => name) ?? [];
	const frame = typeof given === "number" ? given : names.indexOf(given);
	if (frame >= 0 && frame < count) return frame;
	diagnosis.add(
		path,
		typeof given === "string" && names.length > 0
			? unknownName(given, names, "frame")
			: `there is no frame ${JSON.stringify(given)}; frames are 0 to ${count - 1}`,
	);
	return undefined;
}

export function weigh(
	{ weights }: FramesSection,
	grid: VoxelGrid,
	places: readonly Vector3[],
	object: ObjectMesh,
	path: Path,
	diagnosis: Diagnosis,
): WeightField | undefined {
	const at = [...path, "weights"];
	if (
		diagnosis.keys(path).includes("weights") &&
		!diagnosis.exactlyOneOf(at, weightKeys)
	)
		return undefined;
	const { harmonic, geodesic, euclidean, catmullRom } = weights;
	const regions = harmonic?.rigid.map((region, i) =>
		regionOf(
			region,
			places.length,
			object,
			[...at, "harmonic", "rigid", i],
			diagnosis,
		),
	);
	if (regions?.some((region) => !region)) return undefined;
	return diagnosis.attempt(at, () => {
		if (harmonic) {
			const { radius = 0 } = harmonic;
			return harmonicWeights(grid, places, {
				radius,
				regions: regions as RigidRegion[],
			});
		}
		if (geodesic) return geodesicWeights(grid, places, geodesic);
		if (euclidean) return euclideanWeights(places, euclidean);
		return (catmullRom ? catmullRomWeights : linearWeights)(places);
	});
}

type RigidSection = NonNullable<
	FramesSection["weights"]["harmonic"]
>["rigid"][number];

function regionOf(
	{ frame: given, box, sphere, part }: RigidSection,
	count: number,
	{ mesh, shape }: ObjectMesh,
	path: Path,
	diagnosis: Diagnosis,
): RigidRegion | undefined {
	const key = diagnosis.exactlyOneOf(path, rigidKeys);
	const frame = frameAt(given, count, shape, [...path, "frame"], diagnosis);
	if (!key || frame === undefined) return undefined;
	const parts = shape ? Object.keys(mesh.groups) : [];
	if (part !== undefined && !parts.includes(part)) {
		diagnosis.add(
			[...path, "part"],
			parts.length > 0
				? unknownName(part, parts, "part")
				: `is ${JSON.stringify(part)}, and this mesh has no parts; give a box or a sphere`,
		);
		return undefined;
	}
	return {
		frame,
		contains: (...x) =>
			box
				? x.every((c, k) => c >= box.min[k] && c <= box.max[k])
				: sphere
					? Math.hypot(...x.map((c, k) => c - sphere.centre[k])) <=
						sphere.radius
					: shape?.partAt(...x) === part,
	};
}
