/** Everything that steps change: remembered before a step, so that it either happens or does not, and kept as checkpoints. */
import type { BuiltScene } from "../scene/build.ts";
import type { SolverMemory } from "../solvers/linear/solverMemory.ts";
import type { Vector } from "../system/vectorSpace.ts";
import type { EnergyBalance } from "../time/energyBalance.ts";
import { forgetMotion, type History } from "../time/integrators/integrator.ts";
import {
	type CheckpointNumbers,
	decodeCheckpoint,
	encodeCheckpoint,
	fingerprint,
} from "./checkpoint.ts";
import type { SubstepController } from "./substepController.ts";

interface StepStateParts {
	readonly scene: BuiltScene;
	readonly history: History;
	readonly energy: EnergyBalance;
	readonly control: SubstepController | undefined;
	readonly memory: SolverMemory;
}

/** What steps change besides arrays. */
type StepNumbers = Pick<
	CheckpointNumbers,
	"time" | "history" | "contactStiffness"
>;

export class StepState {
	/** Velocities before the last step. */
	readonly velocitiesBefore: Vector;
	private readonly scene: BuiltScene;
	private readonly history: History;
	private readonly energy: EnergyBalance;
	private readonly control: SubstepController | undefined;
	private readonly memory: SolverMemory;
	private readonly arrays: readonly Float64Array[];
	/** The arrays that must stay finite: all except those of the energy balance. */
	private readonly motion: readonly Float64Array[];
	private readonly before: readonly Float64Array[];
	private numbersBefore: CheckpointNumbers;
	private vectorsBefore: Float64Array[] = [];
	/** State before the present substep; the first one begins with the step. */
	private beforeSubstep: readonly Float64Array[];
	private laterSubsteps: readonly Float64Array[] | undefined;
	private isAtBeginning = true;
	private numbersBeforeSubstep: StepNumbers;
	/** Whether threads were lost in a step: then what they share may still change, and what is remembered is the state. */
	private isLost = false;

	constructor({ scene, history, energy, control, memory }: StepStateParts) {
		const { state, space, frames, frameParts, attachments, surfaces } = scene;
		this.scene = scene;
		this.history = history;
		this.energy = energy;
		this.control = control;
		this.memory = memory;
		const { rates, meanVelocity, accelerations, touched, contactBefore } =
			history;
		this.motion = [
			state.x.array,
			state.v.array,
			...(rates ? [rates.w.array, rates.a.array] : []),
			meanVelocity.array,
			accelerations.mean,
			accelerations.steady,
			touched,
			...(contactBefore ? [contactBefore] : []),
			...(control ? control.stateArrays : []),
			...(frames ? [frames.orientations] : []),
			...frameParts.flatMap((part) => part.stateArrays),
			...(attachments ? [attachments.broken] : []),
			...(surfaces ? [surfaces.contact.state] : []),
			...scene.model.elastic.memories,
		];
		this.arrays = [...this.motion, ...energy.stateArrays];
		this.velocitiesBefore = space.vector();
		this.before = this.arrays.map((array) =>
			array === state.v.array ? this.velocitiesBefore.array : array.slice(),
		);
		this.numbersBefore = this.numbers();
		this.beforeSubstep = this.before;
		this.numbersBeforeSubstep = this.numbersBefore;
	}

	get isFinite(): boolean {
		return this.motion.every(isFiniteArray);
	}

	/** Positions before the last step, in the order of the simulation. */
	get positionsBefore(): Float64Array {
		return this.before[0];
	}

	/** To be called before a step. */
	remember(): void {
		this.isAtBeginning = false;
		if (this.isLost) return;
		for (const [i, array] of this.arrays.entries()) this.before[i].set(array);
		this.isAtBeginning = true;
		this.numbersBefore = this.numbers();
		const { vectors } = this.memory;
		this.vectorsBefore.length = vectors.length;
		for (const [i, { array }] of vectors.entries()) {
			this.vectorsBefore[i] ??= new Float64Array(array.length);
			this.vectorsBefore[i].set(array);
		}
	}

	/** Goes back to what was remembered, to take the step in another way: the solver starts anew. */
	undo(): void {
		this.goBack(this.before, this.numbersBefore);
		this.isAtBeginning = true;
	}

	/** To be called before a substep. */
	rememberSubstep(): void {
		const { state, contact } = this.scene;
		if (this.isAtBeginning) this.beforeSubstep = this.before;
		else {
			this.laterSubsteps ??= this.arrays.map((array) => array.slice());
			this.beforeSubstep = this.laterSubsteps;
			for (const [i, array] of this.arrays.entries())
				this.beforeSubstep[i].set(array);
		}
		this.isAtBeginning = false;
		this.numbersBeforeSubstep = {
			time: state.time,
			history: historyNumbers(this.history),
			contactStiffness: contact?.contact.stiffness ?? 1,
		};
	}

