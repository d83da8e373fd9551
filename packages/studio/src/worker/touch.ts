/** Changes by hand while a simulation runs: applied between steps, and kept with the step before which they came. */
import type { DisplaySurface } from "@pliant/three/surface";
import {
	Body,
	type MaterialPoint,
	type SceneBody,
	type Simulation,
	type Vector3,
} from "pliant";
import type { Change } from "../protocol.ts";

interface Recorded {
	readonly step: number;
	readonly change: Change;
}

export class Touch {
	/** All changes so far, in their order. */
	readonly record: Recorded[] = [];
	private readonly simulation: Simulation;
	private readonly bodies: readonly SceneBody[];
	private readonly surfaces: readonly DisplaySurface[];
	/** By body and vertex, what was pinned, with its way from where it was at the beginning [m], or freed. */
	private readonly pins = new Map<string, Vector3 | undefined>();
	private pending: Change[] = [];
	private replayed: Recorded[] = [];

	constructor(
		simulation: Simulation,
		bodies: readonly SceneBody[],
		surfaces: readonly DisplaySurface[],
	) {
		this.simulation = simulation;
		this.bodies = bodies;
		this.surfaces = surfaces;
	}

	/** Takes effect before the next step. */
	apply(change: Change): void {
		const { pending } = this;
		// Of a hand that moves, only the last place before a step counts.
		if (change.kind === "grip" && pending.at(-1)?.kind === "grip")
			pending.pop();
		pending.push(change);
	}

	/** Makes the recorded changes of another run at the steps where they were made. */
	replay(record: readonly Recorded[]): void {
		this.replayed = [...record];
	}

	beforeStep(): void {
		const step = this.simulation.stepCount;
		const due = this.replayed.filter((one) => one.step === step);
		this.replayed = this.replayed.filter((one) => one.step > step);
		const all = [...due.map(({ change }) => change), ...this.pending];
		this.pending = [];
		for (const change of all) {
			this.make(change);
			this.record.push({ step, change });
		}
	}

	private make(change: Change): void {
		const { simulation } = this;
		if (change.kind === "release") {
			simulation.releaseGrips();
			return;
		}
		const body = this.bodies[change.body];
		const vertex = this.surfaces[change.body].vertices[change.point];
		if (change.kind === "grip") {
			const point = pointAt(body, vertex);
			const { target, stiffness } = change;
			simulation.grip(point, { target, stiffness });
			return;
		}
		if (!(body instanceof Body) || body.skin) return;
		const now = simulation.positions(body);
		const way = [0, 1, 2].map(
			(k) => now[3 * vertex + k] - body.positions[3 * vertex + k],
		) as unknown as Vector3;
		this.setPin(change.body, vertex, change.kind === "pin" ? way : undefined);
		simulation.constraintsChanged();
	}

	private setPin(index: number, vertex: number, way: Vector3 | undefined) {
		const body = this.bodies[index] as Body;
		this.pins.set(`${index} ${vertex}`, way);
		if (way) body.move([vertex], () => way);
		else body.constraints.delete(vertex);
	}

	/** Holds and frees what was held and freed in another simulation of the same bodies. */
	takePinsOf({ pins }: Touch): void {
		for (const [key, way] of pins) {
			const [index, vertex] = key.split(" ").map(Number);
			this.setPin(index, vertex, way);
		}
		if (pins.size > 0) this.simulation.constraintsChanged();
	}

	/** Points of a surface whose vertices are held. */
	held(index: number): Uint32Array {
		const body = this.bodies[index];
		if (!(body instanceof Body) || body.skin) return new Uint32Array(0);
		const { vertices } = this.surfaces[index];
		const found: number[] = [];
		for (let i = 0; i < vertices.length; i++)
			if (body.constraints.has(vertices[i])) found.push(i);
		return Uint32Array.from(found);
	}
}

/** The material point of a vertex that is drawn. */
function pointAt(body: SceneBody, vertex: number): MaterialPoint {
	if (body instanceof Body)
		return body.skin?.points[vertex] ?? body.vertexPoint(vertex);
	const [x, y, z] = body.mesh.positions.subarray(3 * vertex);
	return body.point([x, y, z]);
}
