import { type Body, type Scene, simulate } from "pliant";

export interface SettledOptions {
	/** How long it is waited [s], at most. */
	readonly seconds: number;
	/** Below which nothing moves any more [m/s]; not looked at by default. */
	readonly restSpeed?: number | undefined;
	/** Damping by mass [1/s]. */
	readonly mass?: number;
}

/** Where a body is after some time, and how fast its vertices still are at most [m/s]. */
export async function settled(
	scene: Scene,
	body: Body,
	{ seconds, restSpeed, mass = 6 }: SettledOptions,
): Promise<{ positions: Float64Array; speed: number }> {
	const simulation = await simulate(scene, { damping: { mass } });
	await simulation.run({ seconds, untilSpeedBelow: restSpeed });
	let speed = 0;
	const v = simulation.velocities(body);
	for (let i = 0; i < v.length; i += 3)
		speed = Math.max(speed, Math.hypot(v[i], v[i + 1], v[i + 2]));
	const positions = simulation.positions(body).slice();
	simulation.close();
	return { positions, speed };
}
