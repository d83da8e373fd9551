import { Body, collider, RigidBody, Scene, type SceneBody } from "pliant";
import {
	type Experiment,
	exact,
	type Figure,
	type Form,
	type Row,
	type XySeries,
} from "../../experiment.ts";
import { g, kinds, mean } from "../bodies.ts";
import { type Ground, grounds, lyingBody, restingGap } from "../ground.ts";
import {
	kindColors,
	last,
	law,
	merged,
	plotted,
	type Sample,
	track,
} from "../track.ts";

const degree = Math.PI / 180;
const paper = "motion with default settings";
const source = "½ g (sin θ − μ cos θ) t²";
/** Coefficient whose limit is at 20.30°. */
const middle = 0.37;

const distance = (angle: number, friction: number, time: number): number =>
	0.5 * g * (Math.sin(angle) - friction * Math.cos(angle)) * time ** 2;

interface Case {
	readonly kind: string;
	readonly ground: Ground;
	readonly friction: number;
}

const nameOf = ({ kind, ground, friction }: Case): string =>
	`${kind} on a ${ground}, μ = ${friction}`;

/** How far a body goes down a slope [m], step by step. */
async function slid(
	{ kind, ground, friction }: Case,
	angle: number,
	seconds: number,
): Promise<Sample<number>[]> {
	const { scene, body } = await lyingBody({
		...{ make: kinds[kind], ground, friction, angle },
	});
	return traveled(scene, body, [1, 0], seconds);
}

async function traveled(
	scene: Scene,
	body: SceneBody,
	[dx, dy]: readonly [number, number],
	seconds: number,
): Promise<Sample<number>[]> {
	const places = await track(scene, seconds, (simulation) => {
		const positions = simulation.positions(body);
		return dx * mean(positions, 0) + dy * mean(positions, 1);
	});
	const [{ value: start }] = places;
	return places.map(({ time, value }) => ({ time, value: value - start }));
}

/** How far a body goes down a plane that is tilted itself, under upright gravity. */
async function slidDownTilted(
	kind: string,
	friction: number,
	angle: number,
	seconds: number,
): Promise<Sample<number>[]> {
	const gap = await restingGap({
		...{ make: kinds[kind], ground: "plane", friction, angle },
	});
	const scene = new Scene({ gravity: [0, -g, 0] });
	const body = scene.add(kinds[kind](gap));
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	const turned = (x: number, y: number, z: number) =>
		[c * x + s * y, c * y - s * x, z] as const;
	if (body instanceof Body) body.place(turned);
	if (body instanceof RigidBody)
		body.place({
			position: turned(...body.properties.centre),
			orientation: [0, 0, -Math.sin(angle / 2), Math.cos(angle / 2)],
		});
	scene.collide(collider.plane({ normal: [s, c, 0] }), { friction });
	return traveled(scene, body, [c, -s], seconds);
}

/** Kinds on each ground, coefficients, and how long the nearly level slopes are watched [s]. */
const forms = {
	short: {
		cases: [
			{ kind: "rigid body", ground: "plane", friction: 0.1 },
			{ kind: "quadratic solid", ground: "plane", friction: middle },
			{ kind: "cable", ground: "plane", friction: 0.9 },
			{ kind: "linear solid", ground: "block", friction: middle },
			{ kind: "cloth", ground: "block", friction: 0.9 },
		],
		tilted: ["rigid body"],
		nearLimit: [["cable", "plane"]],
	},
	full: {
		cases: grounds.flatMap((ground) =>
			Object.keys(kinds).flatMap((kind) =>
				[0.1, middle, 0.9].map((friction) => ({ kind, ground, friction })),
			),
		),
		tilted: ["rigid body", "quadratic solid", "linear solid", "cloth", "cable"],
		nearLimit: grounds.flatMap((ground) =>
			Object.keys(kinds).map((kind) => [kind, ground] as const),
		),
	},
} as const satisfies Record<
	Form,
	{
		readonly cases: readonly Case[];
		readonly tilted: readonly string[];
		readonly nearLimit: readonly (readonly [string, Ground])[];
	}
>;

