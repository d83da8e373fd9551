/** Bodies that begin at rest on something level, by kind. */
import { collider, rigidBody, Scene, type SceneBody, simulate } from "pliant";
import { box } from "pliant/mesh";
import { g, mean } from "./bodies.ts";

/** What is below: a plane that vertices keep out of, or a block whose surface touches that of the body. */
export const grounds = ["plane", "block"] as const;
export type Ground = (typeof grounds)[number];

/** Thickness [m] of what touches the block. */
export const thickness = 1e-3;

/** Gap [m] from which a body settles, less than where contact begins: of vertices, at a thousandth of the body's extent. */
function nearGap(make: Above, ground: Ground): number {
	if (ground === "block") return thickness;
	const { positions } = make(0).mesh;
	const extents = [0, 1, 2].map((axis) => {
		const along = positions.filter((_, i) => i % 3 === axis);
		return Math.max(...along) - Math.min(...along);
	});
	return 5e-4 * Math.hypot(...extents);
}

/** Makes a body whose lowest points are a gap [m] above the level y = 0. */
export type Above = (gap: number) => SceneBody;

interface Lying {
	readonly make: Above;
	readonly ground: Ground;
	readonly friction: number;
	/** Slope [rad], which goes down along x: gravity is turned, the ground is level. */
	readonly angle?: number;
}

/** Contact of surfaces, if the ground has one. */
export const contactWith = (ground: Ground, friction: number) =>
	ground === "block" ? { contact: { thickness, friction } } : {};

/** Adds what is below the level y = 0: half a meter behind the origin, and as far ahead as bodies go. */
export function addGround(
	scene: Scene,
	ground: Ground,
	friction: number,
): void {
	if (ground === "plane") {
		scene.collide(collider.plane(), { friction });
		return;
	}
	const size = [9, 0.1, 1] as const;
	const mesh = box({ size, origin: [-0.5, -size[1], -0.5], cells: [1, 1, 1] });
	scene.add(rigidBody({ name: "ramp", mesh, density: 1000 }).hold());
}

/** A scene with a body that lies a gap [m] above the ground, with or without what pulls along the slope. */
function sceneOf(
	{ make, ground, friction, angle = 0 }: Lying,
	gap: number,
	along: 0 | 1,
): { scene: Scene; body: SceneBody } {
	const scene = new Scene({
		gravity: [along * g * Math.sin(angle), -g * Math.cos(angle), 0],
		...contactWith(ground, friction),
	});
	const body = scene.add(make(gap));
	addGround(scene, ground, friction);
	return { scene, body };
}

/** Gap [m] at which the ground carries a body: statics with what presses, without what pulls along the slope. */
export async function restingGap(lying: Lying): Promise<number> {
	const gap = nearGap(lying.make, lying.ground);
	const { scene, body } = sceneOf({ ...lying, friction: 0.5 }, gap, 0);
	const simulation = await simulate(scene);
	const height = () => mean(simulation.positions(body), 1);
	const before = height();
	simulation.solveStatics();
	return gap + height() - before;
}

/** A scene with a body that is carried by the ground from the beginning, so that nothing falls or bounces. */
export async function lyingBody(lying: Lying) {
	return sceneOf(lying, await restingGap(lying), 1);
}
