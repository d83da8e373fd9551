import {
	type Body,
	Scene,
	type SimulationOptions,
	simulate,
	solid,
	type Vector3,
} from "pliant";
import { type FrameBody, frameBody } from "pliant/frames";
import { laws, stvkHexahedra } from "pliant/models";
import { type Experiment, ordering, type Row, told } from "../../experiment.ts";
import { barSize, material, traction } from "../../reference/a5/bar.ts";
import { chains, regular } from "../frameBar.ts";
import { paper } from "../paper.ts";

/** [frames, points along the sides] */
const cases: readonly (readonly [number, Vector3])[] = [
	[5, [10, 10, 9]],
	[5, [4, 4, 4]],
	[3, [2, 2, 2]],
];

function elements(points: Vector3): Body {
	const cells = points.map((n) => n - 1) as unknown as Vector3;
	const bar = solid.box(
		{ size: barSize, cells },
		{ solid: stvkHexahedra(material), density: 1000 },
	);
	bar.pin(bar.group("x-min"));
	return bar.surfaceLoad(traction, bar.group("x-max"));
}

function frames(count: number, points: Vector3): FrameBody {
	const chain = chains.linear(count, barSize);
	const force = traction.map((t) => t * barSize[1] * barSize[2]);
	return frameBody({
		samples: regular(points)(barSize),
		frames: chain.origins.map((position) => ({ position })),
		weights: chain.weights,
		law: laws.stVenantKirchhoff(material),
	})
		.hold(0)
		.load(chain.origins[count - 1], force as unknown as Vector3);
}

/** Newton's iterations to equilibrium, from rest in one load step, and those of conjugate gradients within them. */
async function iterations(make: () => Body | FrameBody) {
	const solve = async (linear: NonNullable<SimulationOptions["linear"]>) => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		scene.add(make());
		const simulation = await simulate(scene, { linear });
		return simulation.solveStatics({ tolerance: 1e-6 });
	};
	return {
		newton: (await solve({ method: "direct" })).iterations,
		conjugateGradient: (await solve({ method: "conjugate-gradient" }))
			.linearIterations,
	};
}

export const iterationsExperiment: Experiment = {
	id: "gilles/iterations",
	paper,
	figure: "section 5.4",
	title: "Iterations to static equilibrium",
	setup:
		"The bar of A5 under its whole load at once, from rest to a residual of 1e-6, by Newton's method: 5 frames with 10 × 10 × 9 samples, 5 with 4 × 4 × 4 and 3 with 2 × 2 × 2, and trilinear hexahedra on as many vertices. How many iterations that takes, and how many of conjugate gradients with block Jacobi where they solve its linear systems.",
	remarks: [
		"The paper says that frames take several times fewer iterations than finite elements on 10 × 10 × 9 points (the digit is lost), since they have fewer degrees of freedom, and that finite elements converge faster on the coarse example. Newton's iterations do not grow with degrees of freedom; those of conjugate gradients do.",
	],
	run: async () => {
		const rows: Row[] = [];
		const found = [];
		for (const [count, points] of cases) {
			const [ours, theirs] = [
				await iterations(() => frames(count, points)),
				await iterations(() => elements(points)),
			];
			const named = points.join(" × ");
			found.push({ named, ours, theirs });
			for (const [who, { newton, conjugateGradient }] of [
				[`${count} frames, ${named} samples`, ours],
				[`hexahedra, ${named} vertices`, theirs],
			] as const)
				rows.push(
					told(`${who}: Newton's iterations`, newton, {
						source: "the paper tells ratios",
					}),
					told(`${who}: conjugate gradients'`, conjugateGradient, {
						source: "the paper tells ratios",
					}),
				);
		}
		const [fine, ...coarse] = found;
		rows.push(
			ordering(
				`${fine.named}: Newton's iterations, frames over hexahedra`,
				[fine.ours.newton, fine.theirs.newton],
				{ source: "the paper: fewer with frames" },
			),
			ordering(
				`${fine.named}: conjugate gradients', frames over hexahedra`,
				[fine.ours.conjugateGradient, fine.theirs.conjugateGradient],
				{ source: "the paper: fewer with frames" },
			),
			...coarse.map(({ named, ours, theirs }) =>
				ordering(
					`${named}: Newton's iterations, hexahedra over frames`,
					[theirs.newton, ours.newton],
					{ source: "the paper: finite elements converge faster when coarse" },
				),
			),
		);
		return { rows };
	},
};
