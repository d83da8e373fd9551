import type { Vector3 } from "pliant";
import {
	biquadraticSpring,
	henckySpring,
	linearSpring,
	quadraticSpring,
} from "pliant/models";
import { elementFunctions } from "../../element.ts";
import { colors, type Experiment, exact } from "../../experiment.ts";
import { range } from "../../range.ts";
import { paper } from "../paper.ts";

/** Energies over EA·L of the stretch s, and their derivatives. */
const laws = {
	quadratic: {
		model: quadraticSpring,
		color: colors.trqs,
		w: (s: number) => (1 - s) ** 2 / 2,
		dw: (s: number) => s - 1,
	},
	biquadratic: {
		model: biquadraticSpring,
		color: colors.trbs,
		w: (s: number) => (1 - s * s) ** 2 / 8,
		dw: (s: number) => (s * (s * s - 1)) / 2,
	},
	Hencky: {
		model: henckySpring,
		color: colors.springs,
		w: (s: number) => Math.log(s) ** 2 / 2,
		dw: (s: number) => Math.log(s) / s,
	},
};
const closedForm = "closed form, section II of the paper";
const stretches = range(0.05, 1.6, 63);
const shown = range(0.05, 1.6, 32);
/** The Hencky energy leaves the plot towards s = 0. */
const highest = 0.4;

/** A unit spring of unit stiffness. */
function measured({ model }: (typeof laws)[keyof typeof laws]) {
	const { energy, gradient } = elementFunctions(
		model,
		[
			[0, 0, 0],
			[1, 0, 0],
		],
		{ axialStiffness: 1 },
	);
	const at = (s: number) =>
		[
			[0, 0, 0],
			[s, 0, 0],
		] as const;
	return {
		energy: (s: number) => energy(at(s)),
		slope: (s: number) => gradient(at(s))[3],
	};
}

/** Displacements of the second end of a unit spring of unit stiffness, small and large: what counts is along the spring at rest. */
function smallDisplacementErrors() {
	const { energy, gradient } = elementFunctions(
		linearSpring,
		[
			[0, 0, 0],
			[0.6, 0.8, 0],
		],
		{ axialStiffness: 1 },
	);
	const errors = range(-1, 1, 21).map((u) => {
		const x: Vector3[] = [
			[0, 0, 0],
			[0.6 + u, 0.8 + 0.3 * u * u, u],
		];
		const along = 0.6 * u + 0.8 * 0.3 * u * u;
		const force = gradient(x).slice(3);
		return {
			energy: energy(x) - along ** 2 / 2,
			force: Math.hypot(
				force[0] - 0.6 * along,
				force[1] - 0.8 * along,
				force[2],
			),
		};
	});
	return {
		energy: Math.max(...errors.map(({ energy }) => Math.abs(energy))),
		force: Math.max(...errors.map(({ force }) => force)),
	};
}

/** Where f is least between two points, by golden sections of a function with one minimum there. */
function minimizer(f: (s: number) => number, low: number, high: number) {
	const ratio = (Math.sqrt(5) - 1) / 2;
	let [a, b] = [low, high];
	while (b - a > 1e-9) {
		const [c, d] = [b - ratio * (b - a), a + ratio * (b - a)];
		if (f(c) < f(d)) b = d;
		else a = c;
	}
	return (a + b) / 2;
}

export const springEnergies: Experiment = {
	id: "delingette/spring-energies",
	paper,
	figure: "Fig. 3",
	title: "Energies of springs with different strain measures",
	setup:
		"One spring of unit length and stiffness EA = 1, stretched and compressed to s = l/L between 0.05 and 1.6; its energy and force are compared with the closed forms.",
	remarks: [
		"The paper puts the largest compressive force of the biquadratic spring at s = √2/2; it is at s = 1/√3. All springs share the first two derivatives of the energy at rest, not of the strain. The energy of small displacements is printed without its ½.",
	],
	run: () => {
		const all = Object.entries(laws).map(([name, law]) => ({
			name,
			...law,
			...measured(law),
		}));
		const largest = (f: (s: number) => number) =>
			Math.max(...stretches.map((s) => Math.abs(f(s))));
		const biquadratic = measured(laws.biquadratic);
		const hencky = measured(laws.Hencky);
		const softest = minimizer(biquadratic.slope, 0.2, 0.95);
		const strongest = minimizer((s) => -hencky.slope(s), 1.5, 5);
		const small = smallDisplacementErrors();
		const rows = [
			exact("small displacements: largest error of the energy", small.energy, {
				expected: 0,
				tolerance: 1e-9,
				source: "closed form EA/2L³ ((u₂ − u₁)·(P₂ − P₁))², section II-D",
			}),
			exact("small displacements: largest error of the force", small.force, {
				expected: 0,
				tolerance: 1e-9,
				source: "its derivative",
			}),
			...all.flatMap(({ name, w, dw, energy, slope }) => [
				exact(
					`${name}: largest error of the energy`,
					largest((s) => energy(s) - w(s)),
					{ expected: 0, tolerance: 1e-9, source: closedForm },
				),
				exact(
					`${name}: largest error of the force`,
					largest((s) => slope(s) - dw(s)),
					{ expected: 0, tolerance: 1e-9, source: closedForm },
				),
			]),
			exact("biquadratic: stretch of the largest compressive force", softest, {
				expected: 1 / Math.sqrt(3),
				tolerance: 1e-6,
				source: "closed form, 1/√3 (the paper prints √2/2)",
			}),
			exact("biquadratic: that force over EA", biquadratic.slope(softest), {
				expected: -1 / (3 * Math.sqrt(3)),
				tolerance: 1e-9,
				source: "closed form, −1/(3√3)",
			}),
			exact("Hencky: stretch of the largest tension", strongest, {
				expected: Math.E,
				tolerance: 1e-6,
				source: "closed form, e",
			}),
		];
		const plot = (
			title: string,
			yLabel: string,
			of: (
				law: (typeof all)[number],
			) => [(s: number) => number, (s: number) => number],
		) => ({
			kind: "plot" as const,
			title,
			xLabel: "stretch s = l/L",
			yLabel,
			series: all.flatMap((law) => {
				const [expected, found] = of(law);
				const points = (f: (s: number) => number, at: readonly number[]) =>
					at
						.map((s) => [s, f(s)] as const)
						.filter(([, y]) => Math.abs(y) <= highest);
				return [
					{
						name: `${law.name}, closed form`,
						style: "line" as const,
						color: law.color,
						points: points(expected, stretches),
					},
					{
						name: `${law.name}, measured`,
						style: "points" as const,
						color: law.color,
						points: points(found, shown),
					},
				];
			}),
		});
		return {
			rows,
			figures: [
				plot("Energy", "W / (EA L)", ({ w, energy }) => [w, energy]),
				plot("Force", "dW/dl / EA", ({ dw, slope }) => [dw, slope]),
			],
		};
	},
};
