/** The scene that `pliant init` writes: short, with comments that say what can be changed. */

export interface ExampleScene {
	/** The user's mesh; without it the scene makes a square of cloth. */
	readonly mesh?: {
		readonly file: string;
		readonly kind: "cable" | "cloth" | "solid";
		/** [m], xyz per vertex. */
		readonly positions: Float64Array;
	};
	readonly material?: string;
}

const defaultMaterials = {
	cable: "nylon-line",
	cloth: "silk",
	solid: "silicone-ecoflex-00-30",
};

export function exampleScene({ mesh, material }: ExampleScene): string {
	const kind = mesh?.kind ?? "cloth";
	const name = { cable: "cable", cloth: "cloth", solid: "body" }[kind];
	return `{
	"$schema": "./scene.schema.json",
	"pliant": 1, // version of the format
	"title": "${mesh ? `${mesh.file} held at two corners` : "A cloth held at two corners"}",

	// Metres, seconds, kilograms, newtons; y is up.
	"gravity": [0, -9.81, 0],

	"objects": {
		"${name}": {
${meshLines(mesh)}

			// A name from \`pliant materials\`, which gives models and density. Or your own numbers:
			//   "models": [${ownModels[kind].models}],
			//   ${ownModels[kind].density}
			"material": "${material ?? defaultMaterials[kind]}",

			// What is held. Other choices of vertices: "boundary", { "group": "left" }, { "indices": [0, 7] },
			// { "nearest": [0, 1, 0] }, { "box": { "min": [0, 0, 0], "max": [1, 1, 1] } }, …
			"hold": [
				{ "vertices": { "corners": "${mesh ? foremost(mesh.positions) : "-z"}" } }
				// Moved to and fro:  { "vertices": …, "motion": { "amplitude": [0.1, 0, 0], "frequency": 0.5 } }
			]

			// "loads": [{ "vertices": "all", "force": [0, 0, 0.001] }]
		}
	},

	// How long. Or { "untilRest": 0.001 } [m/s], or { "statics": {} } for the equilibrium at once.
	"run": { "seconds": 3 },

	"simulation": {
		"timeStep": 0.01666666666666667,
		"newtonIterations": 1, // quick; leave it out for converged steps
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

function meshLines(mesh: ExampleScene["mesh"]): string {
	if (!mesh)
		return `			// Or a file of your own: { "file": "cloth.obj", "scale": 0.001 }
			"mesh": { "grid": { "size": [1, 1], "cells": [40, 40], "plane": "xz" } },

			// A little out of the level, so that it finds its folds.
			"start": { "noise": 0.002 },`;
	return `			// "scale": 0.001 for a file in millimetres; "rotate": [90, 0, 0] in degrees
			"mesh": { "file": ${JSON.stringify(mesh.file)} },

			// A little out of shape, so that folds find their way.
			"start": { "noise": ${noise(mesh.positions)} },`;
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

function extents(positions: Float64Array): number[] {
	return [0, 1, 2].map((axis) => {
		let [low, high] = [Infinity, -Infinity];
		for (let i = axis; i < positions.length; i += 3) {
			low = Math.min(low, positions[i]);
			high = Math.max(high, positions[i]);
		}
		return high - low;
	});
}

/** The upper side of what stands, one side of what lies flat. */
function foremost(positions: Float64Array): string {
	const [x, y, z] = extents(positions);
	return y > 0.05 * Math.max(x, z) ? "+y" : "-z";
}

/** A thousandth of the extent [m], rounded. */
const noise = (positions: Float64Array): number =>
	Number((1e-3 * Math.max(...extents(positions))).toPrecision(1));
