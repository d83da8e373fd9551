/** Frame bodies of a scene, which do not touch each other, as bodies and as one simulation. */
import type { Collider, Energies, StaticsOptions } from "pliant";
import {
	type FrameBody,
	type FrameSimulation,
	type FrameSimulationOptions,
	simulateFrames,
} from "pliant/frames";
import { type Mesh, type Vector3, vertexCount } from "pliant/mesh";
import type {
	SceneBody,
	SceneSimulation,
	SceneStepReport,
} from "./sceneSimulation.ts";
import type { StartVelocity } from "./startVelocity.ts";

/** An object with frames. */
export class FrameObject implements SceneBody {
	readonly frames: FrameBody;
	readonly mesh: Mesh;
	readonly forces: "samples" | "springs";
	readonly constraints: ReadonlyMap<number, unknown> = new Map();
	readonly start: StartVelocity | undefined;

	constructor(
		frames: FrameBody,
		mesh: Mesh,
		forces: "samples" | "springs",
		start?: StartVelocity,
	) {
		this.frames = frames;
		this.mesh = mesh;
		this.forces = forces;
		this.start = start;
	}

	get name(): string {
		return this.frames.name;
	}

	get vertexCount(): number {
		return vertexCount(this.mesh);
	}

	get mass(): number {
		const { volumes } = this.frames.definition.samples;
		return this.frames.density * volumes.reduce((sum, v) => sum + v, 0);
	}

	get models() {
		const { law, material } = this.frames.definition.law;
		return [{ model: { name: law.name }, material }];
	}
}

export interface FrameSceneOptions extends FrameSimulationOptions {
	readonly gravity: Vector3;
	readonly colliders: readonly Collider[];
}

export async function simulateFrameScene(
	objects: readonly FrameObject[],
	options: FrameSceneOptions,
): Promise<FrameSceneSimulation> {
	const parts = new Map<SceneBody, FrameSimulation>();
	for (const object of objects) {
		const { frames, forces, start } = object;
		const simulation = await simulateFrames(frames, { ...options, forces });
		if (start)
			for (let i = 0; i < frames.frameCount; i++) {
				if (frames.held.has(i) || frames.moved.has(i)) continue;
				const { position } = simulation.frame(i);
				simulation.velocities.set(start.angularVelocity, 6 * i);
				simulation.velocities.set(start.velocity(...position), 6 * i + 3);
			}
		parts.set(object, simulation);
	}
	return new FrameSceneSimulation(parts);
}

/** What checkpoints begin with: "frames" and a version. */
const magic = 0xf4a3e501;

export class FrameSceneSimulation implements SceneSimulation {
	private readonly parts: ReadonlyMap<SceneBody, FrameSimulation>;
	/** One of them, for what they share. */
	private readonly first: FrameSimulation;

	/** For `simulateFrameScene`. */
	constructor(parts: ReadonlyMap<SceneBody, FrameSimulation>) {
		this.parts = parts;
		[this.first] = parts.values();
	}

	get time(): number {
		return this.first.time;
	}

	get stepCount(): number {
		return this.first.stepCount;
	}

	get timeStep(): number {
		return this.first.timeStep;
	}

	/** All advance or, where one fails, none. */
	step(): SceneStepReport {
		const before = this.checkpoint();
		try {
			const reports = [...this.parts.values()].map((part) => part.step());
			const measured = reports.filter(({ iterations }) => iterations > 1);
			return {
				iterations: Math.max(...reports.map((report) => report.iterations)),
				linearIterations: 0,
				...(measured.length > 0 && {
					residual: Math.max(...measured.map(({ residual }) => residual)),
				}),
			};
		} catch (error) {
			this.restore(before);
			throw error;
		}
	}

	rests(speed: number): boolean {
		return [...this.parts.values()].every((part) => part.rests(speed));
	}

	solveStatics(options: StaticsOptions = {}): { readonly stable: boolean } {
		const reports = [...this.parts.values()].map((part) =>
			part.settle(options),
		);
		return { stable: reports.every(({ stable }) => stable) };
	}

	positions(body: SceneBody): Float64Array {
		return this.part(body).surfacePositions;
	}

	velocities(body: SceneBody): Float64Array {
		return this.part(body).surfaceVelocities;
	}

	private part(body: SceneBody): FrameSimulation {
		const part = this.parts.get(body);
		if (!part) throw new Error(`simulation: "${body.name}" is not part of it`);
		return part;
	}

	energies(): Energies {
		const sum = { kinetic: 0, elastic: 0, load: 0 };
		for (const part of this.parts.values()) {
			const { kinetic, elastic, gravity } = part.energy();
			sum.kinetic += kinetic;
			sum.elastic += elastic;
			sum.load += gravity;
			for (const { point, force } of part.body.pointLoads) {
				const f = force(part.time);
				const x = part.positionOf(point);
				sum.load -= f[0] * x[0] + f[1] * x[1] + f[2] * x[2];
			}
		}
		return sum;
	}

	linearMethod(): string {
		return "direct";
	}

	checkpoint(): Uint8Array {
		const numbers = [magic];
		for (const part of this.parts.values()) {
			const { time, step, contactStiffness, ...arrays } = part.state();
			numbers.push(...this.fingerprint(part), time, step, contactStiffness);
			numbers.push(...arrays.poses, ...arrays.velocities);
		}
		return new Uint8Array(Float64Array.from(numbers).buffer);
	}

	/** Differs for other frames, samples or masses. */
	private fingerprint({ body, mass }: FrameSimulation): number[] {
		return [body.frameCount, body.definition.samples.count, mass];
	}

	restore(bytes: Uint8Array): void {
		const refuse = () => {
			throw new Error(
				"checkpoint: it is cut off or of another scene, with other frames, samples or masses",
			);
		};
		if (bytes.length % 8 !== 0) refuse();
		// A copy of its own, since a view may begin anywhere.
		const numbers = new Float64Array(new Uint8Array(bytes).buffer);
		let at = 0;
		const next = () => numbers[at++];
		const take = (count: number) => {
			at += count;
			return numbers.subarray(at - count, at);
		};
		if (next() !== magic) refuse();
		const states = [...this.parts.values()].map((part) => {
			if (this.fingerprint(part).some((number) => number !== next())) refuse();
			const { frameCount } = part.body;
			return {
				part,
				state: {
					time: next(),
					step: next(),
					contactStiffness: next(),
					poses: take(7 * frameCount),
					velocities: take(6 * frameCount),
				},
			};
		});
		if (at !== numbers.length) refuse();
		for (const { part, state } of states) part.restore(state);
	}

	/** It has no threads. */
	close(): void {}
}
