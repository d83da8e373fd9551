import { type AppliedModel, cloth, Scene, simulate } from "pliant";
import { grid } from "pliant/mesh";
import {
	type Experiment,
	exact,
	ordering,
	type Row,
	told,
} from "../../experiment.ts";
import {
	laws,
	linear,
	type Membrane,
	orthotropic,
	springs,
	trbs,
	trqs,
	vanGelder,
} from "../../membranes.ts";
import A6 from "../A6.json" with { type: "json" };

const cellCounts = [4, 8, 16, 32];
/** Part of the linear variants' load, for models with laws of their own: displacements grow in proportion. */
const small = 1e-5;

interface Case {
	readonly membrane: Membrane;
	readonly id: string;
	readonly loadFactor: number;
	/** True if it converges to the reference. */
	readonly hasSameLimit: boolean;
}

const linearId = "A6-plane-stress-F0.2-linear";
const cases: Case[] = [
	{ membrane: linear, id: linearId, loadFactor: 1, hasSameLimit: true },
	...["A6-plane-stress-F0.2-stvk", "A6-plane-stress-F0.4-stvk"].flatMap((id) =>
		[trbs, orthotropic].map((membrane) => ({
			membrane,
			id,
			loadFactor: 1,
			hasSameLimit: true,
		})),
	),
	...[trbs, trqs, ...laws].map((membrane) => ({
		membrane,
		id: linearId,
		loadFactor: small,
		hasSameLimit: true,
	})),
	...[springs, vanGelder].map((membrane) => ({
		membrane,
		id: linearId,
		loadFactor: small,
		hasSameLimit: false,
	})),
	...[trqs, ...laws, springs, vanGelder].map((membrane) => ({
		membrane,
		id: "A6-plane-stress-F0.2-stvk",
		loadFactor: 1,
		hasSameLimit: false,
	})),
];

function variantOf(id: string) {
	const variant = A6.variants.find((variant) => variant.id === id);
	if (!variant) throw new Error(`A6.json has no variant ${id}`);
	const [probe] = variant.results.probes;
	const { thickness = 1 } = variant as { thickness?: number };
	return {
		youngModulus2d: variant.material.E * thickness,
		poissonRatio: variant.material.nu,
		force: variant.loads[0].total_force[1],
		/** Displacement of C [m]. */
		expected: probe.displacement[1],
	};
}

/** Displacement of C [m] along the load, on a mesh of so many cells along each side. */
async function deflection(
	cells: number,
	membrane: AppliedModel,
	force: number,
) {
	const [[, y0], [x1, y1], [, y2], [, y3]] = A6.geometry.corners;
	const mesh = grid({ cells: [cells, cells], diagonal: "alternating" });
	const { positions } = mesh;
	for (let i = 0; i < positions.length; i += 3) {
		const [s, t] = [positions[i], positions[i + 1]];
		positions[i] = s * x1;
		positions[i + 1] =
			(1 - t) * ((1 - s) * y0 + s * y1) + t * ((1 - s) * y3 + s * y2);
	}
	const scene = new Scene({ gravity: [0, 0, 0] });
	const panel = scene.add(cloth.mesh(mesh, { membrane, arealDensity: 1 }));
	panel.slide(
		panel.where(() => true),
		{ plane: [0, 0, 1] },
	);
	panel.pin(panel.group("left"));
	panel.lineLoad(panel.group("right"), [0, force / (y2 - y1), 0]);
	const simulation = await simulate(scene);
	simulation.solveStatics({ tolerance: 1e-10 });
	const C = panel.nearest([x1, (y1 + y2) / 2, 0]);
	return simulation.positions(panel)[3 * C + 1] - mesh.positions[3 * C + 1];
}

export const a6: Experiment = {
	id: "reference/a6",
	paper: "Reference solutions",
	figure: "A6",
	title: "Cook's membrane, plane stress",
	setup:
		"The tapered panel of A6 (E = 1 kPa, ν = 1/3, 0.1 m thick), clamped at the left, sheared at the right, on 4 to 32 cells along each side of two triangles each: the displacement of the middle of the right edge against converged finite elements. Models with laws of their own get 10⁻⁵ of the load, where all should be linear.",
	remarks: [
		"Springs alone and Van Gelder's rule are no membrane on triangles that are not regular: their limit is another. It is told without a verdict, as is what laws other than St Venant–Kirchhoff give under the whole load.",
	],
	run: async () => {
		const rows: Row[] = [];
		const series = [];
		for (const { membrane, id, loadFactor, hasSameLimit } of cases) {
			const { youngModulus2d, poissonRatio, force, expected } = variantOf(id);
			const found: number[] = [];
			for (const cells of cellCounts)
				found.push(
					(await deflection(
						cells,
						membrane.of(youngModulus2d, poissonRatio),
						loadFactor * force,
					)) / loadFactor,
				);
			const last = found[found.length - 1];
			const errors = found.map((u) => Math.abs(u / expected - 1));
			const shortId = id.replace("A6-plane-stress-", "");
			const name = `${membrane.name}${loadFactor === 1 ? "" : ", small load"}, ${shortId}`;
			const source = `reference/A6.json, ${id}: dolfinx, converged to 0.1 %`;
			const quantity = `${name}: u_y of C with 32 cells [m]`;
			if (hasSameLimit)
				rows.push(
					exact(quantity, last, {
						expected,
						tolerance: 0.02 * expected,
						source,
					}),
					ordering(
						`${name}: largest ratio of errors from one mesh to the next`,
						[Math.max(...errors.slice(1).map((e, i) => e / errors[i])), 1],
						{ source: "monotonic convergence" },
					),
				);
			else rows.push(told(quantity, last, { expected, source }));
			// Other laws have another limit under the whole load.
			if (hasSameLimit || loadFactor !== 1)
				series.push({
					name:
						loadFactor === 1 ? `${membrane.name}, ${shortId}` : membrane.name,
					style: "line and points" as const,
					color: membrane.color,
					...(loadFactor === 1 ? {} : { dashes: "5 4" }),
					points: found.map((u, i) => [cellCounts[i], u / expected] as const),
				});
		}
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Convergence to the reference (dashed: small load)",
					xLabel: "cells along a side",
					yLabel: "u_y of C over the reference",
					logarithmic: "x",
					series: [
						{
							name: "reference",
							style: "line",
							color: "#222",
							points: [
								[4, 1],
								[32, 1],
							],
						},
						...series,
					],
				},
			],
		};
	},
};
