import type { Vector3 } from "pliant";
import { frameBody } from "pliant/frames";
import { laws } from "pliant/models";
import type { Experiment } from "../../experiment.ts";
import { sketch } from "../../sketch.ts";
import { chains, gauss } from "../frameBar.ts";
import { paper } from "../paper.ts";
import { simulateFrames } from "../simulateFrames.ts";
import { jointForces, jointPanels, material } from "./joint.ts";
import { skinningPanel, turnOfSections } from "./skinning.ts";

const size: Vector3 = [1, 0.3, 0.3];
/** Of the second frame against the first [rad]. */
const angle = 1.2;

/** A bar with a frame at each end, and springs between them. */
async function twoFrames() {
	const chain = chains.linear(2, size);
	const body = frameBody({
		name: "bar",
		samples: gauss(3)(size, chain),
		frames: chain.origins.map((position) => ({ position })),
		weights: chain.weights,
		density: 1000,
		law: laws.stVenantKirchhoff(material),
		forces: "springs",
	});
	return { chain, ...(await simulateFrames(body, { gravity: [0, 0, 0] })) };
}

export const sketches: Experiment = {
	id: "gilles/sketches",
	paper,
	figure: "Figs 2, 5",
	title: "Two frames: how they carry a bar, and the spring between them",
	setup: `A bar of ${size.join(" by ")} m with a frame at each end and linear weights. The second frame is turned by ${angle} rad and moved: lines along and across the bar. Then by half of that, and away: the middle of the frames as each carries it, mi and mj, and their mean m. At last it is stretched and twisted, with the whole bar turned: forces of the spring between the frames.`,
	remarks: [
		"The paper's spring is linear in the gap between the two middles; with two frames on the axis of a bar it has the stiffness of the bar at rest, which is known in closed form.",
	],
	run: async () => {
		const { chain, frames } = await twoFrames();
		const rests = [chain.origins[0], chain.origins[1]] as const;
		const skinned = [skinningPanel("initial", size, frames)];
		frames.place(1, {
			position: [0.75, 0.55, size[2] / 2],
			orientation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
		});
		skinned.push(skinningPanel("deformed", size, frames));
		const sections = turnOfSections(size, frames, angle);
		frames.place(1, {
			position: [1.25, 0.6, size[2] / 2],
			orientation: [0, 0, Math.sin(angle / 4), Math.cos(angle / 4)],
		});
		const joint = jointPanels(rests, frames);
		return {
			rows: [sections, ...jointForces(size, rests, frames)],
			figures: [
				{
					kind: "drawing",
					title: "A bar that two frames carry",
					svg: sketch(skinned, 2, { width: 420, height: 300 }),
				},
				{
					kind: "drawing",
					title: "The spring between two frames",
					svg: sketch(joint, 2, { width: 420, height: 300 }),
				},
			],
		};
	},
};
