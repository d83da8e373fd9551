import { elementPrograms, evaluate } from "pliant/energy";
import { grid, jitter, type Mesh, type Vector3 } from "pliant/mesh";
import {
	type AnyElementModel,
	type AppliedModel,
	curvedBending,
	linearBending,
	nonlinearBending,
	orthotropicMorley,
} from "pliant/models";
import { randomNumbers } from "pliant/testing";
import { elementFunctions } from "../../element.ts";
import { type Experiment, exact, type Row, told } from "../../experiment.ts";
import { bendings, crossover, shell } from "../bendings.ts";
import { energyOf, forcesOn } from "../bentSheet.ts";
import { digest, paper } from "../paper.ts";
import {
	combined,
	convex,
	cross,
	dot,
	length,
	nonConvex,
	type Pair,
	pairMesh,
	printedCoefficients,
	scaled,
	subtract,
} from "./pair.ts";

const models: readonly (readonly [string, AppliedModel])[] = [
	...bendings.map(({ name, of }) => [name, of(1)] as const),
	[
		"orthotropic Morley",
		orthotropicMorley({
			warpRigidity: 1,
			weftRigidity: 0.3,
			twistRigidity: 0.2,
			couplingRigidity: 0.1,
		}),
	],
	["crossover springs", crossover(1).of(1)],
	["curved", curvedBending({ bendingRigidity: 1, warpCurvature: 0.3 })],
	[
		"nonlinear",
		nonlinearBending({
			bendingRigidity: 1,
			stiffnessRatio: 0.4,
			transitionCurvature: 0.5,
		}),
	],
];

/** Positions with every vertex moved at random by up to a distance [m] along each axis. */
function shaken({ positions }: Mesh, by: number): Float64Array {
	const random = randomNumbers(11);
	return positions.map((c) => c + by * random());
}

/** About the size of a triangle, of sheets of about 1. */
const sizeOf = ({ triangles }: Mesh): number => Math.sqrt(2 / triangles.length);

interface Balance {
	/** Sums of forces and torques, over the sum of their sizes. */
	readonly force: number;
	readonly torque: number;
	/** Difference between force and energy by central differences, relative. */
	readonly gradient: number;
}

async function balance(mesh: Mesh, bending: AppliedModel): Promise<Balance> {
	const size = sizeOf(mesh);
	const x = shaken(mesh, 0.3 * size);
	const { forces, sum, torque } = await forcesOn(mesh, bending, x);
	const energy = await energyOf(mesh, bending);
	const random = randomNumbers(12);
	const along = forces.map(() => random());
	const moved = (by: number) => x.map((c, i) => c + by * along[i]);
	const by = 1e-5 * size;
	const difference = (energy(moved(by)) - energy(moved(-by))) / (2 * by);
	const work = forces.reduce((total, f, i) => total - f * along[i], 0);
	const scale = forces.reduce((total, f) => total + Math.abs(f), 0);
	return {
		force: sum / scale,
		torque: torque / scale,
		gradient: Math.abs(difference - work) / scale,
	};
}

/** Rows of a model with unknowns on edges, whose forces are not those of vertices alone: only sums are compared. */
async function shellRows(
	meshes: readonly (readonly [string, Mesh])[],
): Promise<Row[]> {
	let [force, torque] = [0, 0];
	for (const [, mesh] of meshes) {
		const x = shaken(mesh, 0.3 * sizeOf(mesh));
		const found = await forcesOn(mesh, shell.of(1), x);
		const scale = found.forces.reduce((total, f) => total + Math.abs(f), 0);
		force = Math.max(force, found.sum / scale);
		torque = Math.max(torque, found.torque / scale);
	}
	const source = "conservation; bound of ours, for rounding";
	return [
		exact("shell: sum of forces, relative", force, {
			atMost: 1e-12,
			source,
		}),
		exact("shell: torque, relative", torque, { atMost: 1e-12, source }),
	];
}

async function balanceRows(): Promise<Row[]> {
	const meshes: readonly (readonly [string, Mesh])[] = [
		["convex pair", pairMesh(convex)],
		["non-convex pair", pairMesh(nonConvex)],
		["irregular sheet", jitter(grid({ cells: [6, 5] }), { amount: 0.4 })],
	];
	const rows: Row[] = [];
	for (const [name, bending] of models) {
		const found: Balance[] = [];
		for (const [, mesh] of meshes) found.push(await balance(mesh, bending));
		const on = meshes.map(([mesh]) => mesh).join(", ");
		const source = "conservation; bound of ours, for rounding";
		const largest = (what: keyof Balance) =>
			Math.max(...found.map((one) => one[what]));
		rows.push(
			exact(`${name}: sum of forces, relative (${on})`, largest("force"), {
				atMost: 1e-12,
				source,
			}),
			exact(`${name}: torque, relative`, largest("torque"), {
				atMost: 1e-12,
				source,
			}),
			exact(
				`${name}: force and energy by differences, relative`,
				largest("gradient"),
				{ atMost: 1e-7, source: "bound of ours, for differences" },
			),
		);
	}
	return [...rows, ...(await shellRows(meshes))];
}

