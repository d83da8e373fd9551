/** What a step of an animal on a floor costs: its physics, its surface that is looked at, and the one that touches. */
import { collider, Scene, type SimulationOptions, simulate } from "pliant";
import type { FrameBody } from "pliant/frames";
import { leastTimes, processorTime } from "../processorTime.ts";

/** [ms] */
export interface StepCosts {
	readonly visual: number;
	readonly collision: number;
	readonly physical: number;
}

interface MeasuredCosts extends StepCosts {
	/** What it takes to make the simulation [ms]. */
	readonly building: number;
}

/** Steps of one linear system, which the paper times. */
export const asInPaper: SimulationOptions = {
	timeStep: 0.01,
	substeps: 1,
	newtonIterations: 1,
};
/** Below the feet [m]. */
const gap = 5e-4;

/** @param load keeps it moving [N] */
export async function stepCosts(
	make: () => FrameBody,
	load: number,
	turns: number,
): Promise<MeasuredCosts> {
	const animal = async (hasFloor: boolean) => {
		const body = make().hold(0);
		for (let frame = 1; frame < body.frameCount; frame++)
			body.loadFrame(frame, {
				force: (t) => [
					0,
					load * Math.sin(20 * t + frame),
					load * Math.sin(13 * t - frame),
				],
			});
		const scene = new Scene();
		scene.add(body);
		if (hasFloor) scene.collide(collider.plane({ point: [0, -gap, 0] }));
		return { body, simulation: await simulate(scene, asInPaper) };
	};
	const { result, milliseconds: building } = await processorTime(() =>
		animal(false),
	);
	const { body, simulation } = result;
	const { positions } = body.mesh;
	const write = simulation.track(
		Array.from({ length: positions.length / 3 }, (_, v) =>
			body.point([
				positions[3 * v],
				positions[3 * v + 1],
				positions[3 * v + 2],
			]),
		),
	);
	const out = new Float64Array(positions.length);
	const onFloor = await animal(true);
	const { step, look, stepOnFloor } = await leastTimes(
		{
			step: () => simulation.step(),
			look: () => write(out),
			stepOnFloor: () => onFloor.simulation.step(),
		},
		turns,
	);
	return {
		visual: look,
		collision: stepOnFloor - step,
		physical: step,
		building,
	};
}
