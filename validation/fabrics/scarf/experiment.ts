import { cloth, collider, Scene } from "pliant";
import { fabric } from "pliant/materials";
import { type Experiment, ordering, type Row, told } from "../../experiment.ts";
import { settled } from "../settled.ts";
import { shadowArea } from "../shadowArea.ts";

const names = ["silk", "wool", "jersey", "denim", "felt"];
/** Side of the scarf, and radius of the knob it hangs over [m]. */
const side = 0.36;
const knob = 0.08;
/** From one scarf to the next in the picture [m], across the way one looks. */
const apart = [0.324, 0, -0.157];

async function hung(name: string, cells: number, seconds: number) {
	const scene = new Scene();
	const shape = {
		size: [side, side],
		cells: [cells, cells],
		plane: "xz",
		origin: [-side / 2, 0.006, -side / 2],
	} as const;
	const scarf = scene.add(cloth.grid(shape, { ...fabric(name) })).shake(2e-4);
	const ball = scene.collide(
		collider.sphere({ centre: [0, -knob, 0], radius: knob }),
		{ distance: 0.005, friction: 0.4 },
	);
	const { positions } = await settled(scene, scarf, { seconds, mass: 4 });
	return {
		mesh: scarf.mesh,
		positions,
		surfaces: [ball.surfaceAt(0) ?? []].flat(),
		shadow: shadowArea(scarf.mesh.triangles, positions, side) / side ** 2,
	};
}

export const scarf: Experiment = {
	id: "fabrics/scarf",
	paper: "materials by name",
	figure: "docs/materials.md",
	title: "The same scarf in five fabrics",
	setup: `A square of ${100 * side} cm is laid on a knob of ${200 * knob} cm and let go: silk, wool suiting, interlock jersey, denim and felt on the same mesh.`,
	remarks: [
		"Cells are as fine as the folds of silk need. Cloth does not collide with itself.",
	],
	run: async (form) => {
		const [cells, seconds] = form === "short" ? [12, 0.3] : [78, 1.5];
		const rows: Row[] = [];
		const results: Awaited<ReturnType<typeof hung>>[] = [];
		for (const name of names) {
			const result = await hung(name, cells, seconds);
			results.push(result);
			rows.push(
				told(
					`${name}: part of its area that covers the ground`,
					result.shadow,
					{
						source: "seen from above",
					},
				),
			);
		}
		rows.push(
			ordering(
				"covered ground, silk over felt",
				[results[0].shadow, results[4].shadow],
				{ source: "felt is fifty times as stiff in bending and shear" },
			),
		);
		const shift = (x: Float64Array, i: number) =>
			x.map((value, k) => value + (i - 2) * apart[k % 3]);
		return {
			rows,
			figures: [
				{
					kind: "picture",
					title: names.join(", "),
					bodies: results.map(({ mesh, positions }, i) => ({
						mesh,
						positions: shift(positions, i),
						held: [],
					})),
					obstacles: results.flatMap(({ surfaces }, i) =>
						surfaces.map((surface) => ({
							...surface,
							positions: shift(surface.positions, i),
						})),
					),
					options: {
						size: { width: 1600, height: 440 },
						view: { low: [-0.21, -0.2, -0.21], high: [0.21, 0.01, 0.21] },
					},
				},
			],
		};
	},
};
