import {
	requireCount,
	requireList,
	requireOptions,
	requireVector3,
	requireYesOrNo,
} from "../../checks.ts";
import { createMesh, type Mesh, type Vector3 } from "../mesh.ts";

export interface CurveOptions {
	/** Points that the curve runs through in straight pieces [m]; at least 2, or 3 if closed. */
	readonly points: readonly Vector3[];
	/** Whether the last point joins the first one again. Default false. */
	readonly closed?: boolean;
	/**
	 * Divides the curve anew into this many edges, evenly along its length; points in between are
	 * then cut short. Default: one edge from point to point.
	 */
	readonly segments?: number;
}

/** A chain of edges. Groups of an open curve: "start" and "end". */
export function curve(options: CurveOptions): Mesh {
	requireOptions("curve", options, ["points", "closed", "segments"]);
	const { points, closed = false, segments } = options;
	requireList("curve: points", points);
	requireYesOrNo("curve: closed", closed);
	const fewest = closed ? 3 : 2;
	if (points.length < fewest) {
		throw new Error(
			`curve: points has ${points.length}; ${closed ? "a closed" : "an open"} curve needs at least ${fewest}`,
		);
	}
	points.forEach((point, i) => {
		requireVector3(`curve: points[${i}]`, point);
	});
	if (segments !== undefined) {
		requireCount("curve: segments", segments, closed ? 3 : 1);
	}

	const route = closed ? [...points, points[0]] : points;
	for (let i = 1; i < route.length; i++) {
		if (route[i].every((value, axis) => value === route[i - 1][axis])) {
			throw new Error(
				`curve: points[${i - 1}] and points[${i % points.length}] are both [${route[i].join(", ")}]; neighbouring points must differ${closed ? ", and a closed curve returns to its first point by itself" : ""}`,
			);
		}
	}
	const stations =
		segments === undefined ? route : divideEvenly(route, segments);
	const vertices = closed ? stations.slice(0, -1) : stations;
	const last = stations.length - 1;
	return createMesh({
		positions: vertices.flat(),
		edges: Array.from({ length: last }, (_, i) => [
			i,
			(i + 1) % vertices.length,
		]).flat(),
		groups: closed ? {} : { start: [0], end: [last] },
	});
}

/** Points at equal distances along a polyline, its first and last point included. */
function divideEvenly(
	route: readonly Vector3[],
	segments: number,
): readonly Vector3[] {
	const distances = [0];
	for (let i = 1; i < route.length; i++) {
		const [a, b] = [route[i - 1], route[i]];
		const length = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
		distances.push(distances[i - 1] + length);
	}
	const total = distances[route.length - 1];

	const stations = [route[0]];
	let piece = 0;
	for (let i = 1; i < segments; i++) {
		const distance = (total * i) / segments;
		while (distances[piece + 1] < distance) piece++;
		const t =
			(distance - distances[piece]) / (distances[piece + 1] - distances[piece]);
		stations.push(interpolate(route[piece], route[piece + 1], t));
	}
	stations.push(route[route.length - 1]);
	return stations;
}

function interpolate(a: Vector3, b: Vector3, t: number): Vector3 {
	return [
		a[0] + t * (b[0] - a[0]),
		a[1] + t * (b[1] - a[1]),
		a[2] + t * (b[2] - a[2]),
	];
}
