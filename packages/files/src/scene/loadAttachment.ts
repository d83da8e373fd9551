/** One attachment of a scene: several where vertices are tied. */
import {
	Body,
	ball,
	type MaterialPoint,
	RigidBody,
	type Scene,
	type SceneBody,
	springBetween,
	type Vector3,
	weld,
} from "pliant";
import { conjugate, turned } from "pliant/frames";
import type { z } from "../zod.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { selected } from "./loadBody.ts";
import type { Path } from "./problem.ts";
import { attachment as attachmentSchema } from "./schema/attachments.ts";
import { unknownName } from "./schema/object.ts";
import { vectorOverTime } from "./timedValue.ts";

type Section = z.output<typeof attachmentSchema>;
type Bodies = ReadonlyMap<string, SceneBody | undefined>;

export function loadAttachment(
	name: string,
	scene: Scene,
	bodies: Bodies,
	diagnosis: Diagnosis,
): void {
	const path = ["attachments", name];
	const section = diagnosis.section(path, attachmentSchema);
	if (!section) return;
	const { from, to } = section;
	const body = find(
		from.object,
		bodies,
		[...path, "from", "object"],
		diagnosis,
	);
	const key = diagnosis.exactlyOneOf([...path, "to"], ["object", "place"]);
	const other =
		to.object === undefined
			? undefined
			: find(to.object, bodies, [...path, "to", "object"], diagnosis);
	if (!body || !key || (key === "object" && !other)) return;
	const points = pointsOf(body, from, [...path, "from"], diagnosis);
	diagnosis.attempt(path, () => {
		const kind = kindOf(section);
		const { breakForce } = section;
		const options = { kind, ...(breakForce !== undefined && { breakForce }) };
		for (const [i, point] of (points ?? []).entries())
			scene.attach(
				point,
				other
					? to.at
						? other.point(to.at)
						: pointAtStart(other, startOf(body, point))
					: vectorOverTime(to.place ?? [0, 0, 0]),
				{ ...options, name: i === 0 ? name : `${name} ${i + 1}` },
			);
	});
}

function find(
	name: string,
	bodies: Bodies,
	path: Path,
	diagnosis: Diagnosis,
): SceneBody | undefined {
	if (!bodies.has(name))
		diagnosis.add(path, unknownName(name, [...bodies.keys()], "object"));
	return bodies.get(name);
}

function pointsOf(
	body: SceneBody,
	{ at, vertices }: Section["from"],
	path: Path,
	diagnosis: Diagnosis,
): MaterialPoint[] | undefined {
	const key = diagnosis.exactlyOneOf(path, ["at", "vertices"]);
	if (!key) return undefined;
	if (at) return [body.point(at)];
	const chosen = vertices && selected(body, vertices, path, diagnosis);
	if (!chosen) return undefined;
	return Array.from(chosen, (vertex) => {
		if (body instanceof Body) return body.vertexPoint(vertex);
		const [x, y, z] = body.mesh.positions.subarray(3 * vertex);
		return body.point([x, y, z]);
	});
}

/** Where a point is at the beginning. */
function startOf(
	body: SceneBody,
	{ rest, vertices, weights }: MaterialPoint,
): Vector3 {
	if (body instanceof Body && vertices) {
		const [x, y, z] = [0, 1, 2].map((k) =>
			vertices.reduce(
				(sum, vertex, i) => sum + weights[i] * body.positions[3 * vertex + k],
				0,
			),
		);
		return [x, y, z];
	}
	if (!(body instanceof RigidBody)) return rest;
	const { origin, position, orientation } = placeOf(body);
	const arm = turned(orientation, minus(rest, origin));
	return [position[0] + arm[0], position[1] + arm[1], position[2] + arm[2]];
}

/** The material point of a body that is somewhere at the beginning; of a mesh that starts elsewhere than at rest, its nearest vertex. */
function pointAtStart(body: SceneBody, at: Vector3): MaterialPoint {
	if (body instanceof RigidBody) {
		const { origin, position, orientation } = placeOf(body);
		const arm = turned(conjugate(orientation), minus(at, position));
		return body.point([
			origin[0] + arm[0],
			origin[1] + arm[1],
			origin[2] + arm[2],
		]);
	}
	const isMoved =
		body instanceof Body &&
		body.positions.some((c, i) => c !== body.mesh.positions[i]);
	if (!isMoved) return body.point(at);
	const distance = (vertex: number) =>
		Math.hypot(...at.map((c, k) => c - body.positions[3 * vertex + k]));
	let nearest = 0;
	for (let vertex = 1; vertex < body.vertexCount; vertex++)
		if (distance(vertex) < distance(nearest)) nearest = vertex;
	return body.vertexPoint(nearest);
}

const minus = (a: Vector3, b: Vector3): Vector3 => [
	a[0] - b[0],
	a[1] - b[1],
	a[2] - b[2],
];

/** Where the frame of a rigid body is at rest, and where it starts. */
function placeOf(body: RigidBody) {
	const [{ position: origin }] = body.restFrames;
	const { position, orientation = [0, 0, 0, 1] as const } =
		body.started.get(0) ?? body.restFrames[0];
	return { origin, position, orientation };
}

function kindOf({ kind, stiffness, damping, restLength }: Section) {
	const common = {
		...(stiffness !== undefined && { stiffness }),
		...(damping !== undefined && { damping }),
	};
	if (kind !== "spring") {
		if (restLength !== undefined)
			throw new Error(`restLength is for springs; a ${kind} has none`);
		return kind === "weld" ? weld(common) : ball(common);
	}
	if (stiffness === undefined)
		throw new Error("a spring needs its stiffness [N/m]");
	return springBetween({
		...common,
		stiffness,
		...(restLength !== undefined && { restLength }),
	});
}
