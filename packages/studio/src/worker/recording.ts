/** What was seen so far, for plots and animations. Long recordings keep every second, fourth, … moment. */
import { Body, type SceneBody, type Simulation } from "pliant";
import type { Energies } from "../protocol.ts";

interface Moment {
	/** [s] */
	readonly time: number;
	readonly energies: Energies;
	/** Positions of each body's mesh, or of its skin [m]. */
	readonly shapes: readonly Float32Array[];
}

/** Between moments [s]. */
const shortestInterval = 1 / 30;
/** All moments together take no more numbers than this. */
const mostNumbers = 12e6;
const mostMoments = 300;

export class Recording {
	moments: Moment[] = [];
	private interval = shortestInterval;
	private readonly simulation: Simulation;
	private readonly bodies: readonly SceneBody[];

	constructor(simulation: Simulation, bodies: readonly SceneBody[]) {
		this.simulation = simulation;
		this.bodies = bodies;
	}

	/** Takes the present state, if its turn has come. */
	add(time = this.simulation.time): void {
		const { simulation, moments } = this;
		const last = moments.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
		if (time < last + this.interval - 1e-9) return;
		const { kinetic, elastic, load } = simulation.energies();
		const shapes = this.bodies.map((body) =>
			Float32Array.from(
				body instanceof Body && body.skin
					? simulation.skin(body).positions
					: simulation.positions(body),
			),
		);
		moments.push({ time, energies: { kinetic, elastic, load }, shapes });
		const numbers = shapes.reduce((n, { length }) => n + length, 0);
		if (moments.length < Math.min(mostMoments, mostNumbers / numbers)) return;
		this.interval *= 2;
		this.moments = moments.filter((_, i) => i % 2 === 0);
	}
}
