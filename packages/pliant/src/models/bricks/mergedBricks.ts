/**
 * Bricks as `brick` has them, with one spring where several lie in one place: an edge that four bricks share has one spring of four times
 * the stiffness. The same energy from fewer springs, 7 rather than 16 per brick of a large block; what is left of each brick is its corrective energy.
 */
import {
	length,
	mul,
	ofLinearMap,
	square,
	sub,
	transpose,
} from "../../energy/index.ts";
import { cellPositions } from "../../mesh/cellPositions.ts";
import { cellCount, type Mesh } from "../../mesh/mesh.ts";
import { type AppliedModel, elementModel } from "../elementModel.ts";
import { restLength } from "../geometry.ts";
import type { MeshModel } from "../meshModel.ts";
import {
	checkMaterial,
	finite,
	type Material,
	type MaterialValue,
} from "../parameters.ts";
import { bodyDiagonals } from "./brick.ts";
import {
	correctionEnergy,
	correctionRest,
	correctionShares,
	stiffnessBySpring,
} from "./brickEnergy.ts";
import {
	brickMaterial,
	requireBoxes,
	requireStiffness,
} from "./brickParameters.ts";
import { boxCorners, brickSides } from "./brickShape.ts";
import { bodyDiagonalSprings } from "./brickStiffness.ts";

const { twistStiffness, negativeSprings, ...moduli } = brickMaterial;

/** The corrective energy of one brick. */
export const brickCorrection = elementModel({
	name: "brick-correction",
	about:
		"What bricks have besides springs: a corrective energy in their mean edges; for use with brick-springs.",
	source: "Baudet et al. 2009, eqs 10 and 11",
	domain: "hexahedron",
	material: { ...moduli, twistStiffness },
	checkMesh: requireBoxes,
	rest: ({ X, material }) => correctionRest(X, material),
	energy: ({ x, ...rest }) =>
		ofLinearMap(x, correctionShares, (y) =>
			correctionEnergy(transpose(y), rest),
		),
});

/** One spring of all bricks that have it. */
export const brickStrut = elementModel({
	name: "brick-springs",
	about: "A spring between two corners of bricks.",
	domain: "strut",
	material: {
		stiffness: finite({
			unit: "N/m",
			meaning: "force over elongation",
			typical: 10,
		}),
	},
	rest: ({ X, material: { stiffness } }) => ({ L: restLength(X), stiffness }),
	energy: ({ x: [a, b], L, stiffness }) =>
		mul(0.5, mul(stiffness, square(sub(length(sub(b, a)), L)))),
});

const springParameters = { ...moduli, negativeSprings };

const springsName = "brick-springs";

function applySprings(given: Material<typeof springParameters>): AppliedModel {
	const material = checkMaterial(springsName, springParameters, given);
	return {
		model: brickStrut,
		material,
		checkMesh: requireBoxes,
		prepare: (mesh) => mergedSprings(mesh, material),
	};
}

/** Springs along edges and body diagonals of boxes, those in one place as one. */
export const brickSprings: MeshModel<typeof springParameters> = Object.assign(
	applySprings,
	{
		modelName: springsName,
		about:
			"Springs along the edges and body diagonals of boxes, one in each place; with brick-correction the same as brick.",
		source: "Baudet et al. 2009, eqs 8 and 10",
		domain: "hexahedron" as const,
		material: springParameters,
	},
);

/** What `brick` is, as merged springs and corrections: for `solid` of a body. */
export function mergedBricks(
	material: Material<typeof brickMaterial>,
): readonly AppliedModel[] {
	const { twistStiffness, negativeSprings, ...moduli } = material;
	return [
		brickCorrection({
			...moduli,
			...(twistStiffness !== undefined && { twistStiffness }),
		}),
		brickSprings({
			...moduli,
			...(negativeSprings !== undefined && { negativeSprings }),
		}),
	];
}

function mergedSprings(
	mesh: Mesh,
	material: Readonly<Record<string, MaterialValue>>,
) {
	const { hexahedra } = mesh;
	const stiffness = new Map<string, number>();
	for (let cell = 0; cell < cellCount(mesh, "hexahedron"); cell++) {
		const value = (name: keyof typeof springParameters) => {
			const given = material[name];
			return typeof given === "number" ? given : given[cell];
		};
		const moduli = {
			youngModulus: value("youngModulus"),
			poissonRatio: value("poissonRatio"),
		};
		const X = cellPositions(mesh, "hexahedron", cell);
		const sides = brickSides(X, boxCorners);
		const { edges, body } = bodyDiagonalSprings(sides, moduli);
		requireStiffness(
			edges,
			sides,
			moduli.poissonRatio,
			value("negativeSprings"),
		);
		const parts = stiffnessBySpring(bodyDiagonals, edges, [], body);
		for (const [i, { ends }] of bodyDiagonals.entries()) {
			const [a, b] = ends
				.map((corner) => hexahedra[8 * cell + corner])
				.sort((v, w) => v - w);
			const key = `${a} ${b}`;
			stiffness.set(key, (stiffness.get(key) ?? 0) + parts[i]);
		}
	}
	return {
		elements: Uint32Array.from(
			[...stiffness.keys()].flatMap((key) => key.split(" ").map(Number)),
		),
		material: { stiffness: Float64Array.from(stiffness.values()) },
	};
}
