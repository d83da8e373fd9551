import { cloth, collider, Scene, simulate } from "pliant";
import { type Experiment, exact, type Row } from "../../experiment.ts";
import { softCloth } from "../bodies.ts";

const thicknesses = [2e-4, 5e-4, 1e-3, 2e-3, 5e-3];
/** Cells along a side of the lower and the upper sheet. */
const meshes: readonly (readonly [number, number])[] = [
	[6, 5],
	[12, 11],
];

/** Distances of two heavy sheets and of the lower one from the table, over their thickness: least and largest. */
async function gaps(thickness: number, cells: readonly [number, number]) {
	const scene = new Scene({ contact: { thickness, friction: 0.3 } });
	const sheets = cells.map((count, i) =>
		scene
			.add(
				cloth.grid(
					{ size: [0.2, 0.2], cells: [count, count], plane: "xz" },
					{ ...softCloth, arealDensity: 2 },
				),
			)
			.place((x, _, z) => [x + 0.004 * i, thickness * (0.7 + 1.2 * i), z]),
	);
	scene.collide(collider.plane(), { friction: 0.3 });
	const simulation = await simulate(scene, { damping: { mass: 10 } });
	await simulation.run({ seconds: 0.6 });
	const [lower, upper] = sheets.map((sheet) =>
		simulation.positions(sheet).filter((_, i) => i % 3 === 1),
	);
	const [{ distance }] = simulation.surfaceContacts();
	const middle = lower.reduce((sum, y) => sum + y, 0) / lower.length;
	return {
		least: distance / thickness,
		largest: (Math.max(...upper) - middle) / thickness,
		table: lower.map((y) => y / (thickness / 2)),
	};
}

export const restingGap: Experiment = {
	id: "contact/resting-gap",
	paper: "contact of surfaces",
	figure: "two heavy sheets on a table",
	title: "Layers rest their thickness apart",
	setup:
		"Two sheets of 2 kg/m², 0.2 m square, one on the other on a plane, thicknesses from 0.2 to 5 mm, meshes that do not match. Distances at rest over the thickness, and from the table over half of it.",
	run: async (form) => {
		const rows: Row[] = [];
		const isShort = form === "short";
		for (const cells of isShort ? meshes.slice(0, 1) : meshes)
			for (const thickness of isShort ? [2e-4, 5e-3] : thicknesses) {
				const { least, largest, table } = await gaps(thickness, cells);
				const within = { expected: 1, tolerance: 0.1 };
				const source = "the thickness that was asked for";
				const what = `${1000 * thickness} mm, ${cells.join(" and ")} cells`;
				rows.push(
					exact(`${what}: least gap of the sheets`, least, {
						...within,
						source,
					}),
					exact(`${what}: largest gap of the sheets`, largest, {
						...within,
						source,
					}),
					exact(`${what}: least gap from the table`, Math.min(...table), {
						...within,
						source,
					}),
				);
			}
		return { rows, figures: [] };
	},
};
