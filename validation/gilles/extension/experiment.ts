import type { Vector3 } from "pliant";
import type { Samples } from "pliant/frames";
import { laws } from "pliant/models";
import { colors, type Experiment, exact } from "../../experiment.ts";
import { type Chain, chains, frameBar, gauss, regular } from "../frameBar.ts";
import { paper } from "../paper.ts";

const size: Vector3 = [1, 0.2, 0.2];
const area = size[1] * size[2];
const extensions = [-0.3, -0.1, 0.05, 0.1, 0.5, 1];
const counts = [2, 3, 5];
const samplings: readonly [string, (size: Vector3, chain: Chain) => Samples][] =
	[
		["one point per span", gauss(1)],
		["3 points per span", gauss(3)],
		["4 × 1 × 1", regular([4, 1, 1])],
		["8 × 3 × 2", regular([8, 3, 2])],
		["12 × 10 × 9", regular([12, 10, 9])],
	];
const youngModulus = 1e5;
const law = (e: number) => e + 1.5 * e ** 2 + 0.5 * e ** 3;

/** Force on the last frame over E times the area, and the largest on those between the ends. */
async function pulled(
	chain: Chain,
	samples: (size: Vector3, chain: Chain) => Samples,
	poissonRatio: number,
	law: keyof typeof laws & `${string}VenantKirchhoff` = "stVenantKirchhoff",
) {
	const { frames } = await frameBar({
		size,
		chain,
		samples,
		law: laws[law]({ youngModulus, poissonRatio }),
	});
	return extensions.map((e) => {
		for (const [i, [x, y, z]] of chain.origins.entries())
			frames.place(i, { position: [x * (1 + e), y, z] });
		const forces = frames
			.internalForces()
			.map((f) => f / (youngModulus * area));
		const inner = forces.slice(6, -6);
		return {
			force: -forces[forces.length - 3],
			inner: Math.max(0, ...inner.map(Math.abs)),
		};
	});
}

export const extension: Experiment = {
	id: "gilles/extension",
	paper,
	figure: "section 5.2",
	title: "Force of a stretched bar",
	setup: `A bar with ${counts.join(", ")} frames along its axis and linear weights, stretched uniformly by e from −0.3 to 1: the force on its end over E times the section, for several samplings, against f = e + 3/2 e² + 1/2 e³ of St Venant–Kirchhoff.`,
	remarks: [
		"The law holds for ν = 0. Frames along the axis cannot contract the section: with ν = 0.3 the force is (λ + 2G)/E = 1.3462 times that, and that of the law for slender bodies is again the law's.",
		"Spans must have equal numbers of samples; frames between the ends are then in balance.",
	],
	run: async () => {
		let off = 0;
		let inner = 0;
		let constrained = 0;
		let slender = 0;
		const ratio = 0.7 / (1.3 * 0.4);
		let points: (readonly [number, number])[] = [];
		for (const frames of counts)
			for (const [, samples] of samplings) {
				const chain = chains.linear(frames, size);
				const found = await pulled(chain, samples, 0);
				for (const [i, e] of extensions.entries()) {
					off = Math.max(off, Math.abs(found[i].force - law(e)));
					inner = Math.max(inner, found[i].inner);
				}
				points = extensions.map((e, i) => [e, found[i].force] as const);
				for (const [i, { force }] of (
					await pulled(chain, samples, 0.3)
				).entries())
					constrained = Math.max(
						constrained,
						Math.abs(force / law(extensions[i]) / ratio - 1),
					);
				for (const [i, { force }] of (
					await pulled(chain, samples, 0.3, "slenderStVenantKirchhoff")
				).entries())
					slender = Math.max(slender, Math.abs(force - law(extensions[i])));
			}
		const source = "St Venant–Kirchhoff in closed form";
		const atDouble = points[extensions.indexOf(1)][1];
		return {
			rows: [
				exact(
					"largest error of the force, all frames and samplings, ν = 0",
					off,
					{
						expected: 0,
						tolerance: 1e-12,
						source,
					},
				),
				exact("5 frames: force at e = 1, over E times the section", atDouble, {
					expected: 3,
					tolerance: 1e-12,
					source: "1 + 3/2 + 1/2",
				}),
				exact("largest force on a frame between the ends", inner, {
					atMost: 1e-12,
					source: "balance",
				}),
				exact(
					"ν = 0.3: largest error of the force over 1.3462 times the law",
					constrained,
					{ expected: 0, tolerance: 1e-12, source: "(λ + 2G)/E" },
				),
				exact(
					"law for slender bodies, ν = 0.3: largest error of the force",
					slender,
					{ expected: 0, tolerance: 1e-12, source },
				),
			],
			figures: [
				{
					kind: "plot",
					title: "Force against extension",
					xLabel: "extension e",
					yLabel: "force / (E · area)",
					series: [
						{
							name: "e + 3/2 e² + 1/2 e³",
							style: "line",
							color: colors.expected,
							points: Array.from({ length: 27 }, (_, i) => {
								const e = -0.3 + 0.05 * i;
								return [e, law(e)] as const;
							}),
						},
						{
							name: "5 frames",
							style: "points",
							color: colors.trbs,
							points,
						},
					],
				},
			],
		};
	},
};
