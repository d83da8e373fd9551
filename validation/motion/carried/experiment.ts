import {
	type Experiment,
	exact,
	type Figure,
	type Form,
	type Row,
	type XySeries,
} from "../../experiment.ts";
import type { BoxKind } from "../bodies.ts";
import { boxes, kinds } from "../bodies.ts";
import { type Ground, grounds } from "../ground.ts";
import {
	kindColors,
	last,
	law,
	merged,
	plotted,
	type Sample,
} from "../track.ts";
import { belt, carriedDistance, dragged, slip } from "./conveyor.ts";
import { rope, simulatedRope } from "./rope.ts";
import { accelerations, pair, pushed, pushes } from "./stack.ts";
import {
	fast,
	onTurntable,
	type Place,
	slidingPoint,
	slow,
	table,
} from "./turntable.ts";

interface Cases {
	readonly conveyor: readonly (readonly [string, Ground])[];
	readonly turntable: readonly BoxKind[];
	readonly stack: readonly (readonly [BoxKind, string])[];
	readonly rope: readonly Ground[];
}

const boxKinds = Object.keys(boxes) as BoxKind[];

const forms: Readonly<Record<Form, Cases>> = {
	short: {
		conveyor: [
			["linear solid", "plane"],
			["cloth", "block"],
		],
		turntable: ["rigid body"],
		stack: [["rigid body", "rigid body"]],
		rope: ["plane"],
	},
	full: {
		conveyor: grounds.flatMap((ground) =>
			Object.keys(kinds).map((kind) => [kind, ground] as const),
		),
		turntable: boxKinds,
		stack: [
			...Object.keys(kinds).map((upper) => ["rigid body", upper] as const),
			["linear solid", "rigid body"],
			["linear solid", "linear solid"],
			["quadratic solid", "cloth"],
		],
		rope: grounds,
	},
};

interface Found {
	readonly rows: readonly Row[];
	readonly figure: Figure;
}

const within = (source: string) => ({ expected: 1, tolerance: 0.03, source });

async function conveyorRows({ conveyor }: Cases): Promise<Found> {
	const rows: Row[] = [];
	const series = [];
	for (const [kind, ground] of conveyor) {
		const samples = await dragged(kind, ground);
		const behind = belt.speed * belt.seconds - last(samples).value;
		rows.push(
			exact(
				`conveyor, ${kind} on a ${ground}: distance behind the belt over v²/(2μg)`,
				behind / slip,
				within("v²/(2μg)"),
			),
		);
		series.push(
			plotted(kind, samples, kindColors[kind], { scale: 1000, every: 7 }),
		);
	}
	return {
		rows,
		figure: {
			kind: "plot",
			title: "Put on a belt of 1 m/s, μ = 0.3",
			xLabel: "time [s]",
			yLabel: "distance [mm]",
			series: [
				law("½μgt², then vt", belt.seconds, (t) => 1000 * carriedDistance(t)),
				...merged(series),
			],
		},
	};
}

const apart = (a: Place, b: Place) => Math.hypot(a[0] - b[0], a[1] - b[1]);

async function turntableRows({ turntable }: Cases): Promise<Found> {
	const rows: Row[] = [];
	const point = slidingPoint(fast);
	const radiusOf = (samples: readonly Sample<Place>[]) =>
		samples.map(({ time, value }) => ({ time, value: Math.hypot(...value) }));
	const expected = last(radiusOf(point)).value - table.radius;
	const series = [];
	for (const kind of turntable) {
		const turns = await onTurntable(kind, slow);
		const { time, value } = last(turns);
		const angle = slow.rate * time;
		const there: Place = [
			table.radius * Math.cos(angle),
			-table.radius * Math.sin(angle),
		];
		rows.push(
			exact(
				`turntable, ${kind} at 2.2 rad/s: distance from where the table takes it, over the radius`,
				apart(value, there) / table.radius,
				{ atMost: 0.01, source: "sticks while ω²r < μg" },
			),
		);
		const slides = await onTurntable(kind, fast);
		rows.push(
			exact(
				`turntable, ${kind} at 3 rad/s: distance from the path of a sliding point, over the change of radius`,
				apart(last(slides).value, last(point).value) / expected,
				{ atMost: 0.03, source: "Coulomb, integrated for a point" },
			),
		);
		for (const samples of [slides, turns])
			series.push(
				plotted(
					kind,
					radiusOf(samples.slice(0, slides.length)),
					kindColors[kind],
					{ scale: 1000, every: 7 },
				),
			);
	}
	return {
		rows,
		figure: {
			kind: "plot",
			title: "Radius on a turntable of 3 and 2.2 rad/s, μ = 0.3",
			xLabel: "time [s]",
			yLabel: "radius [mm]",
			series: [
				{
					...plotted("point", radiusOf(point), "#222", {
						...{ scale: 1000, every: 100 },
					}),
					style: "line",
				},
				law("radius", fast.seconds, () => 1000 * table.radius),
				...merged(series),
			],
		},
	};
}

