/** One attachment of a scene: several where vertices are tied. */
import {
	Body,
	ball,
	type MaterialPoint,
	type Scene,
	type SceneBody,
	springBetween,
	type Vector3,
	weld,
} from "pliant";
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
					? other.point(to.at ?? startOf(body, point))
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
	if (!(body instanceof Body) || !vertices) return rest;
	const [x, y, z] = [0, 1, 2].map((k) =>
		vertices.reduce(
			(sum, vertex, i) => sum + weights[i] * body.positions[3 * vertex + k],
			0,
		),
	);
	return [x, y, z];
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
