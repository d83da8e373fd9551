import { cloth, collider, Scene, simulate, trbs } from "pliant";
import { cellCount, type Mesh } from "pliant/mesh";
import {
	type Experiment,
	type Figure,
	type Form,
	ordering,
	type Row,
	told,
} from "../../experiment.ts";
import { printed } from "../bendings.ts";
import { foldCount } from "../drape/foldCount.ts";
import { paper } from "../paper.ts";
import { type SkirtRings, skirtPattern } from "./skirtPattern.ts";

/** [m] */
const waist = 0.12;
const waistHeight = 1;
/** [N·m] */
const moduli = [3e-3, 3e-4];
const restSpeed = 0.01;
const mostSeconds = 10;
const ringsOf: Readonly<Record<Form, SkirtRings>> = {
	full: { rings: 20, cut: 4 },
	short: { rings: 10, cut: 2 },
};
const skirtOf = (form: Form): Mesh =>
	skirtPattern(waist, waistHeight, ringsOf[form]);

async function worn(mesh: Mesh, modulus: number) {
	const scene = new Scene();
	const skirt = scene.add(
		cloth.mesh(mesh, {
			membrane: trbs({ youngModulus2d: 200, poissonRatio: 0.3 }),
			bending: printed.of(modulus),
			arealDensity: 0.15,
		}),
	);
	skirt.shake(0.001).pin(skirt.group("waist"));
	const touch = { distance: 0.005, friction: 0.3 };
	const hips = collider.sphere({ centre: [0, 0.8, 0], radius: 0.17 });
	const figure = [scene.collide(hips, touch)];
	for (const side of [-1, 1]) {
		const leg = { from: [0.09 * side, 0.75, 0], to: [0.1 * side, 0.2, 0] };
		figure.push(
			scene.collide(
				collider.capsule({
					from: leg.from as [number, number, number],
					to: leg.to as [number, number, number],
					radius: 0.08,
				}),
				touch,
			),
		);
	}
	const simulation = await simulate(scene, {
		timeStep: 1 / 20,
		damping: { mass: 1 },
	});
	await simulation.run({ seconds: mostSeconds, untilSpeedBelow: restSpeed });
	const x = simulation.positions(skirt).slice();
	const radii = Array.from(skirt.group("hem"), (v) =>
		Math.hypot(x[3 * v], x[3 * v + 2]),
	);
	const v = simulation.velocities(skirt);
	let speed = 0;
	for (let i = 0; i < v.length; i += 3)
		speed = Math.max(speed, Math.hypot(v[i], v[i + 1], v[i + 2]));
	return {
		skirt,
		positions: x,
		speed,
		folds: foldCount(radii, 0.15),
		meanRadius: radii.reduce((a, b) => a + b) / radii.length,
		obstacles: figure.flatMap((part) => part.surfaceAt(0) ?? []),
	};
}

export const garment: Experiment = {
	id: "volino/garment",
	paper,
	figure: "Fig. 7",
	title: "A garment of stiff material",
	setup: `A circle skirt of ${cellCount(skirtOf("full"), "triangle")} triangles, cut flat and held at the waist, falls over hips and legs (a sphere and two capsules with friction). Linear bending as printed, 200 N/m, 0.15 kg/m².`,
	remarks: [
		"The paper shows a jacket of several seamed panels and gives no numbers; this stands in for it.",
		"Cloth does not collide with itself.",
	],
	run: async (form) => {
		const mesh = skirtOf(form);
		const rows: Row[] = [];
		const figures: Figure[] = [];
		let stiffer: Awaited<ReturnType<typeof worn>> | undefined;
		for (const modulus of moduli) {
			const result = await worn(mesh, modulus);
			rows.push(
				told(`${modulus} N·m: largest speed at the end [m/s]`, result.speed, {
					source: `it is followed until ${restSpeed}, or for ${mostSeconds} s`,
				}),
			);
			const source = "the paper gives a picture only";
			rows.push(
				told(`${modulus} N·m: folds of the hem`, result.folds, { source }),
				told(`${modulus} N·m: mean radius of the hem [m]`, result.meanRadius, {
					source,
				}),
			);
			if (stiffer)
				rows.push(
					ordering(
						"folds, stiffer cloth over softer",
						[stiffer.folds, result.folds],
						{
							source: "stiffer cloth has fewer folds",
						},
					),
					ordering(
						"mean radius of the hem, softer cloth over stiffer",
						[result.meanRadius, stiffer.meanRadius],
						{
							source: "stiffer cloth stands off more",
						},
					),
				);
			figures.push({
				kind: "picture",
				title: `${modulus} N·m: ${result.folds} folds`,
				bodies: [
					{
						mesh: result.skirt.mesh,
						positions: result.positions,
						held: Array.from(result.skirt.group("waist")),
					},
				],
				obstacles: result.obstacles,
				options: { size: { width: 480, height: 420 } },
			});
			stiffer = result;
		}
		return { rows, figures };
	},
};
