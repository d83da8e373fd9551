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
import {
	Body,
	type RigidBody,
	type SceneOptions,
	type Simulation,
	type StepReport,
	simulate,
} from "pliant";
import { FrameBody } from "pliant/frames";
import { webThreads } from "pliant/web";
import type {
	Change,
	ColliderSurface,
	Figures,
	Frame,
	Looks,
	Opened,
	PointOf,
	ProbeValue,
	SceneSource,
} from "../protocol.ts";
import { pointValues } from "./pointValues.ts";
import { principalLines } from "./principalLines.ts";
import { Recording } from "./recording.ts";
import { equivalentModulus, equivalents } from "./stressStrain.ts";
import { sizeOf, substancesOf } from "./substances.ts";
import { Touch } from "./touch.ts";

/** With fewer vertices, threads wait for each other longer than they work. */
const leastForThreads = 4000;
const mostThreads = 4;

export class Session {
	/** The scene as it is now, and as it was opened: values may have changed since. */
	source: SceneSource;
	readonly first: SceneSource;
	readonly loaded: LoadedScene;
	readonly simulation: Simulation;
	readonly surfaces: readonly DisplaySurface[];
	readonly touch: Touch;
	readonly recording: Recording;
	figures: Figures | undefined;
	outcome: string | undefined;
	/** Wall time [ms] at which the last step began. */
	private begun = 0;
	private readonly threads: number;
	/** Where the points of surfaces begin [m]. */
	private readonly starts: readonly Float32Array[];

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
		this.first = source;
		this.loaded = loaded;
		this.simulation = simulation;
		this.threads = threads;
		this.surfaces = loaded.bodies.map(displaySurface);
		this.starts = this.surfaces.map((surface, i) =>
			displayPoints(
				simulation,
				loaded.bodies[i],
				surface,
				new Float32Array(3 * surface.vertices.length),
			),
		);
		this.touch = new Touch(simulation, loaded.bodies, this.surfaces);
		this.recording = new Recording(simulation, loaded.bodies);
		this.recording.add();
		simulation.observe(({ report }) => this.noteStep(report));
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
			framed: loaded.bodies.map((body) => ({
				canLead: !(body instanceof Body),
				canInsert: body instanceof FrameBody,
			})),
			canTouch: this.canTouch,
			canBlow:
				this.canTouch &&
				loaded.bodies.some(
					(body) => body instanceof Body && body.massOn === "triangle",
				),
			moduli: loaded.bodies.map(equivalentModulus),
			wind: velocityAtStart(scene.wind?.velocity),
			unitStiffness: loaded.bodies.map(
				({ mass }, i) => (9.81 * mass) / surfaces[i].extent,
			),
			size: sizeOf(loaded.bodies),
		};
	}

	/** Solvers that go vertex by vertex know no hands. */
	private get canTouch(): boolean {
		return this.loaded.options.solver !== "block-descent";
	}

	/** True if a scene of statics has yet to find its equilibrium, with which it begins. */
	get awaitsStatics(): boolean {
		const { loaded, simulation, outcome } = this;
		return (
			loaded.run.statics !== undefined && simulation.stepCount === 0 && !outcome
		);
	}

	/** Makes the changes that belong before the next step. */
	beforeStep(): void {
		this.begun = performance.now();
		this.touch.beforeStep();
	}

	/** Takes a step, after the changes that belong before it, or finds the equilibrium. */
	step(): void {
		this.beforeStep();
		if (this.awaitsStatics) this.findEquilibrium();
		else this.simulation.step();
	}

	private findEquilibrium(): void {
		const report = this.simulation.solveStatics(this.loaded.run.statics);
		this.outcome =
			report.stable === false ? "unstable equilibrium" : "equilibrium";
		this.figures = {
			milliseconds: performance.now() - this.begun,
			substeps: 1,
			iterations: report.iterations,
			error: undefined,
			residual: report.residuals.at(-1),
		};
		this.recording.add(1);
	}

	private noteStep(report: StepReport): void {
		this.figures = {
			milliseconds: performance.now() - this.begun,
			substeps: report.substeps,
			iterations: report.iterations,
			error: report.error,
			residual: report.error === undefined ? report.residual : undefined,
		};
		this.recording.add();
	}

	frame(
		looks: Looks,
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
		const { friction, damping, numericalLoss } = simulation.energyFlows;
		return {
			kind: "frame",
			time: simulation.time,
			step: simulation.stepCount,
			points,
			values: loaded.bodies.map((body, i) =>
				pointValues(simulation, body, surfaces[i], looks),
			),
			colliders: loaded.scene.colliders.flatMap((collider) =>
				colliderSurface(collider.name, collider.surfaceAt(simulation.time)),
			),
			energies: { kinetic, elastic, load },
			losses: { friction, damping, numericalLoss },
			momentum: simulation.momentum().linear,
			figures: this.figures,
			held: surfaces.map((_, i) => this.touch.held(i)),
			frames: loaded.bodies.map((body) =>
				body instanceof Body
					? new Float32Array(0)
					: this.poses(body as FrameBody | RigidBody),
			),
			ball: simulation.ball,
			probes: looks.probes
				.filter(({ body, point }) => 3 * point < this.starts[body]?.length)
				.map((probe) => this.probe(probe)),
			marks: this.marks(looks),
			directions: looks.directions ? this.directions() : undefined,
			isPlaying,
			outcome: this.outcome,
		};
	}

	private poses(body: FrameBody | RigidBody): Float32Array {
		const frames = this.simulation.frames(body);
		return Float32Array.from(
			Array.from({ length: frames.count }, (_, i) => frames.pose(i)).flatMap(
				({ position, orientation }) => [...position, ...orientation],
			),
		);
	}

	private probe(point: PointOf): ProbeValue {
		const { simulation, touch } = this;
		const at = touch.pointOf(point);
		const now = simulation.positionOf(at);
		const start = this.starts[point.body];
		const body = this.loaded.bodies[point.body];
		const { stress, strain } = equivalents(simulation, body, at) ?? {};
		return {
			stress,
			strain,
			height: now[1],
			displacement: Math.hypot(
				...now.map((c, k) => c - start[3 * point.point + k]),
			),
			speed: Math.hypot(...simulation.velocityOf(at)),
		};
	}

	/** Where surfaces touch, and samples. */
	private marks({ field, samples }: Looks): Float32Array {
		const { simulation, loaded } = this;
		const places =
			field === "contact"
				? simulation.contactPlaces().flatMap(({ position }) => [...position])
				: [];
		for (const body of samples ? loaded.bodies : []) {
			if (!(body instanceof FrameBody)) continue;
			const rest = body.definition.samples.positions;
			const points = Array.from({ length: rest.length / 3 }, (_, i) =>
				body.point([rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]]),
			);
			const now = new Float64Array(rest.length);
			simulation.track(points)(now);
			places.push(...now);
		}
		return Float32Array.from(places);
	}

	private directions(): Frame["directions"] {
		const lines = this.loaded.bodies.map((body) =>
			body instanceof Body
				? principalLines(this.simulation, body)
				: { ends: [], strains: [] },
		);
		return {
			ends: Float32Array.from(lines.flatMap(({ ends }) => ends)),
			strains: Float32Array.from(lines.flatMap(({ strains }) => strains)),
		};
	}

	apply(change: Change): void {
		this.touch.apply(change);
	}

	/** Takes other values of models at once; says whether it could. */
	takeValues(
		source: SceneSource,
		change: Extract<Change, { kind: "values" }>,
	): boolean {
		const before = this.loaded.bodies.map((body) => body.models);
		try {
			this.touch.applyNow(change);
		} catch {
			// What is given up for another simulation must be able to go on until then.
			for (const [i, body] of this.loaded.bodies.entries())
				if (body instanceof Body && body.models !== before[i])
					body.setModels(before[i] as Body["models"]);
			return false;
		}
		this.source = source;
		return true;
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
		this.touch.takeOver(other.touch);
		return true;
	}

	close(): void {
		this.simulation.close();
	}
}

const velocityAtStart = (
	velocity: NonNullable<SceneOptions["wind"]>["velocity"] | undefined,
): Opened["wind"] => (typeof velocity === "function" ? velocity(0) : velocity);

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