async function stackRows({ stack }: Cases): Promise<Found> {
	const rows: Row[] = [];
	const series = [];
	for (const [lower, upper] of stack)
		for (const [what, push] of Object.entries(pushes)) {
			const moved = await pushed({ lower, upper }, push);
			const expected = accelerations(push, moved.masses);
			const name = `${upper} on a pushed ${lower}, ${what}`;
			for (const [i, which] of (["lower", "upper"] as const).entries()) {
				const law = (expected[i] * pair.seconds ** 2) / 2;
				rows.push(
					exact(
						`${name}: distance of the ${which} one over ½at²`,
						last(moved[which]).value / law,
						within(
							what === "sticking"
								? "a = F/(m₁ + m₂)"
								: "a₂ = μg, a₁ = (F − μ m₂ g)/m₁",
						),
					),
				);
			}
			series.push(
				plotted(upper, moved.upper, kindColors[upper], {
					...{ scale: 1000, every: 7 },
				}),
			);
		}
	return {
		rows,
		figure: {
			kind: "plot",
			title: "On a block that is pushed at 3 and 8 m/s², μ = 0.4",
			xLabel: "time [s]",
			yLabel: "distance of the upper one [mm]",
			series: [
				...Object.values(pushes).map((push) =>
					law(
						`½at², ${push} m/s²`,
						pair.seconds,
						(t) => 500 * accelerations(push, [1, 0])[1] * t * t,
					),
				),
				...merged(series),
			],
		},
	};
}

async function ropeRows(cases: Cases): Promise<Found> {
	const rows: Row[] = [];
	const series: XySeries[] = [];
	for (const ground of cases.rope) {
		const { samples, expected } = await simulatedRope(ground, 320);
		const [{ time, value: before }] = expected;
		const distance = last(expected).value - before;
		rows.push(
			exact(
				`rope over a cylinder${ground === "block" ? ", surfaces" : ""}: distance after ${time.toFixed(1)} s over that of the capstan's equation`,
				(last(samples).value - before) / distance,
				within("capstan's equation with the rope's mass, integrated"),
			),
		);
		series.push({
			...plotted("capstan", expected, "#222", { scale: 1000, every: 50 }),
			style: "line",
		});
		series.push(
			plotted(
				ground === "block" ? "surfaces" : "vertices",
				samples,
				ground === "block" ? kindColors.cloth : kindColors.cable,
				{ scale: 1000 },
			),
		);
	}
	return {
		rows,
		figure: {
			kind: "plot",
			title: `A rope of ${rope.long} and ${rope.short} m over a cylinder, μ = ${rope.friction}`,
			xLabel: "time [s]",
			yLabel: "distance [mm]",
			series,
		},
	};
}

export const carried: Experiment = {
	id: "motion/carried",
	paper: "motion with default settings",
	figure: "Coulomb and Eytelwein",
	title: "What moving things take along",
	setup:
		"Bodies are put on a belt, turn with a table or slide off it, and ride on a block that is pushed. A rope slides over a cylinder because one end is longer. All settings are defaults.",
	run: async (form) => {
		const found: Found[] = [];
		for (const rowsOf of [conveyorRows, turntableRows, stackRows, ropeRows])
			found.push(await rowsOf(forms[form]));
		return {
			rows: found.flatMap(({ rows }) => rows),
			figures: found.map(({ figure }) => figure),
		};
	},
};
