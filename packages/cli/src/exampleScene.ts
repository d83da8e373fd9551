/** The scene that `pliant init` writes: short, with comments that say what can be changed. */

import { foldEdgeOf, materials } from "pliant/materials";
import {
	boundingBox,
	boxSides,
	type Direction,
	edgeLength,
	type Mesh,
	type Selection,
	selectVertices,
	triangleArea,
} from "pliant/mesh";

export interface ExampleScene {
	/** The user's mesh; without it the scene makes a square of cloth. */
	readonly mesh?: Mesh & {
		readonly file: string;
		readonly kind: "cable" | "cloth" | "solid";
		/** From the file's units to metres, where they differ; the positions are scaled already. */
		readonly scale?: number;
		/** Whether it has to be mended first. */
		readonly repair?: boolean;
		/** Size of tetrahedra to fill the surface with [m]. */
		readonly fill?: number;
		/** Of a sheet of a solid material [m]. */
		readonly thickness?: number;
	};
	readonly material?: string;
}

const defaultMaterials = {
	cable: "nylon-line",
	cloth: "silk",
	solid: "silicone-ecoflex-00-30",
};

/** Side of the square of cloth [m]. */
const side = 0.3;

/** Cells along it that are fine enough for the folds of a fabric, and enough for a picture. */
function cellsFor(name: string): number {
	const found = materials[name];
	const needed = found.kind === "fabric" ? side / foldEdgeOf(found) : 0;
	return Math.max(20, Math.ceil(needed));
}

export function exampleScene({ mesh, material }: ExampleScene): string {
	const kind = mesh?.kind ?? "cloth";
	const substance = material ?? defaultMaterials[kind];
	const name = { cable: "cable", cloth: "cloth", solid: "body" }[kind];
	return `{
	"$schema": "./scene.schema.json",
	"pliant": 1, // version of the format
	"title": "${mesh ? `${mesh.file} held up` : "A cloth held at two corners"}",

	// Metres, seconds, kilograms, newtons; y is up.
	"gravity": [0, -9.81, 0],

	"objects": {
		"${name}": {
${meshLines(mesh, substance)}

			// A name from \`pliant materials\`, which gives models and density. Or your own numbers:
			//   "models": [${ownModels[kind].models}],
			//   ${ownModels[kind].density}
			"material": ${mesh?.thickness === undefined ? `"${substance}"` : `{ "name": "${substance}", "thickness": ${mesh.thickness} }`},

			// What is held, and how it moves. Other choices of vertices: "boundary", { "group": "left" },
			// { "indices": [0, 7] }, { "box": { "min": [0, 0, 0], "max": [1, 1, 1] } }, …
			"hold": [
${holdLines(mesh)}
			]

			// "loads": [{ "vertices": "all", "force": [0, 0, 0.001] }]
		}
	},

	// How long. Or { "untilRest": 0.001 } [m/s], or { "statics": {} } for the equilibrium at once.
	"run": { "seconds": 3 },

	"simulation": {
		// "accuracy": 1e-3, // error of a second of motion, over the size of the body; 5e-3 by default
		"damping": { "mass": 0.5 } // like air, 1/s
	},

	// Followed in history.csv, next to the energies.
	"probes": {
		"lowest": { "object": "${name}", "vertices": "all", "take": "minimum" }
	},

	"outputs": [
		{ "format": "glb" }, // for Blender, three.js and other viewers
		// { "format": "vtu", "fields": ["strain", "stress"] }, for ParaView
		{ "format": "csv" }
	]
}
`;
}

function meshLines(mesh: ExampleScene["mesh"], material: string): string {
	const cells = cellsFor(material);
	if (!mesh)
		return `			// Or a file of your own: { "file": "cloth.obj", "scale": 0.001 }
			// The finer a fabric folds, the smaller its cells must be; \`pliant check\` says how small.
			"mesh": { "grid": { "size": [${side}, ${side}], "cells": [${cells}, ${cells}], "plane": "xz" } },`;
	return `			// "scale": 0.001 for a file in millimetres; "rotate": [90, 0, 0] in degrees
			"mesh": { "file": ${JSON.stringify(mesh.file)}${settings(mesh)} },

			// How it starts, where that differs from rest: "rotate", "translate", "velocity", "spin", …
			${startLine(mesh)}`;
}

const startLine = (mesh: NonNullable<ExampleScene["mesh"]>): string =>
	mesh.kind === "solid"
		? `// "start": { "velocity": [0, 0, 1] },`
		: `"start": { "noise": ${noise(mesh)} }, // [m], so that what is flat can buckle`;

