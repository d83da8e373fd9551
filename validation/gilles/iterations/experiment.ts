import { type Body, Scene, simulate, solid, type Vector3 } from "pliant";
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

const source = "the paper tells a ratio, whose digit is lost";

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
		density: 1000,
		law: laws.stVenantKirchhoff(material),
	})
		.hold(0)
		.load(chain.origins[count - 1], force as unknown as Vector3);
}

/** To equilibrium, from rest in one load step. */
async function solve(
	body: Body | FrameBody,
	method: "direct" | "conjugate-gradient",
) {
	const scene = new Scene({ gravity: [0, 0, 0] });
	scene.add(body);
	const simulation = await simulate(scene, { linear: { method } });
	return simulation.solveStatics({ tolerance: 1e-6 });
}

export const iterationsExperiment: Experiment = {
	id: "gilles/iterations",
	paper,
	figure: "section 5.4",
	title: "Iterations to static equilibrium",
	setup:
		"The bar of A5 under its whole load at once, from rest to a residual of 1e-6, by Newton's method: 5 frames with 10 × 10 × 9 samples, 5 with 4 × 4 × 4 and 3 with 2 × 2 × 2, and trilinear hexahedra on as many vertices. How many iterations that takes; and with 10 × 10 × 9 points, how many of conjugate gradients with block Jacobi where they solve its linear systems.",
	remarks: [
		"The paper says that frames take several times fewer iterations than finite elements on 10 × 10 × 9 points (the digit is lost), since they have fewer degrees of freedom, and that finite elements converge faster on the coarse example. Newton's iterations do not grow with degrees of freedom; those of conjugate gradients do.",
	],
	run: async (form) => {
		const rows: Row[] = [];
		for (const [i, [count, points]] of cases.entries()) {
			const named = points.join(" × ");
			const ours = await solve(frames(count, points), "direct");
			const theirs = await solve(elements(points), "direct");
			rows.push(
				told(`${count} frames, ${named} samples: iterations`, ours.iterations, {
					source,
				}),
				told(`hexahedra, ${named} vertices: iterations`, theirs.iterations, {
					source,
				}),
				i === 0
					? ordering(
							`${named}: iterations, frames over hexahedra`,
							[ours.iterations, theirs.iterations],
							{ source: "the paper: fewer with frames" },
						)
					: ordering(
							`${named}: iterations, hexahedra over frames`,
							[theirs.iterations, ours.iterations],
							{
								source:
									"the paper: finite elements converge faster when coarse",
							},
						),
			);
		}
		if (form === "short") return { rows };
		const [[count, points]] = cases;
		const method = "conjugate-gradient";
		const ours = await solve(frames(count, points), method);
		const theirs = await solve(elements(points), method);
		rows.push(
			told("frames: conjugate gradients' iterations", ours.linearIterations, {
				source,
			}),
			told(
				"hexahedra: conjugate gradients' iterations",
				theirs.linearIterations,
				{ source },
			),
			ordering(
				"conjugate gradients' iterations, frames over hexahedra",
				[ours.linearIterations, theirs.linearIterations],
				{ source: "the paper: fewer with frames" },
			),
		);
		return { rows };
	},
};