	/** Rolls back the last substep, to take it in another way. */
	undoSubstep(): void {
		this.goBack(this.beforeSubstep, this.numbersBeforeSubstep);
		this.isAtBeginning = this.beforeSubstep === this.before;
	}

	private goBack(
		before: readonly Float64Array[],
		{ time, history, contactStiffness }: StepNumbers,
	): void {
		const { state, contact } = this.scene;
		for (const [i, array] of this.arrays.entries()) array.set(before[i]);
		state.time = time;
		setHistory(this.history, history);
		if (contact) contact.contact.stiffness = contactStiffness;
		this.scene.model.elastic.recall();
		this.memory.forget();
		this.framesMoved();
	}

	/** Makes the step one that was never tried, to the last bit. */
	reinstate(): void {
		for (const [i, array] of this.arrays.entries()) array.set(this.before[i]);
		this.takeNumbers(this.numbersBefore, this.vectorsBefore);
		if (this.scene.team.isLost) this.isLost = true;
		else this.follow();
	}

	/** Ends a substep or statics. Returns the energy [J] that friction within materials takes. */
	endStep(): number {
		const { model, state } = this.scene;
		return model.elastic.remember({ x: state.x });
	}

	/** Frames were put somewhere by other than steps. */
	framesMoved(): void {
		const { frames, frameParts, state, attachments, grips, pusher } =
			this.scene;
		this.energy.forget();
		frames?.read(state.x.array);
		for (const part of frameParts) part.moved();
		attachments?.moved();
		grips?.moved();
		pusher?.moved();
	}

	checkpoint(): Uint8Array {
		const [numbers, arrays, vectors] = this.isLost
			? [this.numbersBefore, this.before, this.vectorsBefore]
			: [
					this.numbers(),
					this.arrays,
					this.memory.vectors.map(({ array }) => array),
				];
		return encodeCheckpoint(numbers, fingerprint(this.scene), arrays, vectors);
	}

	restore(checkpoint: Uint8Array): void {
		const { vectors, ...numbers } = decodeCheckpoint(
			checkpoint,
			fingerprint(this.scene),
			this.arrays,
			this.scene.space.length,
		);
		this.takeNumbers(numbers, vectors);
		this.follow();
	}

	/** Takes over where another simulation of the same nodes is; what the solver remembers of its own stays behind. */
	continueFrom({ arrays, scene }: StepState): void {
		if (arrays.map(({ length }) => length).join() !== this.lengths)
			throw new Error(
				"simulation: it can only go on from one with the same bodies and meshes, models with the same nodes and the same integrator",
			);
		for (const [i, array] of this.arrays.entries()) array.set(arrays[i]);
		const { state } = this.scene;
		state.time = scene.state.time;
		state.step = scene.state.step;
		forgetMotion(this.history);
		this.memory.forget();
		this.follow();
	}

	private get lengths(): string {
		return this.arrays.map(({ length }) => length).join();
	}

	private numbers(): CheckpointNumbers {
		const { state, contact } = this.scene;
		return {
			time: state.time,
			step: state.step,
			history: historyNumbers(this.history),
			contactStiffness: contact?.contact.stiffness ?? 1,
			substeps: this.control?.substeps ?? 1,
			memory: this.memory.numbers,
		};
	}

	/** Takes over all but the arrays. */
	private takeNumbers(
		numbers: CheckpointNumbers,
		vectors: readonly Float64Array[],
	): void {
		const { state, space, contact } = this.scene;
		this.memory.restore(numbers.memory, vectors, space);
		state.time = numbers.time;
		state.step = numbers.step;
		setHistory(this.history, numbers.history);
		if (this.control) this.control.substeps = numbers.substeps;
		contact?.contact.resume(numbers.contactStiffness);
	}

	/** Brings up to date what follows from arrays and numbers. */
	private follow(): void {
		const { model, state, surfaces, attachments } = this.scene;
		model.elastic.recall();
		surfaces?.contact.resume();
		this.framesMoved();
		attachments?.placeTargets(state.time);
	}
}

/** Of lengths and speeds from which on energies and their derivatives overflow: what gets there is exploding. */
const largestSquare = 1e60;

function isFiniteArray(array: Float64Array): boolean {
	// Four sums, since each addition waits for the one before it.
	let [a, b, c, d] = [0, 0, 0, 0];
	const { length } = array;
	const end = length - (length % 4);
	for (let i = 0; i < end; i += 4) {
		a += array[i] * array[i];
		b += array[i + 1] * array[i + 1];
		c += array[i + 2] * array[i + 2];
		d += array[i + 3] * array[i + 3];
	}
	for (let i = end; i < length; i++) a += array[i] * array[i];
	return a + b + c + d < largestSquare;
}

const historyNumbers = ({ lag, length }: History) => [lag, length] as const;

function setHistory(
	history: History,
	[lag, length]: CheckpointNumbers["history"],
): void {
	Object.assign(history, { lag, length });
}
