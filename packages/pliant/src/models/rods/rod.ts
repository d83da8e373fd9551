/**
 * Rods: cables that resist bending and twist, from Young's modulus, Poisson's ratio and the section. The energy is that of rodJoint.ts over all pairs of
 * edges that meet.
 *
 * A held edge, one between two held vertices, is a clamp: it keeps its direction and its turn, and the joint at its end stands for the half of the
 * other edge alone. A held vertex alone is a hinge.
 *
 * A mark is as far from the axis as makes its mass the rod's inertia against turning about itself.
 */
import type { Mesh, Vector3 } from "../../mesh/mesh.ts";
import type { AppliedModel, PreparedElements } from "../elementModel.ts";
import { innerMassShare, type MeshModel } from "../meshModel.ts";
import {
	between,
	checkMaterial,
	finite,
	flag,
	type Material,
	type MaterialNumbers,
	type Parameters,
	positive,
} from "../parameters.ts";
import { type RodChain, rodChains, sides } from "./rodChains.ts";
import { rodJoint } from "./rodJoint.ts";
import {
	rectangularSection,
	roundSection,
	type Section,
} from "./rodSection.ts";

const common = {
	youngModulus: positive({
		unit: "Pa",
		meaning: "Young modulus",
		typical: 1e9,
	}),
	poissonRatio: between(-1, 0.5, {
		unit: "1",
		meaning: "Poisson ratio, which decides about the shear modulus of twist",
		typical: 0.3,
		default: 0.3,
	}),
	twist: finite({
		unit: "rad/m",
		meaning:
			"twist at rest; in a closed loop, or between clamps, what twists it is the opposite",
		typical: 0,
		default: 0,
	}),
	straight: flag({
		unit: "1",
		meaning: "1 for a rod that is straight at rest, whatever its mesh is",
		typical: 0,
		default: 0,
	}),
};

const roll = finite({
	unit: "rad",
	meaning:
		"turn of the section about the rod; at 0 its height is as far along y as can be where the rod begins (along z where it begins upright)",
	typical: 0,
	default: 0,
});

const size = (meaning: string, typical: number) =>
	positive({ unit: "m", meaning, typical });
const moment = (meaning: string) =>
	positive({ unit: "m⁴", meaning, typical: 1e-12 });

type Common = MaterialNumbers<typeof common> & { readonly roll?: number };

/** A model of rods with parameters of their section. */
function rodModel<P extends Parameters>(
	modelName: string,
	about: string,
	own: P,
	sectionOf: (numbers: MaterialNumbers<P>) => Section,
): MeshModel<typeof common & P> {
	const material = { ...common, ...own };
	const apply = (given: Material<typeof common & P>): AppliedModel => {
		const checked = checkMaterial(modelName, material, given);
		for (const [name, value] of Object.entries(checked))
			if (typeof value !== "number")
				throw new Error(
					`${modelName}: ${name} has ${value.length} values; a rod has one section and one material, so give one number`,
				);
		const numbers = checked as unknown as Common & MaterialNumbers<P>;
		const section = sectionOf(numbers);
		return {
			model: rodJoint,
			material: checked,
			prepare: (mesh, isHeld) => rodElements(mesh, isHeld, numbers, section),
		};
	};
	return Object.assign(apply, {
		modelName,
		about,
		source: "Kirchhoff's rod; after Bergou et al. 2008, Discrete elastic rods",
		domain: "edge" as const,
		material,
	});
}

function rodElements(
	mesh: Mesh,
	isHeld: (vertex: number) => boolean,
	{ youngModulus: E, poissonRatio, twist, straight, roll: angle = 0 }: Common,
	{ area, heightMoment, widthMoment, torsionConstant }: Section,
): PreparedElements {
	const chains = rodChains(mesh);
	const vertexCount = mesh.positions.length / 3;
	const innerNodes: number[] = [];
	const elements: number[] = [];
	const frees: [number, number][] = [];
	for (const { vertices, isClosed } of chains) {
		const first = vertexCount + innerNodes.length / 2;
		const count = vertices.length - 1;
		for (let i = 0; i < count; i++)
			innerNodes.push(vertices[i], vertices[i + 1]);
		const isFree = (edge: number) =>
			isHeld(vertices[edge]) && isHeld(vertices[edge + 1]) ? 0 : 1;
		for (let edge = 0; edge < (isClosed ? count : count - 1); edge++) {
			const next = (edge + 1) % count;
			if (isFree(edge) + isFree(next) === 0) continue;
			const [a, b] = vertices.slice(edge, edge + 2);
			elements.push(a, b, vertices[next + 1], first + edge, first + next);
			frees.push([isFree(edge), isFree(next)]);
		}
	}
	const uses = new Uint8Array(innerNodes.length / 2);
	for (const node of elements)
		if (node >= vertexCount) uses[node - vertexCount]++;
	const share = (side: 0 | 1) =>
		Float64Array.from(
			frees,
			(_, i) => 1 / uses[elements[5 * i + 3 + side] - vertexCount],
		);
	const free = (side: 0 | 1) => Float64Array.from(frees, (f) => f[side]);
	const distance = Math.sqrt(
		(heightMoment + widthMoment) / area / innerMassShare,
	);
	return {
		elements: Uint32Array.from(elements),
		innerNodes: Uint32Array.from(innerNodes),
		innerPositions: (positions) =>
			marks(chains, mesh.positions, positions, angle, distance),
		material: {
			axialStiffness: E * area,
			// About the direction of its height it bends along its width.
			bendingRigidityD: E * widthMoment,
			bendingRigidityM: E * heightMoment,
			torsionalRigidity: (E / (2 * (1 + poissonRatio))) * torsionConstant,
			twist,
			straight,
			...{ share0: share(0), share1: share(1) },
			...{ free0: free(0), free1: free(1) },
		},
	};
}

/** At a distance from the middles of edges. */
function marks(
	chains: readonly RodChain[],
	rest: Float64Array,
	positions: Float64Array,
	angle: number,
	distance: number,
): Float64Array {
	return Float64Array.from(
		chains.flatMap((chain) =>
			sides(chain, rest, positions, angle).flatMap((side: Vector3, i) =>
				side.map((component, k) => {
					const [a, b] = chain.vertices.slice(i, i + 2);
					return (
						(positions[3 * a + k] + positions[3 * b + k]) / 2 +
						distance * component
					);
				}),
			),
		),
	);
}

export const rod = rodModel(
	"rod",
	"A round rod: stretching, bending and twist.",
	{ radius: size("radius of the section", 1e-3) },
	({ radius }) => roundSection(radius),
);

export const rectangularRod = rodModel(
	"rectangular-rod",
	"A rod of rectangular section: stretching, bending and twist.",
	{
		width: size("width of the section", 2e-3),
		height: size("height of the section", 1e-3),
		roll,
	},
	({ width, height }) => rectangularSection(width, height),
);

export const sectionRod = rodModel(
	"section-rod",
	"A rod whose section is given by its area and moments: stretching, bending and twist.",
	{
		area: positive({
			unit: "m²",
			meaning: "area of the section",
			typical: 1e-6,
		}),
		heightMoment: moment(
			"∫ z² over the section, z along its height: against bending in that direction",
		),
		widthMoment: moment(
			"∫ y² over the section, y along its width: against bending in that direction",
		),
		torsionConstant: moment("J of torsion, of a circle the sum of both"),
		roll,
	},
	(section) => section,
);
