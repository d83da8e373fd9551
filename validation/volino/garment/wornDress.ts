/** A dress that is sewn around a mannequin and hangs from it. */
import { cloth, collider, Scene, simulate, trbs } from "pliant";
import { mannequin } from "pliant/frames";
import { randomNumbers } from "pliant/testing";
import { printed } from "../bendings.ts";
import type { Dress, SewnRow } from "./dressPattern.ts";

/** While the dress is sewn it has no weight [s]. */
const sewing = 0.6;
const thickness = 0.003;
const restSpeed = 0.02;

/** Of panels that are not quite flat before they are sewn: from one to as many across, the longest so high [m], others as much lower as they are shorter. */
const waves = 8;
const waveHeight = 0.005;

export interface WearOptions {
	/** Of bending, as printed [N·m]. */
	readonly modulus: number;
	/** Tells dresses of one cloth apart, whose panels are not flat in the same way. */
	readonly seed: number;
	/** How long it is waited at most [s]. */
	readonly seconds: number;
	/** Of the mannequin. */
	readonly vertices: number;
}

export type WornDress = Awaited<ReturnType<typeof wornDress>>;

export async function wornDress(
	{ panels: meshes, seams, hem }: Dress,
	{ modulus, seed, seconds, vertices }: WearOptions,
) {
	const scene = new Scene({ contact: { thickness, friction: 0.2 } });
	const random = randomNumbers(seed);
	const panels = meshes.map((mesh, i) => {
		const panel = scene.add(
			cloth.mesh(mesh, {
				membrane: trbs({ youngModulus2d: 200, poissonRatio: 0.3 }),
				bending: printed.of(modulus),
				arealDensity: 0.15,
			}),
		);
		const height = waviness(random);
		panel.place((x, y) => [
			x,
			y + 0.06,
			(i % 2 === 0 ? 0.17 : -0.17) + height(x),
		]);
		panel.accelerate((time) => [0, time < sewing ? 9.81 : 0, 0]);
		return panel;
	});
	for (const [i, [a, b]] of seams.entries())
		scene.seam(
			{ body: panels[a.panel], vertices: a.vertices },
			{ body: panels[b.panel], vertices: b.vertices },
			{ name: `${i + 1}`, seconds: sewing },
		);
	const figure = scene.collide(collider.mesh(mannequin({ vertices }).surface), {
		friction: 0.2,
	});
	const simulation = await simulate(scene, {
		damping: { mass: 1 },
	});
	let through = 0;
	while (simulation.time < seconds) {
		simulation.step();
		through += simulation.intersections();
		if (simulation.time > 2 * sewing && simulation.rests(restSpeed)) break;
	}
	const positions = panels.map((panel) => simulation.positions(panel).slice());
	const gaps = simulation
		.seams()
		.map(({ gap, isWelded }) => (isWelded ? gap : Number.POSITIVE_INFINITY));
	const obstacles = [figure.surfaceAt(simulation.time) ?? []].flat();
	simulation.close();
	return {
		...{ panels, positions, through, obstacles },
		gap: Math.max(...gaps),
		/** How far the hem is from the axis of the mannequin [m], once around. */
		radii: hemRadii(hem, positions),
	};
}

/** How far a panel is from its plane [m], by where across. */
function waviness(random: () => number): (x: number) => number {
	const phases = Array.from({ length: waves }, () => Math.PI * random());
	const width = 0.8;
	return (x) =>
		waveHeight *
		phases.reduce(
			(sum, phase, i) =>
				sum + Math.sin((2 * Math.PI * (i + 1) * x) / width + phase) / (i + 1),
			0,
		);
}

/** The front from one side to the other, and the back on the way home. */
function hemRadii(hem: readonly SewnRow[], positions: readonly Float64Array[]) {
	return hem.flatMap(({ panel, vertices }, i) => {
		const row = Array.from(vertices).slice(1);
		return (i === 0 ? row : row.reverse()).map((v) =>
			Math.hypot(positions[panel][3 * v], positions[panel][3 * v + 2]),
		);
	});
}
