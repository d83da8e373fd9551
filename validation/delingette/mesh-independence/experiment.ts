import { graded, grid, type Mesh } from "pliant/mesh";
import { meshDrawing } from "../../drawing.ts";
import { type Experiment, exact, paperBound, told } from "../../experiment.ts";
import { linear, type Membrane, trbs, trqs } from "../../membranes.ts";
import { mean } from "../../range.ts";
import { traction } from "../../traction.ts";
import { paper } from "../paper.ts";
import { gradedSquare, uniformSquare } from "../squares.ts";

const loads = [-0.1, -0.05, 0.05, 0.1];
const ratios = [0.2, 0.6];

export const meshIndependence: Experiment = {
	id: "delingette/mesh-independence",
	paper,
	figure: "Fig. 12",
	title: "The same traction on uniform and on graded meshes",
	setup:
		"The square of Fig. 9 with p = ±0.05 and ±0.1, ν = 0.2 and 0.6, on a uniform mesh and on one whose areas differ by a factor of 22; TRBS and the linear membrane also on one where it is 1600.",
	remarks: [
		"The paper reports mean differences of 1.1 % for TRBS and 2.54 % for TRQS. The strain is uniform, so TRBS gives the same on every mesh; its 1.1 % must be errors of a solver or of how loads were lumped. What TRQS gives depends on the meshes, which the paper does not have as numbers: 5.07 % were computed independently on ours.",
	],
	run: async () => {
		const steep = graded(grid({ cells: [8, 8], diagonal: "crossed" }), {
			ratio: [1.6, 1.8, 1],
		});
		/** Relative differences of ε_y to the uniform mesh. */
		const differences = async (membrane: Membrane, meshes: readonly Mesh[]) => {
			const found: number[] = [];
			for (const nu of ratios)
				for (const p of loads) {
					const material = membrane.of(1, nu);
					const { y } = await traction(uniformSquare, material, p);
					for (const mesh of meshes) {
						const other = await traction(mesh, material, p);
						found.push(Math.abs(y / other.y - 1));
					}
				}
			return found;
		};
		const ofTrbs = await differences(trbs, [gradedSquare, steep]);
		const ofLinear = await differences(linear, [gradedSquare, steep]);
		const ofTrqs = await differences(trqs, [gradedSquare]);
		const uniform = "the strain is uniform, so the mesh must not matter";
		return {
			rows: [
				exact("TRBS: largest relative difference of ε_y", Math.max(...ofTrbs), {
					expected: 0,
					tolerance: 1e-6,
					source: uniform,
				}),
				exact(
					"linear: largest relative difference of ε_y",
					Math.max(...ofLinear),
					{ expected: 0, tolerance: 1e-9, source: uniform },
				),
				exact("TRQS: mean difference of ε_y [%]", 100 * mean(ofTrqs), {
					expected: 5.07,
					tolerance: 0.005,
					source: "computed independently on the same two meshes",
				}),
				paperBound("TRBS: mean difference of ε_y [%]", 100 * mean(ofTrbs), {
					atMost: 1.1,
					source: "the paper, on two meshes of its own",
				}),
				told(
					"TRQS: mean difference of ε_y beside the paper's [%]",
					100 * mean(ofTrqs),
					{
						expected: 2.54,
						source: "the paper, on two meshes of its own",
					},
				),
				told("TRQS: largest difference of ε_y [%]", 100 * Math.max(...ofTrqs), {
					source: "the paper's meshes are not known",
				}),
			],
			figures: [
				{
					kind: "drawing",
					title: "The uniform mesh and the graded ones",
					svg: meshDrawing([uniformSquare, gradedSquare, steep]),
				},
			],
		};
	},
};
