import { collider } from "pliant";
import { isosurface, type Vector3 } from "pliant/mesh";
import { type Experiment, ordering, told } from "../../experiment.ts";
import { skinFigure, skinRows, skinsByRule } from "../../skin.ts";
import { paper } from "../paper.ts";

const center = 1.15;
/** How far the second sphere is pulled away [m]. */
const pull = 1.2;
const duration = 1;

/** Falls off from 1 on the surface of a sphere; what is around both adds up. */
const field = (x: number, y: number, z: number) =>
	[-center, center].reduce(
		(sum, c) => sum + Math.exp(-4 * (Math.hypot(x - c, y, z) - 1)),
		0,
	);

const smooth = (time: number) => {
	const s = Math.min(1, time / duration);
	return s * s * (3 - 2 * s);
};
const away = (time: number): Vector3 => [pull * smooth(time), 0, 0];

export const twoSpheres: Experiment = {
	id: "vangelder/two-spheres",
	paper,
	figure: "Fig. 5",
	title: "A skin around two spheres, one of which is pulled away",
	setup:
		"An isosurface around two spheres of radius 1 m, 0.3 m apart, by marching tetrahedra. Its outer halves are held to their spheres, the rest slides over them without friction. One sphere is pulled away by 1.2 m and the skin comes to rest. Circles in the triangles at rest have become ellipses; roughness is the root mean square of how much principal stretches differ between neighbouring triangles.",
	remarks: [
		"The paper gives pictures, no numbers, and neither the mesh nor the spheres' sizes. Its caption names eq. 27; the text uses eq. 29 (ν = 0), and so do we.",
		"A skin over two spheres is stretched unevenly by any rule, so the standard deviation of all stretches hardly tells rules apart. What the pictures show, neighbours that are stretched differently, is measured by the roughness, which is ours.",
	],
	run: async () => {
		const mesh = isosurface({
			field,
			level: Math.exp(-4 * 0.15),
			low: [-2.51, -1.37, -1.37],
			high: [2.51, 1.37, 1.37],
			spacing: 0.3,
		});
		const skins = await skinsByRule({
			mesh,
			duration,
			shapes: (scene) => {
				const sphere = (x: number) =>
					collider.sphere({ centre: [x, 0, 0], radius: 1 });
				scene.collide(sphere(-center), { distance: 0.02 });
				scene.collide(sphere(center), { distance: 0.02, motion: away });
			},
			distance: ([x, y, z]) =>
				Math.min(
					...[-center, center + pull].map((c) => Math.hypot(x - c, y, z) - 1),
				),
			held: (X) => {
				if (X[0] < -center) return () => X;
				if (X[0] > center)
					return (time) => {
						const by = away(time);
						return [X[0] + by[0], X[1] + by[1], X[2] + by[2]];
					};
				return undefined;
			},
		});
		return {
			rows: [
				...[skins.constant, skins.formula].map(({ rule, unevenness }) =>
					told(`${rule.name}: unevenness of stretches [%]`, 100 * unevenness, {
						source: "the paper gives pictures only",
					}),
				),
				ordering(
					"roughness: eq. 29 over constant k",
					[skins.formula.roughness, skins.constant.roughness],
					{
						source:
							"the paper: deformations of nearby triangles are more uniform",
					},
				),
				...skinRows(skins, "a sphere"),
			],
			figures: [skinFigure(mesh, skins)],
		};
	},
};
