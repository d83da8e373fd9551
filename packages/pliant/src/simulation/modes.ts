/**
 * Natural frequencies and shapes: K φ = ω² M φ where the nodes are, by shift-invert Lanczos about −σ, with a sparse factor of K + σM.
 *
 * σ is positive, so that K + σM is positive definite although bodies are free, and about as large as the lowest ω² that is more than rounding:
 * were it much smaller, rigid motions would drown the others; were it much larger, neighbours would look the same.
 */
import type { Vector3 } from "../mesh/mesh.ts";
import type { Body } from "../scene/body.ts";
import type { BodyRange } from "../scene/bodyRange.ts";
import type { BuiltScene } from "../scene/build.ts";
import { followPoints } from "../scene/followPoints.ts";
import type { FrameRange } from "../scene/frameRange.ts";
import type { SceneBody } from "../scene/scene.ts";
import {
	type EigenPairs,
	largestPairs,
} from "../solvers/eigen/largestPairs.ts";
import type { MassKind } from "../system/mass.ts";
import { noStep } from "../system/stepSetup.ts";
import type { IncrementalPotential } from "../time/incrementalPotential.ts";
import { ModalMatrices } from "./modalMatrices.ts";
import { checkOptions, count as countRule } from "./options.ts";
import { rigidRemainder } from "./rigidMotion.ts";

/**
 * `rigid`: every body moves as a whole, without strain. `mechanism`: something else that no force resists, such as a membrane out of its
 * plane without tension. `unstable`: the state is no minimum of the energy, and this is a way down.
 */
export type ModeKind = "vibration" | "rigid" | "mechanism" | "unstable";

export interface ModesOptions {
	/** How many, rigid motions included; 10 by default. */
	readonly count?: number;
}

export interface Mode {
	readonly kind: ModeKind;
	/** [Hz]; zero but for vibrations. */
	readonly frequency: number;
	/** ω² [1/s²]; negative where unstable. */
	readonly eigenvalue: number;
	/** Mass [kg] that moves along x, y and z with it: over all modes these sum to what is free to move. */
	readonly effectiveMass: Vector3;
	/** Displacements, xyz per vertex of a body's mesh; over all bodies φᵀMφ = 1 kg m². */
	shape(body: SceneBody): Float64Array;
	/** The same of the vertices of a body's skin. */
	skinShape(body: Body): Float64Array;
}

/** σ relative to the finest vibrations where it begins, and the factor by which it grows until K + σM is positive definite. */
const firstShift = { value: 1e-8, growth: 30 };
/** σ relative to the lowest ω² of a vibration: what is wanted, and what will do. */
const shift = { wanted: 0.1, least: 1e-4, most: 1 };
/** What is so many times rounding is the ω² of a vibration, to choose σ by. */
const clear = 1e3;
/** Looks at the spectrum at most, before it is computed. */
const mostLooks = 6;
/** Residuals relative to eigenvalues, for a look and for results. */
const tolerances = { look: 1e-6, result: 1e-9 };
/** A motion is rigid but for a part of this size. */
const rigidTolerance = 1e-4;

/** A simulation, as far as modes need it. */
export interface ModalState {
	readonly scene: BuiltScene;
	readonly potential: IncrementalPotential;
	readonly mass: MassKind;
	/** To be called when frames were put somewhere. */
	readonly moved: () => void;
}

export async function sceneModes(
	state: ModalState,
	options: ModesOptions,
): Promise<Mode[]> {
	const checked = checkOptions("modes", options, { count: countRule });
	const { count } = { count: 10, ...checked };
	const { scene } = state;
	if (scene.constraints.fixed.length === scene.model.vertexCount)
		throw new Error("modes: all is held; free something of the scene");
	const matrices = matricesOf(state);
	const { vectors } = await lowestPairs(matrices, count);
	return vectors
		.map((vector) => ({ vector, ...matrices.rayleigh(vector) }))
		.sort((a, b) => a.value - b.value)
		.map(({ vector, value, rounding }) => {
			const shapes = new Shapes(scene, vector);
			const isZero = Math.abs(value) <= rounding;
			const kind = !isZero
				? value > 0
					? "vibration"
					: "unstable"
				: shapes.areRigid()
					? "rigid"
					: "mechanism";
			return {
				kind,
				frequency: kind === "vibration" ? Math.sqrt(value) / (2 * Math.PI) : 0,
				eigenvalue: isZero ? 0 : value,
				effectiveMass: effectiveMass(scene, matrices, vector),
				shape: (body) => shapes.of(body),
				skinShape: (body) => shapes.ofSkin(body),
			};
		});
}