/** What the element of a model keeps. */
const alphaOf = (pair: Pair): number[] =>
	linearBending
		.rest({
			X: pair,
			material: linearBending.typicalMaterial as never,
			sample: 0,
		})
		.alpha.map(([a]) => a);

function coefficientRows(): Row[] {
	const R = (alpha: readonly number[]) => length(combined(alpha, nonConvex));
	return [
		exact(
			"non-convex pair, flat: |R| with signed areas",
			R(alphaOf(nonConvex)),
			{
				atMost: 1e-15,
				source: `${digest}: 2·10⁻¹⁷`,
			},
		),
		exact(
			"non-convex pair, flat: |R| with areas as printed",
			R(printedCoefficients(nonConvex)),
			{ expected: 0.254, tolerance: 0.0005, source: `${digest}: eqs 5, 6` },
		),
	];
}

const raised = ([x, y]: Vector3): Vector3 => [x, y, 0.025 * x * x];
const bent: Pair = [
	raised(convex[0]),
	raised(convex[1]),
	raised(convex[2]),
	raised(convex[3]),
];
const [hA, hB, l] = [0.8, 1.1, 1.6];
const modulus = 0.2;
/** λ of eq. 10 for a modulus. */
const lambda = (mu: number) => ((2 / 3) * (hA + hB) * l * mu) / (hA * hB) ** 2;

/** Forces [N] on A, B, C and D in the bent pair. */
function forces(model: AnyElementModel, material: Record<string, number>) {
	const g = elementFunctions(model, convex, {
		...model.typicalMaterial,
		...material,
	}).gradient(bent);
	return [0, 1, 2, 3].map(
		(i): Vector3 => [-g[3 * i], -g[3 * i + 1], -g[3 * i + 2]],
	);
}

const plain = { weftRatio: 1, warpAngle: 0, dampingTime: 0 };

function signRows(): Row[] {
	const alpha = alphaOf(convex);
	const R = combined(alpha, bent);
	const printed = { ...plain, bendingModulus: modulus };
	const [FA, FB] = forces(linearBending, printed);
	const source = `${digest}; the pair bent to a curvature of 0.05`;
	/** (R − R₀)·N from the force on A of bending with a curvature at rest. */
	const offset = (warpCurvature: number) =>
		-forces(curvedBending, {
			...plain,
			bendingRigidity: modulus / 3,
			warpCurvature,
			weftCurvature: 0,
		})[0][2] /
		(lambda(modulus) * alpha[0]);
	return [
		exact("curvature 2 R·N/(h_A h_B) [1/m]", (2 * R[2]) / (hA * hB), {
			expected: 0.05,
			tolerance: 1e-12,
			source,
		}),
		exact("eq. 8: h_A F_A·N [N·m]", hA * FA[2], {
			expected: -5.333e-3,
			tolerance: 5e-7,
			source: `${source}; printed with the other sign`,
		}),
		exact("eq. 8: h_B F_B·N [N·m]", hB * FB[2], {
			expected: -5.333e-3,
			tolerance: 5e-7,
			source,
		}),
		exact("eq. 9: a third of l μ γ [N·m]", -hA * FA[2], {
			expected: (l * modulus * 0.05) / 3,
			tolerance: 1e-12,
			source: "the paper, eqs 8 to 10",
		}),
		exact("eq. 17: (R − R₀)·N, bent as at rest [m]", offset(0.05), {
			expected: 0,
			tolerance: 1e-5,
			source: `${source}; the bisector of the triangles is not quite N`,
		}),
		exact("eq. 17: (R + R₀)·N, as printed [m]", offset(-0.05), {
			expected: 0.044,
			tolerance: 1e-5,
			source,
		}),
	];
}

/** Eq. 15: of edges along the weft and along the warp. */
function anisotropyRows(): Row[] {
	const ratio = 0.3;
	const size = (material: Record<string, number>) =>
		length(
			forces(linearBending, { ...plain, bendingModulus: 1, ...material })[0],
		);
	// The edge lies along y; with the warp along x it lies along the weft.
	const along = (warpAngle: number) =>
		size({ weftRatio: ratio, warpAngle }) / size({});
	const source =
		"the paper, eq. 15: μ_U sin²θ + μ_V cos²θ, θ of the edge from the weft";
	return [
		exact("eq. 15: edge along the weft, over the warp's modulus", along(0), {
			expected: 1,
			tolerance: 1e-12,
			source,
		}),
		exact(
			"eq. 15: edge along the warp, over the warp's modulus",
			along(Math.PI / 2),
			{ expected: ratio, tolerance: 1e-12, source },
		),
		exact("eq. 15: edge at 30° from the weft", along(Math.PI / 6), {
			expected: ratio * 0.25 + 0.75,
			tolerance: 1e-12,
			source,
		}),
	];
}

