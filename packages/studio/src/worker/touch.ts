/** Changes by hand while a simulation runs: applied between steps, and kept with the step before which they came. */
import type { DisplaySurface } from "@pliant/three/surface";
import {
	Body,
	type MaterialPoint,
	type RigidBody,
	type SceneBody,
	type Simulation,
	type Vector3,
} from "pliant";
import { euclideanWeights, type FrameBody } from "pliant/frames";
import { namedModels } from "pliant/models";
import type { Change, PointOf, Triple } from "../protocol.ts";

/** Of what a hand moves, only the last place before a step counts. */
const moving: readonly Change["kind"][] = ["grip", "push", "lead", "wind"];

/** How far an inserted frame reaches, over the size of its body. */
const insertionReach = 0.35;

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
	/** What blows, where that was changed. */
	wind: Triple | undefined;
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
		if (moving.includes(change.kind) && pending.at(-1)?.kind === change.kind)
			pending.pop();
		pending.push(change);
	}

	/** Makes a change between two steps, at once; throws where it cannot be made. */
	applyNow(change: Change): void {
		this.make(change);
		this.record.push({ step: this.simulation.stepCount, change });
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
		switch (change.kind) {
			case "release":
				simulation.releaseGrips();
				break;
			case "push": {
				const { from, centre, radius } = change;
				if (!simulation.ball) simulation.push({ centre: from, radius });
				simulation.push({ centre, radius });
				break;
			}
			case "endPush":
				simulation.push(undefined);
				break;
			case "wind": {
				const { velocity } = change;
				this.wind = velocity;
				simulation.setWind(velocity && { velocity });
				break;
			}
			case "grip": {
				const { target, stiffness } = change;
				simulation.grip(this.pointOf(change), { target, stiffness });
				break;
			}
			case "values":
				this.setValues(change);
				break;
			case "pin":
			case "unpin":
				this.togglePin(change);
				break;
			default:
				this.handleFrame(change);
		}
	}

	private setValues({
		object,
		models,
	}: Extract<Change, { kind: "values" }>): void {
		const body = this.bodies.find(({ name }) => name === object);
		if (!(body instanceof Body)) return;
		const applied = models.map(({ model, ...values }) => {
			const known = namedModels.find(({ name }) => name === model);
			if (!known) throw new Error(`there is no model '${model}'`);
			return known.apply(values as Readonly<Record<string, number>>);
		});
		body.setModels(applied);
		this.simulation.materialsChanged();
	}

	private handleFrame(
		change: Extract<Change, { kind: "lead" | "endLead" | "insert" }>,
	): void {
		const body = this.bodies[change.body];
		if (body instanceof Body) return;
		const frames = this.simulation.frames(body as FrameBody | RigidBody);
		if (change.kind === "lead") frames.lead(change.frame, change);
		else if (change.kind === "endLead") frames.release(change.frame);
		else {
			const { extent } = this.surfaces[change.body];
			const cutoff = insertionReach * extent;
			frames.insert(change.place, (origin) =>
				euclideanWeights([origin], { cutoff }),
			);
		}
	}

	/** The material point of a point that is drawn. */
	pointOf({ body, point }: PointOf): MaterialPoint {
		return pointAt(this.bodies[body], this.surfaces[body].vertices[point]);
	}

	private togglePin({
		kind,
		...place
	}: PointOf & { readonly kind: "pin" | "unpin" }): void {
		const { simulation } = this;
		const body = this.bodies[place.body];
		const vertex = this.surfaces[place.body].vertices[place.point];
		if (!(body instanceof Body) || body.skin) return;
		const now = simulation.positions(body);
		const way = [0, 1, 2].map(
			(k) => now[3 * vertex + k] - body.positions[3 * vertex + k],
		) as unknown as Vector3;
		this.setPin(place.body, vertex, kind === "pin" ? way : undefined);
		simulation.constraintsChanged();
	}

	private setPin(index: number, vertex: number, way: Vector3 | undefined) {
		const body = this.bodies[index] as Body;
		this.pins.set(`${index} ${vertex}`, way);
		if (way) body.move([vertex], () => way);
		else body.constraints.delete(vertex);
	}

	/** Holds and frees what was held and freed in another simulation of the same bodies, and lets the same wind blow. */
	takeOver({ pins, wind }: Touch): void {
		if (wind) this.apply({ kind: "wind", velocity: wind });
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
