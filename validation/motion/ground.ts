/** Bodies that begin at rest on something level, by kind. */
import { collider, rigidBody, Scene, type SceneBody, simulate } from "pliant";
import { box } from "pliant/mesh";
import { g, kinds, mean } from "./bodies.ts";

/** What is below: a plane that vertices keep out of, or a block whose surface touches that of the body. */
export const grounds = ["plane", "block"] as const;
export type Ground = (typeof grounds)[number];

/** Thickness [m] of what touches the block. */
const thickness = 1e-3;

/** Gap [m] from which a body settles, less than where contact begins. */
const nearGap: Readonly<Record<Ground, number>> = {
	plane: 1e-4,
	block: thickness,
};

interface Lying {
	readonly kind: string;
	readonly ground: Ground;
	readonly friction: number;
	/** Slope [rad], which goes down along x: gravity is turned, the ground is level. */
	readonly angle?: number;
}

/** Adds what is below the level y = 0: half a meter behind the origin, and as far ahead as bodies go. */
function addGround(scene: Scene, ground: Ground, friction: number): void {
	if (ground === "plane") {
		scene.collide(collider.plane(), { friction });
		return;
	}
	const size = [9, 0.1, 1] as const;
	const mesh = box({ size, origin: [-0.5, -size[1], -0.5], cells: [1, 1, 1] });
	scene.add(rigidBody({ name: "ramp", mesh, density: 1000 }).hold());
}

/** A scene with a body that lies a gap [m] above the ground. */
function sceneOf(
	{ kind, ground, friction, angle = 0 }: Lying,
	gap: number,
	along: number,
): { scene: Scene; body: SceneBody } {
	const scene = new Scene({
		gravity: [along * g * Math.sin(angle), -g * Math.cos(angle), 0],
		...(ground === "block" && { contact: { thickness, friction } }),
	});
	const body = scene.add(kinds[kind](gap));
	addGround(scene, ground, friction);
	return { scene, body };
}

/** Gap [m] at which the ground carries a body: statics with what presses, without what pulls along the slope. */
export async function restingGap(lying: Lying): Promise<number> {
	const gap = nearGap[lying.ground];
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