function distanceRow(name: string, measured: number, expected: number): Row {
	return exact(`${name}: distance over ½at²`, measured / expected, {
		...{ expected: 1, tolerance: 0.02, source },
	});
}

async function steepRows(
	form: Form,
): Promise<{ rows: Row[]; figures: Figure[] }> {
	const angle = 45 * degree;
	const rows: Row[] = [];
	const found: { one: Case; samples: Sample<number>[] }[] = [];
	for (const one of forms[form].cases) {
		const samples = await slid(one, angle, 1);
		rows.push(
			distanceRow(
				`45°, ${nameOf(one)}`,
				last(samples).value,
				distance(angle, one.friction, 1),
			),
		);
		found.push({ one, samples });
	}
	for (const kind of forms[form].tilted)
		rows.push(
			distanceRow(
				`${kind} on a plane tilted by 45°, μ = ${middle}`,
				last(await slidDownTilted(kind, middle, angle, 1)).value,
				distance(angle, middle, 1),
			),
		);
	const figures = grounds.map(
		(ground): Figure => ({
			kind: "plot",
			title: `Sliding down a ${ground} at 45°`,
			xLabel: "time [s]",
			yLabel: "distance [mm]",
			series: [
				...[0.1, middle, 0.9].map((friction) =>
					law(
						`½at², μ = ${friction}`,
						1,
						(t) => 1000 * distance(angle, friction, t),
					),
				),
				...merged(
					found
						.filter(({ one }) => one.ground === ground)
						.map(({ one, samples }) =>
							plotted(one.kind, samples, kindColors[one.kind], {
								...{ every: 14, scale: 1000 },
							}),
						),
				),
			],
		}),
	);
	return { rows, figures };
}

/** Just above and below the limit, at 20.5° and 20.1°. */
async function limitRows(
	form: Form,
): Promise<{ rows: Row[]; figures: Figure[] }> {
	const rows: Row[] = [];
	const [above, below] = [20.5 * degree, 20.1 * degree];
	const sliding: XySeries[] = [];
	const creeping: XySeries[] = [];
	for (const [kind, ground] of forms[form].nearLimit) {
		const one = { kind, ground, friction: middle };
		const slides = await slid(one, above, 4);
		const creeps = await slid(one, below, 10);
		rows.push(
			exact(
				`20.5°, ${nameOf(one)}: distance after 4 s over ½at²`,
				last(slides).value / distance(above, middle, 4),
				// A twentieth of it is 0.05 % of the friction.
				{ expected: 1, tolerance: 0.05, source },
			),
			exact(`20.1°, ${nameOf(one)}: creep in 10 s [m]`, last(creeps).value, {
				atMost: 1e-3,
				source: "Coulomb: sticks below 20.30°",
			}),
		);
		const name = `${kind}, ${ground}`;
		sliding.push(
			plotted(kind, slides, kindColors[kind], { every: 42, scale: 1000 }),
		);
		creeping.push({
			...plotted(name, creeps, kindColors[kind], { every: 42, scale: 1000 }),
			style: ground === "plane" ? "points" : "line",
		});
	}
	return {
		rows,
		figures: [
			{
				kind: "plot",
				title: "Slope of 20.5°, μ = 0.37, on planes and blocks",
				xLabel: "time [s]",
				yLabel: "distance [mm]",
				series: [
					law("½at²", 4, (t) => 1000 * distance(above, middle, t)),
					...merged(sliding),
				],
			},
			{
				kind: "plot",
				title: "Creep at 20.1°, μ = 0.37",
				xLabel: "time [s]",
				yLabel: "distance [mm]",
				series: creeping,
			},
		],
	};
}

export const slope: Experiment = {
	id: "motion/slope",
	paper,
	figure: "Coulomb on a slope",
	title: "Sliding down a slope from rest",
	setup:
		"Bodies of every kind begin at rest on a slope, on a plane or on a held block, and slide for a second at 45°. At 20.5° and 20.1° the limit of μ = 0.37 is near, which is 20.30°. All settings are defaults.",
	run: async (form) => {
		const steep = await steepRows(form);
		const limit = await limitRows(form);
		return {
			rows: [...steep.rows, ...limit.rows],
			figures: [...steep.figures, ...limit.figures],
		};
	},
};
