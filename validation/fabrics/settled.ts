import { type Body, type Scene, simulate } from "pliant";

/** Where a body is after some time, and how fast its vertices still are at most [m/s]. */
export async function settled(
	scene: Scene,
	body: Body,
	{ seconds, mass = 6 }: { readonly seconds: number; readonly mass?: number },
): Promise<{ positions: Float64Array; speed: number }> {
	const simulation = await simulate(scene, { damping: { mass } });
	await simulation.run({ seconds });
	let speed = 0;
	const v = simulation.velocities(body);
	for (let i = 0; i < v.length; i += 3)
		speed = Math.max(speed, Math.hypot(v[i], v[i + 1], v[i + 2]));
	const positions = simulation.positions(body).slice();
	simulation.close();
	return { positions, speed };
}
