/** What solves the linear systems of steps and of statics. */
import type { BuiltScene } from "../scene/build.ts";
import { roomUnasked } from "../solvers/linear/factorRoom.ts";
import { createLinearSolver } from "../solvers/linear/linearSolvers.ts";
import { SolverMemory } from "../solvers/linear/solverMemory.ts";
import { Newton } from "../solvers/newton.ts";
import type { ArenaSection } from "../system/arena.ts";
import type { Vector, VectorSpace } from "../system/vectorSpace.ts";
import type { SimulationSettings } from "./options.ts";
import { initialSubsteps } from "./substepController.ts";

/** What linear systems are solved for. */
export type Task = "steps" | "statics";

export class SystemSolvers {
	readonly memories: Readonly<Record<Task, SolverMemory>> = {
		steps: new SolverMemory(),
		statics: new SolverMemory(),
	};
	private readonly scene: BuiltScene;
	private readonly linear: SimulationSettings["linear"];
	/** Usual length of substeps [s]. */
	private readonly usualDuration: number;
	private readonly solvers = new Map<Task, Newton>();
	/** Has all that solvers and their memories take. */
	private readonly section: ArenaSection;
	private space: VectorSpace;

	constructor(
		scene: BuiltScene,
		{ linear, timeStep, substeps, accuracy }: SimulationSettings,
	) {
		this.scene = scene;
		this.linear = linear;
		this.usualDuration =
			timeStep / (accuracy === undefined ? substeps : initialSubsteps);
		this.section = scene.arena.section();
		this.space = scene.space.within(this.section);
	}

	/** Matrices have another structure from now on. */
	forget(): void {
		this.solvers.clear();
		for (const memory of Object.values(this.memories)) memory.lose();
		this.section.release();
		this.space = this.scene.space.within(this.section);
	}

	/** Solvers are made when first used: analysing a matrix to factor it takes time and memory. */
	newton(task: Task): Newton {
		let newton = this.solvers.get(task);
		if (!newton) {
			const { model, ranges, constraints, frames, surfaces, team } = this.scene;
			const { section: arena, space } = this;
			const edges = () => ({
				pattern: model.edges,
				constraints: constraints.inArena(arena),
				fixed: constraints.fixed,
				held: constraints.vertices,
				filter: (vector: Float64Array) => constraints.filter(vector),
				innerNodes: new Map(ranges.flatMap((range) => range.innerNodes())),
				frames: frames?.rows() ?? [],
				positions: this.scene.state.x,
				usualDuration:
					task === "steps" ? this.usualDuration : Number.POSITIVE_INFINITY,
				restPositions: () => this.restPositions(),
				arena,
				space,
				team,
			});
			const linear = createLinearSolver(
				{
					get pattern() {
						return model.pattern;
					},
					edges,
					factorRoom: roomUnasked(model.pattern.rows, surfaces !== undefined),
					space,
					memory: this.memories[task],
				},
				this.linear,
			);
			newton = new Newton(linear, space);
			this.solvers.set(task, newton);
		}
		return newton;
	}

	private restPositions(): Vector {
		const { ranges } = this.scene;
		const positions = this.space.scratch;
		for (const range of ranges)
			range.place(range.body.mesh.positions, positions.array);
		return positions;
	}
}
