/** Pressure that follows the surface: on triangles, and on faces of quadratic cells, which are curved as these deform. */
import { input } from "../energy/expression.ts";
import {
	add,
	cross,
	deformationGradient,
	div,
	dot,
	type Expr,
	inputs,
	type Matrix,
	mul,
	neg,
	ofLinearMap,
	sub,
	sum,
	type Vector,
} from "../energy/index.ts";
import { type ElementPotential, vertexArray } from "../energy/program.ts";
import type { FaceSample } from "../models/solid/quadraticFaces.ts";
import type { ElementGroupSource } from "./elementGroup.ts";
import type { ElementSum } from "./elementSum.ts";

/** A pressure on faces, along their normals. */
export interface PressureLoad {
	/** Where it is integrated on faces of quadratic cells; left out of flat triangles. */
	readonly samples?: readonly FaceSample[];
	/** Nodes of the faces: three of a triangle; corners, then middles, of others. */
	readonly faces: Uint32Array;
	/** [Pa] at a time: one number for all faces, or one for each corner of each; the next call may overwrite it. */
	readonly pressure: (time: number) => ArrayLike<number>;
}

/** A flat triangle has one sample, in its middle. */
const flatTriangle: readonly FaceSample[] = [
	{
		weight: 0.5,
		corners: [1 / 3, 1 / 3, 1 / 3],
		nodes: [
			[1 / 3, -1, -1],
			[1 / 3, 1, 0],
			[1 / 3, 0, 1],
		],
	},
];

/** Sets the pressures of a time, one load for each group of the sum. */
export function setPressures(
	loads: readonly PressureLoad[],
	follower: ElementSum,
	time: number,
	factor: number,
): void {
	for (const [i, load] of loads.entries()) {
		const { samples = flatTriangle, faces, pressure } = load;
		const [{ nodes, corners }] = samples;
		const given = pressure(time);
		const values = new Float64Array(
			(samples.length * faces.length) / nodes.length,
		);
		for (let at = 0; at < values.length; at++) {
			const sample = samples[at % samples.length];
			const first = corners.length * Math.floor(at / samples.length);
			const mean =
				given.length === 1
					? given[0]
					: sample.corners.reduce((p, c, v) => p + c * given[first + v], 0);
			values[at] = factor * sample.weight * mean;
		}
		follower.groups[i].setParameter(0, values);
	}
}

/** The samples of a load's faces as elements. */
export function pressureGroup({
	samples = flatTriangle,
	faces,
}: PressureLoad): ElementGroupSource {
	const nodes = samples[0].nodes.length;
	// The pressure is set later; shape functions are parameters where samples differ in them.
	const each = samples.flatMap((sample) => [
		0,
		...(samples.length > 1 ? sample.nodes.flat() : []),
	]);
	const vertices = new Uint32Array(samples.length * faces.length);
	const parameters = new Float64Array((each.length * faces.length) / nodes);
	for (let face = 0; face < faces.length / nodes; face++) {
		parameters.set(each, each.length * face);
		for (let sample = 0; sample < samples.length; sample++)
			vertices.set(
				faces.subarray(nodes * face, nodes * (face + 1)),
				nodes * (samples.length * face + sample),
			);
	}
	return {
		label: "pressure",
		potential: potentialOf(samples),
		vertices,
		parameters,
		samples: samples.length,
	};
}

/** By the number of a face's nodes. */
const potentials = new Map<number, ElementPotential>();

function potentialOf(samples: readonly FaceSample[]): ElementPotential {
	const nodes = samples[0].nodes.length;
	const known = potentials.get(nodes) ?? pressurePotential(samples);
	potentials.set(nodes, known);
	return known;
}

/**
 * Pressure at one sample of a face, as minus the work it does on the way from `start`, the positions at the beginning of a Newton
 * iteration, to x: p times the volume swept. With x = Σ N_v x_v and its tangents a, b,
 *
 *   W = −p ∫₀¹ d · (a(τ) × b(τ)) dτ,   d = x − start   (quadratic in τ: Simpson's rule is exact)
 *
 * A follower load has no potential of its own on an open surface. This one has the right force at x = start, the symmetric
 * part of its stiffness there, and for a line search the exact work along the way.
 */
function pressurePotential(samples: readonly FaceSample[]): ElementPotential {
	const [{ nodes }] = samples;
	const x = vertexArray("x", nodes.length);
	const start = vertexArray("start", nodes.length);
	/** Times the part of the reference face that the sample stands for. */
	const pressure = input("pressure");
	const symbols = nodes.map((_, v) => inputs(`N${v}`, 3));
	const shape = samples.length > 1 ? symbols : nodes;
	const before = deformationGradient(start.nodes, shape);
	const column = (y: Matrix, c: number): Vector => y.map((row) => row[c]);
	/** a × b on part of the way. */
	const area = (y: Matrix, part: number): Expr[] => {
		const at = (c: number) => add(column(before, c), mul(part, column(y, c)));
		return cross(at(1), at(2));
	};
	return {
		arrays: [x, start],
		parameters: [pressure, ...(samples.length > 1 ? symbols.flat() : [])],
		// In displacements, which positions would lose digits of.
		energy: ofLinearMap(
			x.nodes.map((p, v) => sub(p, start.nodes[v])),
			shape,
			(y) => {
				const [first, middle, last] = [0, 0.5, 1].map((part) => area(y, part));
				const mean = [0, 1, 2].map((k) =>
					div(sum([first[k], mul(4, middle[k]), last[k]]), 6),
				);
				return neg(mul(pressure, dot(column(y, 0), mean)));
			},
		),
		translationInvariant: false,
	};
}
