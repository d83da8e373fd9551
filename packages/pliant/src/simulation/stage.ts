/** All that it takes to advance one structure of nodes: a simulation has one, and another one for when its seams are welded. */
import type { BuiltScene } from "../scene/build.ts";
import type { BlockDescent, DescentOn } from "../solvers/blockDescent.ts";
import type { NewtonReport } from "../solvers/newton.ts";
import type { Vector } from "../system/vectorSpace.ts";
import { EnergyBalance } from "../time/energyBalance.ts";
import { IncrementalPotential } from "../time/incrementalPotential.ts";
import {
	forgetMotion,
	type History,
	type Integrator,
	type StepContext,
} from "../time/integrators/integrator.ts";
import type { SimulationSettings } from "./options.ts";
import { StepState } from "./stepState.ts";
import { SubstepController } from "./substepController.ts";
import { SystemSolvers } from "./systemSolvers.ts";

export class Stage {
	readonly scene: BuiltScene;
	readonly potential: IncrementalPotential;
	readonly history: History;
	readonly energy: EnergyBalance;
	readonly stepState: StepState;
	readonly forces: Vector;
	readonly systems: SystemSolvers;
	readonly context: StepContext;
	/** Chooses substeps, unless their number is fixed. */
	readonly control: SubstepController | undefined;
	private readonly settings: SimulationSettings;
	private readonly descent: BlockDescent | undefined;

	constructor(
		scene: BuiltScene,
		settings: SimulationSettings,
		integrator: Integrator,
		descentOn?: DescentOn,
	) {
		const { space } = scene;
		this.scene = scene;
		this.settings = settings;
		this.systems = new SystemSolvers(scene, settings);
		this.potential = new IncrementalPotential(scene, {
			mass: 0,
			stiffness: 0,
			...settings.damping,
		});
		this.descent = descentOn?.(this.potential);
		this.history = {
			rates: integrator.hasMemory
				? { w: space.vector(), a: space.vector() }
				: undefined,
			meanVelocity: space.vector(),
			accelerations: {
				mean: new Float64Array(scene.state.x.array.length),
				steady: new Float64Array(scene.state.x.array.length),
			},
			// Turning would change the momentum of bodies that touch themselves or each other.
			contactBefore:
				integrator.hasMemory &&
				(scene.contact ?? scene.surfaces?.hasPrescribed) &&
				!(scene.surfaces && scene.ranges.length + scene.frameParts.length > 1)
					? new Float64Array(scene.state.x.array.length)
					: undefined,
			startVelocities: new Float64Array(scene.state.x.array.length),
			touched: new Float64Array(1),
			...{ lag: -1, length: 0 },
		};
		this.energy = new EnergyBalance(scene, this.potential, this.history);
		this.forces = space.scratch;
		const { accuracy } = settings;
		this.control =
			accuracy === undefined
				? undefined
				: new SubstepController(
						this.potential,
						scene,
						integrator,
						accuracy,
						settings.interactive,
					);
		this.stepState = new StepState({
			scene,
			history: this.history,
			energy: this.energy,
			control: this.control,
			memory: this.systems.memories.steps,
		});
		// What does not begin at rest was brought to where it is.
		this.stepState.endStep();
		this.context = {
			...scene,
			potential: this.potential,
			history: this.history,
			energy: this.energy,
			forces: this.forces,
			normalForces: space.vector(),
			acceleration: space.vector(),
			massDamping: settings.damping.mass ?? 0,
			isAccurate: this.control !== undefined,
			minimize: () => this.minimize(),
		};
	}

	private minimize(): NewtonReport {
		const { settings, control, descent } = this;
		const { newtonIterations, tolerance, linearTolerance } = settings;
		return (
			descent?.minimize(settings) ??
			this.systems.newton("steps").minimize(this.potential, {
				iterations: control?.solution.iterations ?? newtonIterations,
				tolerance,
				linearTolerance,
				longestStep: Number.POSITIVE_INFINITY,
				goal: control?.solution,
				isInterrupted: settings.isInterrupted,
			})
		);
	}

	/** To be called when frames came or went, or others are held. */
	structureChanged(): void {
		this.scene.renewStructure();
		this.potential.structureChanged();
		this.control?.structureChanged();
		this.systems.forget();
		forgetMotion(this.history);
		this.energy.forget();
	}
}
