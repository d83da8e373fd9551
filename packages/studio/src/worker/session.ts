/** One open scene: its simulation, what is drawn of it, and the changes that were made by hand. */
import {
	FileError,
	floorHeight,
	type LoadedScene,
	loadScene,
} from "@pliant/files";
import {
	type DisplaySurface,
	displayPoints,
	displaySurface,
} from "@pliant/three/surface";
import { Body, type Simulation, simulate } from "pliant";
import { webThreads } from "pliant/web";
import type {
	Change,
	ColliderSurface,
	ColourField,
	Figures,
	Frame,
	Opened,
	SceneSource,
} from "../protocol.ts";
import { pointValues } from "./pointValues.ts";
import { Recording } from "./recording.ts";
import { sizeOf, substancesOf } from "./substances.ts";
import { Touch } from "./touch.ts";

/** With fewer vertices, threads wait for each other longer than they work. */
const leastForThreads = 4000;
const mostThreads = 4;

export class Session {
	readonly source: SceneSource;
	readonly loaded: LoadedScene;
	readonly simulation: Simulation;
	readonly surfaces: readonly DisplaySurface[];
	readonly touch: Touch;
	readonly recording: Recording;
	figures: Figures | undefined;
	outcome: string | undefined;
	private readonly threads: number;

	static async open(source: SceneSource): Promise<Session> {
		const folder = {
			read: async (path: string) => {
				if (path === source.name) return new TextEncoder().encode(source.text);
				const bytes = source.files[path];
				if (!bytes)
					throw new FileError(
						`'${path}' is not there; drop it on the page together with the scene`,
					);
				return bytes;
			},
		};
		const loaded = await loadScene(source.name, folder);
		const vertices = loaded.bodies.reduce((n, body) => n + body.vertexCount, 0);
		const cores = globalThis.navigator?.hardwareConcurrency ?? 1;
		const threads = webThreads(
			vertices < leastForThreads ? 1 : Math.min(cores, mostThreads),
		);
		const simulation = await simulate(loaded.scene, {
			...loaded.options,
			threads,
			grips: loaded.options.solver !== "block-descent",
		});
		return new Session(source, loaded, simulation, threads.count);
	}

	private constructor(
		source: SceneSource,
		loaded: LoadedScene,
		simulation: Simulation,
		threads: number,
	) {
		this.source = source;
		this.loaded = loaded;
		this.simulation = simulation;
		this.threads = threads;
		this.surfaces = loaded.bodies.map(displaySurface);
		this.touch = new Touch(simulation, loaded.bodies, this.surfaces);
		this.recording = new Recording(simulation, loaded.bodies);
		this.recording.add();
	}

	opened(milliseconds: number, keptState: boolean): Opened {
		const { loaded, simulation, surfaces, threads } = this;
		const { run, notes, title, scene, picture } = loaded;
		const end =
			run.seconds ??
			(run.steps === undefined ? undefined : run.steps * simulation.timeStep);
		return {
			kind: "opened",
			title: title ?? this.source.name,
			surfaces,
			floor: floorHeight(scene),
			picture,
			timeStep: simulation.timeStep,
			end,
			isStatics: run.statics !== undefined,
			notes,
			threads,
			milliseconds,
			keptState,
			substances: substancesOf(loaded),
			unitStiffness: loaded.bodies.map(
				({ mass }, i) => (9.81 * mass) / surfaces[i].extent,
			),
			size: sizeOf(loaded.bodies),
		};
	}

	/** Takes a step, after the changes that belong before it; a scene of statics begins with its equilibrium. */
	step(): void {
		const { simulation, loaded } = this;
		const begin = performance.now();
		this.touch.beforeStep();
		if (loaded.run.statics && simulation.stepCount === 0 && !this.outcome) {
			const report = simulation.solveStatics(loaded.run.statics);
			this.outcome =
				report.stable === false ? "unstable equilibrium" : "equilibrium";
			this.figures = {
				milliseconds: performance.now() - begin,
				substeps: 1,
				iterations: report.iterations,
				error: undefined,
				residual: report.residuals.at(-1),
			};
			this.recording.add(1);
			return;
		}
		const report = simulation.step();
		this.figures = {
			milliseconds: performance.now() - begin,
			substeps: report.substeps,
			iterations: report.iterations,
			error: report.error,
			residual: report.error === undefined ? report.residual : undefined,
		};
		this.recording.add();
	}

	/** Whether the scene's own time has passed, or all rests as it says. */
	get isOver(): boolean {
		const { simulation, loaded } = this;
		const { seconds, steps, untilRest, statics } = loaded.run;
		if (statics) return this.outcome !== undefined;
		const last =
			steps ??
			(seconds === undefined
				? Number.POSITIVE_INFINITY
				: Math.ceil(seconds / simulation.timeStep - 1e-9));
		return (
			simulation.stepCount >= last ||
			(untilRest !== undefined &&
				simulation.stepCount > 0 &&
				simulation.rests(untilRest))
		);
	}

	frame(
		field: ColourField,
		isPlaying: boolean,
		buffers: readonly Float32Array[],
	): Frame {
		const { simulation, loaded, surfaces } = this;
		const points = surfaces.map((surface, i) => {
			const length = 3 * surface.vertices.length;
			const fits = buffers[i]?.length === length;
			const out = fits ? buffers[i] : new Float32Array(length);
			return displayPoints(simulation, loaded.bodies[i], surface, out);
		});
		const { kinetic, elastic, load } = simulation.energies();
		return {
			kind: "frame",
			time: simulation.time,
			step: simulation.stepCount,
			points,
			values: loaded.bodies.map((body, i) =>
				pointValues(simulation, body, surfaces[i], field),
			),
			colliders: loaded.scene.colliders.flatMap((collider) =>
				colliderSurface(collider.name, collider.surfaceAt(simulation.time)),
			),
			energies: { kinetic, elastic, load },
			figures: this.figures,
			held: surfaces.map((_, i) => this.touch.held(i)),
			isPlaying,
			outcome: this.outcome,
		};
	}

	apply(change: Change): void {
		this.touch.apply(change);
	}

	/** Goes on where another simulation of the same meshes is; says whether it could. */
	continueFrom(other: Session): boolean {
		const sizes = ({ loaded }: Session) =>
			loaded.bodies
				.map((body) => [body instanceof Body, body.vertexCount])
				.join();
		if (sizes(this) !== sizes(other)) return false;
		try {
			this.simulation.continueFrom(other.simulation);
		} catch {
			return false;
		}
		this.outcome = other.outcome;
		this.touch.takePinsOf(other.touch);
		return true;
	}

	close(): void {
		this.simulation.close();
	}
}

function colliderSurface(
	name: string,
	surface:
		| { readonly positions: Float64Array; readonly triangles: Uint32Array }
		| undefined,
): ColliderSurface[] {
	if (!surface) return [];
	const { positions, triangles } = surface;
	return [
		{
			name,
			positions: Float32Array.from(positions),
			triangles: triangles.slice(),
		},
	];
}
