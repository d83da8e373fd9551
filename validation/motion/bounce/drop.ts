/** Soft blocks that are dropped on a plane. */
import {
	collider,
	Scene,
	solid,
	stableNeoHookean,
	stableNeoHookeanHexahedra,
} from "pliant";
import { g, mean } from "../bodies.ts";
import { type Sample, track } from "../track.ts";

export const dropped = {
	...{ size: 0.1, height: 0.25, seconds: 0.62 },
	...{ youngModulus: 1e4, poissonRatio: 0.35, density: 1000, gravity: g },
};

export interface DroppedBlock {
	readonly name: string;
	readonly kind: "linear solid" | "quadratic solid";
	readonly cells: number;
}

/** Mean height [m] above where it lies, over time. */
export function drop({ kind, cells }: DroppedBlock): Promise<Sample<number>[]> {
	const { size, height, seconds, youngModulus, poissonRatio } = dropped;
	const scene = new Scene();
	const law =
		kind === "linear solid" ? stableNeoHookeanHexahedra : stableNeoHookean;
	const body = scene.add(
		solid.box(
			{
				...{ size: [size, size, size], cells: [cells, cells, cells] },
				origin: [-size / 2, height, -size / 2],
			},
			{ solid: law({ youngModulus, poissonRatio }), density: dropped.density },
		),
	);
	scene.collide(collider.plane());
	return track(
		scene,
		seconds,
		(simulation) => mean(simulation.positions(body), 1) - size / 2,
	);
}

/** The greatest height after the impact, which is over at 0.3 s. */
export const rebound = (samples: readonly Sample<number>[]): number =>
	Math.max(
		...samples.filter(({ time }) => time > 0.3).map(({ value }) => value),
	);
