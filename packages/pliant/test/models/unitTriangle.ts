/** Models on the triangle (0, 0), (1, 0), (0, 1), whose last two vertices are the columns of F when the first is at the origin. */
import {
	type ElementPrograms,
	elementPrograms,
	type Program,
} from "../../src/energy/index.ts";
import type { Vector3 } from "../../src/index.ts";
import type { AnyElementModel } from "../../src/models/index.ts";
import { fullHessian } from "../../src/testing/elementProbe.ts";
import { evaluateProgram } from "../energy/evaluateProgram.ts";

const unitTriangle: readonly Vector3[] = [
	[0, 0, 0],
	[1, 0, 0],
	[0, 1, 0],
];

const programs = new Map<AnyElementModel, ElementPrograms>();

/** They take longer to derive than to evaluate. */
function programsOf(model: AnyElementModel): ElementPrograms {
	const known = programs.get(model) ?? elementPrograms(model.potential);
	programs.set(model, known);
	return known;
}

type Numbers = Readonly<Record<string, number>>;

const evaluated = (
	program: Program,
	model: AnyElementModel,
	material: Numbers,
	X: readonly Vector3[],
	x: readonly Vector3[],
) =>
	evaluateProgram(
		program,
		[Float64Array.from(x.flat())],
		model.restNumbers(X, { ...model.typicalMaterial, ...material }, 0),
	);

export const energyOf = (
	model: AnyElementModel,
	material: Numbers,
	X: readonly Vector3[],
	x: readonly Vector3[],
): number => evaluated(programsOf(model).energy, model, material, X, x)[0];

/** Forces [N], xyz per vertex. */
export const forcesOf = (
	model: AnyElementModel,
	material: Numbers,
	X: readonly Vector3[],
	x: readonly Vector3[],
): number[] =>
	Array.from(
		evaluated(programsOf(model).gradient, model, material, X, x),
		(g) => -g,
	);

export const hessianOf = (
	model: AnyElementModel,
	material: Numbers,
	X: readonly Vector3[],
	x: readonly Vector3[],
): number[][] =>
	fullHessian(
		evaluated(programsOf(model).hessian, model, material, X, x),
		X.length,
		true,
	);

/** The positive Hessian after a move from some positions. */
export function positiveHessianOf(
	model: AnyElementModel,
	material: Numbers,
	X: readonly Vector3[],
	x: readonly Vector3[],
	before: readonly Vector3[],
): number[][] {
	const { positiveHessian } = programsOf(model);
	if (!positiveHessian) throw new Error(`${model.name} has no positive energy`);
	const parameters = model.restNumbers(
		X,
		{ ...model.typicalMaterial, ...material },
		0,
	);
	const arrays = [x, before].map((points) => Float64Array.from(points.flat()));
	return fullHessian(
		evaluateProgram(positiveHessian, arrays, parameters),
		X.length,
		true,
	);
}

/** Columns of the first Piola–Kirchhoff stress [N/m] at the columns f1, f2 of F. */
export function nominalStress(
	model: AnyElementModel,
	material: Numbers,
	f1: Vector3,
	f2: Vector3,
): [Vector3, Vector3] {
	const f = forcesOf(model, material, unitTriangle, [[0, 0, 0], f1, f2]);
	// The gradient at vertices 1 and 2 is the area ½ times P times the shape gradients (1, 0) and (0, 1).
	const column = (v: number): Vector3 => [
		-2 * f[3 * v],
		-2 * f[3 * v + 1],
		-2 * f[3 * v + 2],
	];
	return [column(1), column(2)];
}
