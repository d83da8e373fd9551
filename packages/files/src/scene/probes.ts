/** Quantities that a simulation is asked for after its steps. */
import type { SceneBody, Simulation } from "pliant";
import type { TableColumn } from "../results/table.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { selected } from "./loadBody.ts";
import { unknownName } from "./schema/object.ts";
import { probe as probeSchema } from "./schema/outputs.ts";

export interface Probe {
	/** Three, for x, y and z. */
	readonly columns: readonly TableColumn[];
	readonly measure: (simulation: Simulation) => readonly number[];
}

const units = { position: "m", displacement: "m", velocity: "m/s" };

export function loadProbe(
	name: string,
	bodies: ReadonlyMap<string, SceneBody | undefined>,
	diagnosis: Diagnosis,
): Probe | undefined {
	const path = ["probes", name];
	const probe = diagnosis.section(path, probeSchema);
	if (!probe) return undefined;
	const { object, quantity, take } = probe;
	if (!bodies.has(object)) {
		const known = [...bodies.keys()];
		diagnosis.add([...path, "object"], unknownName(object, known, "object"));
		return undefined;
	}
	const body = bodies.get(object);
	const vertices = body && selected(body, probe.vertices, path, diagnosis);
	if (!vertices) return undefined;
	return {
		columns: ["x", "y", "z"].map((axis) => ({
			name: `${name} ${axis}`,
			unit: units[quantity],
		})),
		measure: (simulation) => {
			const values =
				quantity === "velocity"
					? simulation.velocities(body)
					: simulation.positions(body);
			const rest =
				quantity === "displacement" ? body.mesh.positions : undefined;
			return [0, 1, 2].map((axis) =>
				statistics[take](vertices, (v) => {
					const at = 3 * v + axis;
					return values[at] - (rest?.[at] ?? 0);
				}),
			);
		},
	};
}

type Statistic = (
	vertices: Uint32Array,
	value: (vertex: number) => number,
) => number;

const statistics: Readonly<Record<"mean" | "minimum" | "maximum", Statistic>> =
	{
		mean: (vertices, value) =>
			vertices.reduce((sum, v) => sum + value(v), 0) / vertices.length,
		minimum: (vertices, value) =>
			vertices.reduce((least, v) => Math.min(least, value(v)), Infinity),
		maximum: (vertices, value) =>
			vertices.reduce((most, v) => Math.max(most, value(v)), -Infinity),
	};
