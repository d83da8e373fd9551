/** Periods and amplitudes of what swings, from samples. */
import { type Body, type Scene, simulate } from "pliant";
import type { Mode } from "pliant/simulation";
import { type Sample, track } from "./track.ts";

interface Swing {
	readonly amplitude: number;
	/** Phase [rad] at time 0 of an oscillation at the given frequency. */
	readonly phase: number;
}

/** Fits c + A cos ωt + B sin ωt to samples, by least squares. */
function fitted(samples: readonly Sample<number>[], omega: number): Swing {
	const rows = samples.map(({ time, value }) => [
		...[1, Math.cos(omega * time), Math.sin(omega * time), value],
	]);
	// Normal equations, by Gauss and Jordan: three unknowns.
	const system = [0, 1, 2].map((i) =>
		[0, 1, 2, 3].map((j) =>
			rows.reduce((sum, row) => sum + row[i] * row[j], 0),
		),
	);
	for (let i = 0; i < 3; i++)
		for (let k = 0; k < 3; k++) {
			if (k === i) continue;
			const by = system[k][i] / system[i][i];
			for (let j = i; j < 4; j++) system[k][j] -= by * system[i][j];
		}
	const [A, B] = [1, 2].map((i) => system[i][3] / system[i][i]);
	return { amplitude: Math.hypot(A, B), phase: Math.atan2(-B, A) };
}

export interface Oscillation {
	/** Mean period [s] between the first and the last swing. */
	readonly period: number;
	/** Amplitudes of the first and the last swing. */
	readonly first: number;
	readonly last: number;
}

/** What swings some times, with about a period [s]: from the first and the last swing. */
export function oscillation(
	samples: readonly Sample<number>[],
	period: number,
	swings: number,
): Oscillation {
	const omega = (2 * Math.PI) / period;
	const end = swings * period;
	const within = (from: number, to: number) =>
		samples.filter(({ time }) => time >= from - 1e-9 && time <= to + 1e-9);
	const first = fitted(within(0, period), omega);
	const last = fitted(within(end - period, end), omega);
	const turn = last.phase - first.phase;
	const ahead = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
	const measured = omega + ahead / (end - period);
	return {
		period: (2 * Math.PI) / measured,
		first: first.amplitude,
		last: last.amplitude,
	};
}

/** How far positions are along a shape, from where it has its middle, over the size of the shape. */
function along(
	shape: Float64Array,
	from: ArrayLike<number>,
	positions: ArrayLike<number>,
): number {
	let [product, square] = [0, 0];
	for (let i = 0; i < shape.length; i++) {
		product += shape[i] * (positions[i] - from[i]);
		square += shape[i] ** 2;
	}
	return product / square;
}

interface ModalScene {
	readonly scene: Scene;
	readonly body: Body;
}

/**
 * Swings a body along one of its own modes. The mode is that of the same mesh and the same masses about equilibrium; the body begins in
 * equilibrium, with the mode's velocity. Amplitudes [m] are those of the point that moves most.
 */
export async function swungAlongMode(
	make: () => ModalScene,
	{
		direction,
		amplitude,
		swings,
	}: {
		/** Index of the axis along which the chosen mode moves most mass. */
		readonly direction: 0 | 1 | 2;
		readonly amplitude: number;
		readonly swings: number;
	},
) {
	const still = make();
	// Steps have lumped masses, modes consistent ones unless told.
	const simulation = await simulate(still.scene, { mass: "lumped" });
	simulation.solveStatics();
	const equilibrium = simulation.positions(still.body).slice();
	const modes = await simulation.modes({ count: 8 });
	const mode = modes.reduce((a, b) =>
		b.effectiveMass[direction] > a.effectiveMass[direction] ? b : a,
	);
	const shape = largestOne(mode, still.body);
	const omega = 2 * Math.PI * mode.frequency;
	const { scene, body } = make();
	body.positions.set(equilibrium);
	body.velocities.set(shape.map((c) => amplitude * omega * c));
	const period = 1 / mode.frequency;
	const samples = await track(scene, (swings + 0.1) * period, (now) =>
		along(shape, equilibrium, now.positions(body)),
	);
	return { period, samples, omega };
}

/** The shape of a mode, scaled so that the point that moves most moves by 1. */
function largestOne(mode: Mode, body: Body): Float64Array {
	const shape = mode.shape(body);
	let most = 0;
	for (let i = 0; i < shape.length; i += 3)
		most = Math.max(most, Math.hypot(shape[i], shape[i + 1], shape[i + 2]));
	return shape.map((c) => c / most);
}
