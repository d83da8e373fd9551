/** One object of a scene as a rigid body. */
import { type RigidBody, rigidBody, type Scene } from "pliant";
import {
	exponential,
	multiplyQuaternions,
	type Quaternion,
} from "pliant/frames";
import type { Vector3 } from "pliant/mesh";
import type { InputFolder } from "../folder.ts";
import type { Appearance } from "../meshes/meshFormat.ts";
import { z } from "../zod.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { loadPoints } from "./loadFrameBody.ts";
import { loadMesh } from "./loadMesh.ts";
import { materialModels } from "./materialModels.ts";
import { needsMass } from "./needsMass.ts";
import type { Path } from "./problem.ts";
import { mesh as meshSchema } from "./schema/mesh.ts";
import {
	rigid as rigidSchema,
	sceneObject,
	start as startSchema,
} from "./schema/sceneObject.ts";
import { startVelocity } from "./startVelocity.ts";
import { numberOverTime, vectorOverTime } from "./timedValue.ts";
import { transformed, turned } from "./transform.ts";

/** Adds the body to the scene as far as it can be made. */
export async function loadRigidBody(
	name: string,
	scene: Scene,
	folder: InputFolder,
	diagnosis: Diagnosis,
	notes: string[],
	appearances?: Map<string, Appearance>,
): Promise<RigidBody | undefined> {
	const path = ["objects", name];
	const section = diagnosis.section([...path, "mesh"], meshSchema);
	const found =
		section &&
		(await loadMesh(section, [...path, "mesh"], folder, diagnosis, notes));
	if (found?.appearance) appearances?.set(name, found.appearance);
	const density = densityOf(path, diagnosis);
	const rigid = diagnosis.section([...path, "rigid"], rigidSchema);
	for (const key of ["hold", "frames", "models"])
		if (diagnosis.keys([...path, key]).length > 0)
			diagnosis.add(
				[...path, key],
				`is not for rigid objects; ${key === "hold" ? "give rigid.hold instead" : "leave it out"}`,
			);
	if (found?.skin)
		diagnosis.add(
			[...path, "mesh", section?.fill ? "fill" : "voxels"],
			"is for objects with models of solids; this one is rigid",
		);
	if (density === undefined && needsMass(path, diagnosis)) {
		diagnosis.add(
			[...path, "density"],
			"is missing; give a rigid object its density [kg/m³], or a solid material",
		);
		return undefined;
	}
	if (!found || !rigid) return undefined;
	const body = diagnosis.attempt([...path, "mesh"], () =>
		rigidBody({
			name,
			mesh: found.mesh,
			...(density !== undefined && { density }),
			...(rigid.origin && { origin: rigid.origin }),
		}),
	);
	if (!body) return undefined;
	setStart(body, [...path, "start"], diagnosis);
	if (rigid.hold) setHold(body, rigid.hold);
	for (const i of diagnosis.keys([...path, "loads"]))
		loadPoints(body, [...path, "loads", i], diagnosis);
	diagnosis.attempt([...path, "mesh"], () => scene.add(body));
	return body;
}

/** Its own, or that of its material [kg/m³]. */
function densityOf(path: Path, diagnosis: Diagnosis): number | undefined {
	const given = diagnosis.section([...path, "density"], z.number());
	const material = diagnosis.section(
		[...path, "material"],
		sceneObject.shape.material,
	);
	if (given !== undefined) return given;
	const substance = material
		? diagnosis.attempt([...path, "material"], () =>
				materialModels(
					typeof material === "string" ? { name: material } : material,
				),
			)
		: undefined;
	return substance?.densities.density;
}

const rotationVector = (axis: Vector3, degrees: number): Quaternion =>
	exponential(
		axis.map((c) => (c * degrees * Math.PI) / 180 / Math.hypot(...axis)),
	);

function setStart(body: RigidBody, path: Path, diagnosis: Diagnosis): void {
	const start = diagnosis.section(path, startSchema);
	if (!start) return;
	for (const key of ["scale", "noise"])
		if (key in start)
			diagnosis.add(
				[...path, key],
				"is for objects that deform; a rigid one takes rotate and translate",
			);
	const [{ position }] = body.restFrames;
	const [a, b, c] = start.rotate ?? [0, 0, 0];
	// About x, then y, then z, as meshes are turned.
	const orientation = [
		rotationVector([1, 0, 0], a),
		rotationVector([0, 1, 0], b),
		rotationVector([0, 0, 1], c),
	].reduce((before, turn) => multiplyQuaternions(turn, before));
	const { scale: _, ...moves } = start;
	body.place({ position: transformed(moves, position), orientation });
	const { velocity, angularVelocity } = startVelocity(start);
	body.launch(velocity, angularVelocity);
}

function setHold(
	body: RigidBody,
	{ part, motion, turn }: NonNullable<z.output<typeof rigidSchema>["hold"]>,
): void {
	if (!motion && !turn) {
		body.hold(part);
		return;
	}
	const pose = body.started.get(0) ?? body.restFrames[0];
	const displacement = vectorOverTime(motion ?? [0, 0, 0]);
	const angle = numberOverTime(turn?.angle ?? 0);
	body.move((time) => {
		const to = turn ? turned(pose.position, turn, angle(time)) : pose.position;
		const on = displacement(time);
		const about = turn
			? rotationVector(turn.axis, angle(time))
			: ([0, 0, 0, 1] as const);
		return {
			position: [to[0] + on[0], to[1] + on[1], to[2] + on[2]],
			orientation: multiplyQuaternions(about, pose.orientation ?? [0, 0, 0, 1]),
		};
	});
}
