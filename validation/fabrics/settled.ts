import { type Body, type Scene, simulate } from "pliant";

/** Steps per second that follow folds as they form; larger ones leave stiff cloth caught in creases. */
const rate = 480;

/** Where a body is after some time, and how fast its vertices still are at most [m/s]. */
export async function settled(
	scene: Scene,
	body: Body,
	{ seconds, mass = 6 }: { readonly seconds: number; readonly mass?: number },
): Promise<{ positions: Float64Array; speed: number }> {
	const simulation = await simulate(scene, {
		timeStep: 1 / rate,
		newtonIterations: 2,
		mustConverge: false,
		linearTolerance: 0.1,
		damping: { mass },
	});
	await simulation.run({ steps: Math.round(seconds * rate) });
	let speed = 0;
	const v = simulation.velocities(body);
	for (let i = 0; i < v.length; i += 3)
		speed = Math.max(speed, Math.hypot(v[i], v[i + 1], v[i + 2]));
	const positions = simulation.positions(body).slice();
	simulation.close();
	return { positions, speed };
}