/** Damping forces [N] on the bent pair with velocities [m/s], for λ_v = 1. */
function dampingForces(v: readonly Vector3[]): Vector3[] {
	const potential = linearBending.dissipationPotential;
	if (!potential) throw new Error("linear bending has no damping");
	const { gradient } = elementPrograms(potential);
	const parameters = linearBending.restNumbers(
		convex,
		{ ...plain, bendingModulus: modulus, dampingTime: 1 / lambda(modulus) },
		0,
	);
	const g = evaluate(gradient.outputs, (input) => {
		const source = gradient.sources.get(input);
		if (!source) throw new Error("an input of the formula has no source");
		if ("parameter" in source) return parameters[source.parameter];
		return (source.array === 0 ? v : bent)[source.node][source.component];
	});
	return [0, 1, 2, 3].map((i) => [-g[3 * i], -g[3 * i + 1], -g[3 * i + 2]]);
}

const torqueOf = (forces: readonly Vector3[]): number =>
	length(
		combined(
			[1, 1, 1, 1],
			forces.map((f, i) => cross(bent[i], f)),
		),
	);

function viscosityRows(): Row[] {
	const alpha = alphaOf(convex);
	const R = combined(alpha, bent);
	const turning = bent.map((p) => cross([0.3, 1, -0.2], p));
	const rate = combined(alpha, turning);
	const random = randomNumbers(5);
	const any = bent.map((): Vector3 => [random(), random(), random()]);
	const anyRate = combined(alpha, any);
	const alongR = dot(anyRate, R) / length(R);
	const damping = dampingForces(any);
	const power = damping.reduce((sum, f, i) => sum + dot(f, any[i]), 0);
	return [
		exact("eq. 18: |R′| of a rigid rotation", length(rate), {
			expected: 0.02297,
			tolerance: 5e-6,
			source: `${digest}: |ω × R|`,
		}),
		exact(
			"damping of a rigid rotation, over that of −λ_v α R′",
			Math.max(...dampingForces(turning).map(length)) / length(rate),
			{ atMost: 1e-12, source: "rotation is not to be braked" },
		),
		exact(
			"damping: torque over the largest force [m]",
			torqueOf(damping) / Math.max(...damping.map(length)),
			{
				atMost: 1e-12,
				source: "conservation; bound of ours, for rounding",
			},
		),
		exact("damping: power over (R′·R/|R|)²", power / alongR ** 2, {
			expected: -1,
			tolerance: 1e-6,
			source: "equations of the projected damping",
		}),
		told(
			"damping as printed: torque over the largest force [m]",
			torqueOf(alpha.map((a) => scaled(anyRate, -a))) /
				(Math.max(...alpha.map(Math.abs)) * length(anyRate)),
			{ source: "the paper: it introduces some rotational momentum" },
		),
		told(
			"rest curvature as printed: torque over the largest force [m]",
			simpleRestTorque(alpha),
			{ source: "the paper: it introduces some rotational momentum" },
		),
	];
}

/** Torque of the forces −λ α (R − R₀) where the pair is not at rest and N is that of the triangles. */
function simpleRestTorque(alpha: readonly number[]): number {
	const random = randomNumbers(6);
	const moved = bent.map(
		([x, y, z]): Vector3 => [
			x + 0.05 * random(),
			y + 0.05 * random(),
			z + 0.1 * random(),
		],
	);
	const [A, B, C, D] = moved;
	const n = combined(
		[1, 1],
		[
			cross(subtract(A, C), subtract(A, D)),
			cross(subtract(B, D), subtract(B, C)),
		],
	);
	const R = combined(alpha, moved);
	const off = subtract(R, scaled(n, 0.03 / length(n)));
	const forces = alpha.map((a) => scaled(off, -a));
	const torque = combined(
		[1, 1, 1, 1],
		forces.map((f, i) => cross(moved[i], f)),
	);
	return length(torque) / Math.max(...forces.map(length));
}

export const momentum: Experiment = {
	id: "volino/momentum",
	paper,
	figure: "sections 2.1 to 2.6",
	title: "Forces, momentum, and the paper's signs",
	setup:
		"Every bending model on a pair of triangles that is convex, one that is not, and an irregular sheet, with all vertices moved at random: sums of forces and torques, and the force against the energy by differences. And the paper's formulas by numbers: coefficients, signs, curvature at rest, weft and warp, viscosity.",
	remarks: [
		"Eqs 5 and 6 print areas without sign; pairs that are not convex then have a bending vector when flat. Areas are signed here.",
		"Eq. 8 prints h_A F_A·N = −h_B F_B·N = +λ…; both are negative where A and B lie on the side of N. The offset for a curvature at rest is to be subtracted, not added.",
		"The paper's viscosity brakes rotation, and its rest curvature has a torque, as it says itself. Here viscosity acts along R alone and the normal's derivative is kept, so both conserve angular momentum.",
	],
	run: async () => ({
		rows: [
			...coefficientRows(),
			...signRows(),
			...anisotropyRows(),
			...viscosityRows(),
			...(await balanceRows()),
		],
	}),
};
