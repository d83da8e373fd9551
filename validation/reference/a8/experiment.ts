import { Scene, simulate, solid, type Vector3 } from "pliant";
import {
	type AnyElementModel,
	neoHookeanHexahedra,
	stvkHexahedra,
} from "pliant/models";
import {
	colors,
	type Experiment,
	exact,
	type Form,
	type Row,
	type XySeries,
} from "../../experiment.ts";
import A8 from "../A8.json" with { type: "json" };

const size = A8.geometry.size as unknown as Vector3;
const middle = size[0] / 2;
/** Cells across, of two grids, four times as many along; and twists [°] whose energies are compared. */
interface Fineness {
	readonly grids: readonly [number, number];
	readonly twists: readonly number[];
}
const finenessOf: Readonly<Record<Form, Fineness>> = {
	full: { grids: [4, 6], twists: [30, 60, 90] },
	short: { grids: [4, 6], twists: [90] },
};
const laws: readonly [string, AnyElementModel, string][] = [
	["A8-stvk", stvkHexahedra, colors.trbs],
	["A8-neo-hookean", neoHookeanHexahedra, colors.springs],
];

/** The bar twisted by an angle [rad] and stretched by a length [m]: its energy [J] and where places are displaced to. */
async function twisted(
	model: AnyElementModel,
	across: number,
	angle: number,
	stretch = 0,
) {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const { E: youngModulus, nu: poissonRatio } = A8.variants[0].material;
	const bar = scene.add(
		solid.box(
			{ size, cells: [across, across, 4 * across] },
			{ solid: model({ youngModulus, poissonRatio }), density: 1000 },
		),
	);
	// Sections start turned in proportion to z, and the ends stay so.
	bar.place((x, y, z) => {
		const part = z / size[2];
		const [c, s] = [Math.cos(part * angle), Math.sin(part * angle)];
		const [u, v] = [x - middle, y - middle];
		return [middle + c * u - s * v, middle + s * u + c * v, z + part * stretch];
	});
	bar.pin(bar.group("z-min")).pin(bar.group("z-max"));
	const simulation = await simulate(scene);
	simulation.solveStatics({ tolerance: 1e-9 });
	const x = simulation.positions(bar);
	return {
		energy: simulation.energies().elastic,
		displacement: (place: readonly number[]) => {
			const v = bar.nearest(place as unknown as Vector3);
			return [0, 1, 2].map((k) => x[3 * v + k] - bar.mesh.positions[3 * v + k]);
		},
	};
}

/** Half a percent of the axial force with St Venant–Kirchhoff [N]; that with neo-Hookean is the small difference of such forces. */
const forceTolerance = 0.005 * 0.0802;

/** The limit of the two grids' values, for an error in proportion to the square of the size of cells. */
const extrapolated =
	([few, many]: Fineness["grids"]) =>
	([coarse, fine]: readonly number[]): number => {
		const ratio = (many / few) ** 2;
		return (ratio * fine - coarse) / (ratio - 1);
	};

export const a8: Experiment = {
	id: "reference/a8",
	paper: "Reference solutions",
	figure: "A8",
	title: "A square bar twisted by 90°",
	setup: `A bar of 0.1 by 0.1 by 0.4 m (E = 1 kPa, ν = 0.3), both ends held, one turned by up to 90°: its energy, the torque and the axial force (differences of the energy) with St Venant–Kirchhoff and neo-Hookean hexahedra, ${finenessOf.full.grids.join(" and ")} across, extrapolated with order 2, against converged finite elements.`,
	remarks: [
		"The neo-Hookean bar's axial force is a small difference of forces of 0.08 N; the reference itself changes by 0.0002 N with its last refinement.",
	],
	run: async (form) => {
		const { grids, twists } = finenessOf[form];
		const limit = extrapolated(grids);
		const rows: Row[] = [];
		const series: XySeries[] = [];
		for (const [id, model, color] of laws) {
			const variant = A8.variants.find((variant) => variant.id === id);
			if (!variant) throw new Error(`A8.json has no variant ${id}`);
			const name = id.replace("A8-", "");
			const { table, probes } = variant.results;
			const source = `reference/A8.json, ${id}: dolfinx, quadratic hexahedra, converged to 0.2 %`;
			const points: [number, number][] = [];
			/** By a quarter of a turn, on the finer grid. */
			let finest: Awaited<ReturnType<typeof twisted>> | undefined;
			for (const [degrees, , , expected] of table) {
				if (!twists.includes(degrees)) continue;
				const energies: number[] = [];
				for (const across of grids) {
					const bar = await twisted(model, across, (degrees * Math.PI) / 180);
					energies.push(bar.energy);
					if (degrees === 90) finest = bar;
				}
				const energy = limit(energies);
				points.push([degrees, energy]);
				rows.push(
					exact(`${name}, ${degrees}°: strain energy [J]`, energy, {
						expected,
						tolerance: 0.005 * expected,
						source,
					}),
				);
			}
			const [, torque, force] = table[table.length - 1];
			const quarter = Math.PI / 2;
			const slope = async (step: number, isTwist: boolean) => {
				const slopes: number[] = [];
				for (const across of grids) {
					const at = async (by: number) =>
						(
							await twisted(
								model,
								across,
								quarter + (isTwist ? by : 0),
								isTwist ? 0 : by,
							)
						).energy;
					slopes.push(((await at(step)) - (await at(-step))) / (2 * step));
				}
				return limit(slopes);
			};
			rows.push(
				exact(`${name}, 90°: torque [N·m]`, await slope(0.02, true), {
					expected: torque,
					tolerance: 0.005 * torque,
					source,
				}),
				exact(`${name}, 90°: axial force [N]`, await slope(0.001, false), {
					expected: force,
					tolerance: forceTolerance,
					source,
				}),
			);
			const { displacement } =
				finest ?? (await twisted(model, grids[1], quarter));
			for (const { name: place, position, displacement: expected } of probes ??
				[]) {
				if (!place.startsWith("mid-") || place === "mid-centre") continue;
				const found = displacement(position);
				rows.push(
					exact(
						`${name}, 90°: error at ${place} with ${grids[1]} across, relative`,
						Math.hypot(...found.map((u, k) => u - expected[k])) /
							Math.hypot(...expected),
						{ atMost: 0.01, source },
					),
				);
			}
			series.push(
				{
					name: `${name}, reference`,
					style: "line",
					color,
					points: table.map(
						([degrees, , , energy]) => [degrees, energy] as const,
					),
				},
				{ name, style: "points", color, points },
			);
		}
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Energy of the twisted bar",
					xLabel: "twist [°]",
					yLabel: "strain energy [J]",
					series,
				},
			],
		};
	},
};