const settings = ({
	scale,
	repair,
	fill,
}: NonNullable<ExampleScene["mesh"]>): string =>
	Object.entries({ scale, repair: repair || undefined, fill })
		.filter(([, value]) => value !== undefined)
		.map(([key, value]) => `, "${key}": ${value}`)
		.join("");

/** Two corners that come nearer to each other, so that there is cloth for folds; or the end of a mesh that has no corners. */
function holdLines(mesh: ExampleScene["mesh"]): string {
	if (mesh?.kind === "solid") return heldEnd(mesh.positions);
	const top = mesh ? foremost(mesh.positions) : "-z";
	const width = mesh ? boxSides(mesh.positions)[0] : side;
	const corner = (side: Direction): Selection => ({
		allOf: [{ corners: top }, { corners: side }],
	});
	const sides = (["-x", "+x"] as const).filter(
		(side) => !mesh || selectVertices(mesh, corner(side)).length > 0,
	);
	if (sides.length === 2)
		return sides
			.map((side, i) => {
				const way = Number((0.05 * width).toPrecision(1)) * (i === 0 ? 1 : -1);
				return `				{
					"vertices": { "allOf": [{ "corners": "${top}" }, { "corners": "${side}" }] },
					"motion": { "times": [0, 1], "values": [[0, 0, 0], [${way}, 0, 0]], "interpolation": "smooth" }
				}`;
			})
			.join(",\n");
	return `				{ "vertices": { "nearest": [${mesh ? farthest(mesh.positions, top).join(", ") : ""}] } }`;
}

/** Of the length of a solid, what is held. */
const heldPart = 0.1;

/**
 * One end of a solid, or the upper one of what stands. (A single vertex, which a fine mesh lets go as far as it likes, made the first step of a box
 * of rubber five times as long.)
 */
function heldEnd(positions: Float64Array): string {
	const sides = boxSides(positions);
	const longest = Math.max(...sides);
	const across = [0, 2].find((axis) => sides[axis] > 0.99 * longest);
	const axis = across ?? 1;
	const { min, max } = boundingBox(positions);
	const margin = 0.01 * longest;
	const ends = [min.map((x) => x - margin), max.map((x) => x + margin)];
	if (axis === 1) ends[0][axis] = max[axis] - heldPart * longest;
	else ends[1][axis] = min[axis] + heldPart * longest;
	const [low, high] = ends.map((end) =>
		end.map((x) => Number(x.toPrecision(4))).join(", "),
	);
	return `				{ "vertices": { "box": { "min": [${low}], "max": [${high}] } } }`;
}

const ownModels = {
	cable: {
		models: `{ "model": "quadratic-spring", "axialStiffness": 100 }`,
		density: `"linearDensity": 0.01,`,
	},
	cloth: {
		models: `{ "model": "trbs", "youngModulus2d": 1000, "poissonRatio": 0.3 }`,
		density: `"arealDensity": 0.15,`,
	},
	solid: {
		models: `{ "model": "stable-neo-hookean", "youngModulus": 5e5, "poissonRatio": 0.4 }`,
		density: `"density": 1000,`,
	},
};

/** The upper side of what stands, one side of what lies flat. */
function foremost(positions: Float64Array): Direction {
	const [x, y, z] = boxSides(positions);
	return y > 0.05 * Math.max(x, z) ? "+y" : "-z";
}

/** The point that is farthest in a direction. */
function farthest(positions: Float64Array, direction: Direction): number[] {
	const axis = "xyz".indexOf(direction[1]);
	const sign = direction[0] === "+" ? 1 : -1;
	let best = axis;
	for (let i = axis; i < positions.length; i += 3)
		if (sign * positions[i] > sign * positions[best]) best = i;
	return [...positions.slice(best - axis, best - axis + 3)];
}

/** Far below the size of what is there, and of its flattest triangle [m]: as much as its height would strain that beyond all bounds. */
function noise(mesh: Mesh): number {
	const { positions, triangles } = mesh;
	let most = 1e-5 * Math.max(...boxSides(positions));
	for (let i = 0; i < triangles.length; i += 3) {
		const [a, b, c] = triangles.subarray(i, i + 3);
		const longest = Math.max(
			edgeLength(positions, a, b),
			edgeLength(positions, b, c),
			edgeLength(positions, c, a),
		);
		const height = (2 * triangleArea(positions, a, b, c)) / longest;
		if (height > 0) most = Math.min(most, 0.01 * height);
	}
	return Number(most.toPrecision(1));
}
