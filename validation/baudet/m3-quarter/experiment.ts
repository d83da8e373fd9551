import { box, createMesh } from "pliant/mesh";
import { fullBrick, quadraticSpring } from "pliant/models";
import { randomNumbers } from "pliant/testing";
import { colors, type Experiment, exact } from "../../experiment.ts";
import { range } from "../../range.ts";
import { paper } from "../paper.ts";
import { largestError, measuredModuli } from "../smallStrain.ts";

/** Stiffness of edges, face diagonals and body diagonals of a unit cube. */
interface CubeSprings {
	readonly edge: number;
	readonly face: number;
	readonly body: number;
}

/** A cube of separate springs, all between all corners, pulled and sheared. */
function measured({ edge, face, body }: CubeSprings) {
	const { positions } = box({ cells: [1, 1, 1], elements: "hexahedra" });
	const edges: number[] = [];
	const axialStiffness: number[] = [];
	for (let q = 0; q < 8; q++)
		for (let p = 0; p < q; p++) {
			const axes = [0, 1, 2].filter(
				(k) => positions[3 * p + k] !== positions[3 * q + k],
			).length;
			edges.push(p, q);
			axialStiffness.push([edge, face, body][axes - 1] * Math.sqrt(axes));
		}
	const mesh = createMesh({ positions, edges });
	const { young, poisson, bulk, shear } = measuredModuli(
		mesh,
		[1, 1, 1],
		quadraticSpring,
		{ axialStiffness },
	);
	return { E: young[0], nu: poisson[0], K: bulk, G: shear[0] };
}

/** Eqs 5 to 7. */
function closedForm({ edge: k, face: kf, body: kc }: CubeSprings) {
	const below = 6 * k + 9 * kf + 4 * kc;
	return {
		E:
			(12 * kc * kf + 24 * kf * kf + 24 * k * k + 60 * k * kf + 24 * k * kc) /
			below,
		nu: (2 * kc + 3 * kf) / below,
		K: (4 * k + 8 * kf + 4 * kc) / 3,
		G: (4 * kc + 6 * kf) / 3,
	};
}

/** How far from isotropic: E/(2(1 + ν)) over G, less one. */
const anisotropy = ({ E, nu, G }: ReturnType<typeof closedForm>) =>
	E / (2 * (1 + nu)) / G - 1;

export const m3Quarter: Experiment = {
	id: "baudet/m3-quarter",
	paper,
	figure: "section 4.2.2, eqs 5 to 7",
	title: "Cubes of springs alone are isotropic for ν = 1/4 only",
	setup:
		"Cubes with springs along edges, face and body diagonals of any stiffness (M3), pulled, swollen and sheared a little; for given diagonals the stiffness of edges that makes E = 2 G (1 + ν).",
	remarks: [
		"ν falls as edges get stiffer, and E/(2 G (1 + ν)) grows: one stiffness of edges fits, and ν is 1/4 there, whatever the diagonals.",
	],
	run: () => {
		const next = randomNumbers(4);
		const cubes = Array.from({ length: 6 }, (): CubeSprings => {
			const [edge, face, body] = [next(), next(), next()].map(
				(r) => 0.6 + 0.5 * r,
			);
			return { edge, face, body };
		});
		const errors = cubes.flatMap((cube) => {
			const [found, expected] = [measured(cube), closedForm(cube)];
			return (["E", "nu", "K", "G"] as const).map((key) =>
				Math.abs(found[key] / expected[key] - 1),
			);
		});
		const isotropic = cubes.map(({ face, body }) => {
			let [low, high] = [0, 10];
			for (let i = 0; i < 60; i++) {
				const edge = (low + high) / 2;
				if (anisotropy(measured({ edge, face, body })) > 0) high = edge;
				else low = edge;
			}
			return measured({ edge: low, face, body }).nu;
		});
		const bricks = [0, 0.25, 0.5, 1].map((bodyShare) =>
			largestError(
				measuredModuli(
					box({ size: [2, 2, 2], cells: [2, 2, 2], elements: "hexahedra" }),
					[1, 1, 1],
					fullBrick,
					{ youngModulus: 10, bodyShare },
				),
				10,
				1 / 4,
				3,
			),
		);
		const cube = (edge: number): CubeSprings => ({ edge, face: 0.3, body: 1 });
		return {
			rows: [
				exact(
					"E, ν, K and G of six cubes: largest relative error",
					Math.max(...errors),
					{ expected: 0, tolerance: 1e-9, source: "closed forms, eqs 5 to 7" },
				),
				exact(
					"ν of six cubes where they are isotropic: largest error",
					Math.max(...isotropic.map((nu) => Math.abs(nu - 1 / 4))),
					{ expected: 0, tolerance: 1e-9, source: "1/4, section 4.2.2" },
				),
				exact(
					"2 × 2 × 2 bricks of M3, four shares of body diagonals: largest error of E, ν, K and G for ν = 1/4",
					Math.max(...bricks.flatMap((error) => Object.values(error))),
					{ expected: 0, tolerance: 1e-9, source: "Hooke's law" },
				),
			],
			figures: [
				{
					kind: "plot",
					title: "A cube with face diagonals of 0.3 and body diagonals of 1",
					xLabel: "stiffness of edges",
					yLabel: "",
					series: [
						{
							name: "ν, closed form",
							style: "line",
							color: colors.trbs,
							points: range(0.2, 2, 37).map((k) => [k, closedForm(cube(k)).nu]),
						},
						{
							name: "E/(2 G (1 + ν)) − 1, closed form",
							style: "line",
							color: colors.trqs,
							points: range(0.2, 2, 37).map((k) => [
								k,
								anisotropy(closedForm(cube(k))),
							]),
						},
						...(["nu", "anisotropy"] as const).map((key) => ({
							name: `${key === "nu" ? "ν" : "E/(2 G (1 + ν)) − 1"}, measured`,
							style: "points" as const,
							color: key === "nu" ? colors.trbs : colors.trqs,
							points: range(0.2, 2, 7).map((k) => {
								const found = measured(cube(k));
								return [
									k,
									key === "nu" ? found.nu : anisotropy(found),
								] as const;
							}),
						})),
					],
				},
			],
		};
	},
};
