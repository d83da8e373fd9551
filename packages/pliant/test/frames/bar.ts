import {
	type FrameBody,
	type FrameForceKind,
	frameBody,
} from "../../src/frames/frameBody.ts";
import { boxSamples } from "../../src/frames/sampling/boxSamples.ts";
import { linearWeights } from "../../src/frames/weights/linearWeights.ts";
import type { Skinning } from "../../src/mappings/skinning.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import { stVenantKirchhoff } from "../../src/models/solid/laws/index.ts";

/** A bar along x about the origin, with frames on its axis and linear weights. */
export function bar({
	frames = 3,
	counts = [8, 3, 2] as Vector3,
	size = [1, 1, 1] as Vector3,
	youngModulus = 1,
	poissonRatio = 0,
	density = 1000,
	skinning = "dual-quaternion" as Skinning["name"],
	forces = "samples" as FrameForceKind,
} = {}): FrameBody {
	const origins = Array.from(
		{ length: frames },
		(_, i): Vector3 => [size[0] * (i / (frames - 1) - 0.5), 0, 0],
	);
	return frameBody({
		samples: boxSamples({
			size,
			counts,
			origin: size.map((s) => -s / 2) as unknown as Vector3,
		}),
		frames: origins.map((position) => ({ position })),
		weights: linearWeights(origins),
		law: stVenantKirchhoff({ youngModulus, poissonRatio }),
		density,
		skinning,
		forces,
	});
}