/** Stiffness and mass where the nodes are; contact may move them for it. */
function matricesOf({
	scene,
	potential,
	mass,
	moved,
}: ModalState): ModalMatrices {
	const { state, frames, contact } = scene;
	const { time } = state;
	const wasStatic = potential.isBegun && potential.duration === noStep.duration;
	const x = state.x.array.slice();
	const orientations = frames?.orientations.slice();
	const contactStiffness = contact?.contact.stiffness ?? 1;
	try {
		const times = { time, fromTime: time, targetTime: time };
		potential.begin({ ...noStep, ...times, targetFraction: 0 });
		potential.beginIteration();
		return new ModalMatrices(scene, potential.hessian(false, 0), mass);
	} finally {
		state.x.array.set(x);
		if (orientations) frames?.orientations.set(orientations);
		if (contact) contact.contact.stiffness = contactStiffness;
		if (!wasStatic) potential.forgetStep();
		moved();
	}
}

/** Looks at the spectrum until σ is right for it. */
async function lowestPairs(
	matrices: ModalMatrices,
	count: number,
): Promise<EigenPairs> {
	const { factor, problem } = await matrices.factoring();
	let sigma = firstPositive(factor, firstShift.value * matrices.scale);
	for (let look = 0; look < mostLooks; look++) {
		const { vectors } = largestPairs(problem, {
			count,
			tolerance: tolerances.look,
			isTested: false,
		});
		const stiff = vectors
			.map((x) => matrices.rayleigh(x))
			.filter(({ value, rounding }) => value > clear * rounding)
			.map(({ value }) => value)
			.sort((a, b) => a - b);
		// What is far below σ may be a rigid motion that is not quite separate from others yet.
		const lowest =
			stiff.find((value) => value > tolerances.look * sigma) ?? stiff[0];
		if (lowest === undefined) break;
		if (sigma >= shift.least * lowest && sigma <= shift.most * lowest) break;
		const before = sigma;
		sigma = firstPositive(factor, shift.wanted * lowest);
		if (sigma === before) break;
	}
	return largestPairs(problem, { count, tolerance: tolerances.result });
}

/** The first shift from this one on that makes the matrix positive definite; its factor is there then. */
function firstPositive(
	factor: (shift: number) => boolean,
	from: number,
): number {
	for (let sigma = from; Number.isFinite(sigma); sigma *= firstShift.growth)
		if (factor(sigma)) return sigma;
	throw new Error(
		"modes: positions or materials of the scene are not finite numbers",
	);
}

/** (φᵀMr)² of unit translations r. */
function effectiveMass(
	{ frames }: BuiltScene,
	matrices: ModalMatrices,
	vector: Float64Array,
): Vector3 {
	const momentum = new Float64Array(matrices.length);
	matrices.weigh(vector, momentum);
	const first = frames?.first ?? Number.POSITIVE_INFINITY;
	const sum = [0, 0, 0];
	for (let node = 0; node < momentum.length / 3; node++) {
		const isTurn = node >= first && (node - first) % 2 === 1;
		if (isTurn) continue;
		for (let k = 0; k < 3; k++) sum[k] += momentum[3 * node + k];
	}
	return [sum[0] ** 2, sum[1] ** 2, sum[2] ** 2];
}

/** Displacements of nodes as those of bodies. */
class Shapes {
	private readonly scene: BuiltScene;
	private readonly shapes = new Map<SceneBody, Float64Array>();
	private readonly skins = new Map<Body, Float64Array>();

	constructor(scene: BuiltScene, vector: Float64Array) {
		this.scene = scene;
		for (const range of this.ranges) {
			const shape = new Float64Array(3 * range.body.vertexCount);
			if ("part" in range) range.surface.velocities(vector, shape);
			else range.gather(vector, shape);
			this.shapes.set(range.body as SceneBody, shape);
		}
		const { x } = scene.state;
		for (const { body } of scene.ranges) {
			if (!body.skin) continue;
			const [{ points }] = followPoints(body.skin.points, { ...scene, x });
			const shape = new Float64Array(3 * points.count);
			points.velocities(vector, shape);
			this.skins.set(body, shape);
		}
	}

	private get ranges(): readonly (BodyRange | FrameRange)[] {
		return [...this.scene.ranges, ...this.scene.frameRanges];
	}

	of(body: SceneBody): Float64Array {
		return (
			this.shapes.get(body) ??
			missing(`${body.label} is not part of the simulation`)
		);
	}

	ofSkin(body: Body): Float64Array {
		return (
			this.skins.get(body) ??
			missing(`${body.label} has no skin; ask for its shape`)
		);
	}

	/** Whether all bodies move as a whole. */
	areRigid(): boolean {
		let left = 0;
		let all = 0;
		for (const range of this.ranges) {
			const x = new Float64Array(3 * range.body.vertexCount);
			if ("part" in range) range.surface.positions(x);
			else range.gather(this.scene.state.x.array, x);
			const shape = this.of(range.body as SceneBody);
			left += rigidRemainder(x, shape);
			for (const u of shape) all += u * u;
		}
		return left <= rigidTolerance ** 2 * all;
	}
}

function missing(what: string): never {
	throw new Error(`mode: ${what}`);
}
