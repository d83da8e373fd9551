/** What a frame body is made of, and what is done to it. */
import { dualQuaternionSkinning } from "../mappings/dualQuaternionSkinning.ts";
import { linearBlendSkinning } from "../mappings/linearBlendSkinning.ts";
import type { Quaternion } from "../mappings/quaternion.ts";
import type { Skinning } from "../mappings/skinning.ts";
import type { Mesh, Vector3 } from "../mesh/mesh.ts";
import type { AppliedLaw } from "../models/solid/solidLaw.ts";
import { type Influences, influencesOf } from "./influences.ts";
import type { Samples } from "./samples.ts";
import type { WeightField } from "./weights/weightField.ts";

/** Where a frame is. */
export interface FramePose {
	/** Of its origin [m]. */
	readonly position: Vector3;
	/** Unit quaternion [a b c w], vector part first; by default along the axes of the world. */
	readonly orientation?: Quaternion;
}

/** A value, or one for every time [s]. */
export type InTime<T> = T | ((time: number) => T);

/** Vertices that follow the frames. */
export type FrameSurface = Pick<Mesh, "positions" | "triangles">;

export interface FrameBodyDefinition {
	/** What messages call it. */
	readonly name?: string;
	readonly samples: Samples;
	readonly frames: readonly FramePose[];
	/** How much each frame counts where. */
	readonly weights: WeightField;
	/** A law with a material, such as stVenantKirchhoff({ youngModulus, poissonRatio }); values may be arrays, one per sample. */
	readonly law: AppliedLaw;
	/** [kg/m³], where samples have none of their own; 1000 by default. */
	readonly density?: number;
	/** To be looked at. */
	readonly surface?: FrameSurface;
	/** What touches colliders; by default `surface`. */
	readonly collisionSurface?: FrameSurface;
	readonly skinning?: Skinning["name"];
}

export interface Attachment {
	/** Rest position [m] of the material point. */
	readonly point: Vector3;
	readonly target: (time: number) => Vector3;
	/** [N/m]; a thousand times the body's own where left out. */
	readonly stiffness: number | undefined;
}

export interface PointLoad {
	/** Rest position [m] of the material point. */
	readonly point: Vector3;
	/** [N] */
	readonly force: (time: number) => Vector3;
}

export interface FrameLoad {
	readonly frame: number;
	/** Torque [N m] about the frame's origin, and force [N]. */
	readonly wrench: (time: number) => readonly number[];
}

/** What of a frame is held: its six velocities, angular first, along the axes of the world. */
export type HeldPart = "all" | "orientation" | "position";

const skinnings = {
	"dual-quaternion": dualQuaternionSkinning,
	"linear-blend": linearBlendSkinning,
} as const;

export class FrameBody {
	readonly name: string;
	readonly definition: FrameBodyDefinition;
	readonly skinning: Skinning;
	readonly density: number;
	/** Of the samples. */
	readonly influences: Influences;
	readonly held = new Map<number, HeldPart>();
	readonly moved = new Map<number, (time: number) => FramePose>();
	readonly attachments: Attachment[] = [];
	readonly pointLoads: PointLoad[] = [];
	readonly frameLoads: FrameLoad[] = [];

	constructor(definition: FrameBodyDefinition) {
		const { name = "frame body", skinning = "dual-quaternion" } = definition;
		this.name = name;
		this.definition = definition;
		this.density = definition.density ?? 1000;
		if (!(skinning in skinnings))
			throw new Error(
				`${this.label}: there is no skinning '${skinning}'; take one of ${Object.keys(skinnings).join(", ")}`,
			);
		this.skinning = skinnings[skinning];
		this.checkFrames();
		this.checkSamples();
		this.influences = influencesOf(
			definition.weights,
			definition.samples.positions,
		);
	}

	get label(): string {
		return `frame body "${this.name}"`;
	}

	get frameCount(): number {
		return this.definition.frames.length;
	}

	private checkFrames(): void {
		const { frames, weights } = this.definition;
		if (frames.length === 0)
			throw new Error(`${this.label}: it has no frames; give at least one`);
		if (weights.frameCount !== frames.length)
			throw new Error(
				`${this.label}: its weights are for ${weights.frameCount} frames and it has ${frames.length}; they must agree`,
			);
		for (const [i, pose] of frames.entries())
			checkPose(`${this.label}: frame ${i}`, pose);
	}

	private checkSamples(): void {
		const { samples } = this.definition;
		const { count, positions, volumes, densities, stiffness } = samples;
		if (!(count > 0))
			throw new Error(
				`${this.label}: it has no samples; it takes at least one to have mass and stiffness`,
			);
		const arrays = { positions, volumes, densities, stiffness };
		for (const [name, array] of Object.entries(arrays)) {
			if (!array) continue;
			const length = name === "positions" ? 3 * count : count;
			if (array.length !== length)
				throw new Error(
					`${this.label}: samples.${name} has ${array.length} numbers; ${count} samples take ${length}`,
				);
			const bad = array.findIndex(
				(value) =>
					!Number.isFinite(value) ||
					(name !== "positions" &&
						(name === "stiffness" ? value < 0 : value <= 0)),
			);
			if (bad >= 0)
				throw new Error(
					`${this.label}: samples.${name}[${bad}] is ${array[bad]}; it must be ${name === "positions" ? "finite" : name === "stiffness" ? "zero or positive" : "positive"}`,
				);
		}
		if (!(this.density > 0 && Number.isFinite(this.density)))
			throw new Error(
				`${this.label}: density is ${this.density}; it must be positive [kg/m³]`,
			);
	}

	private checkFrame(frame: number): void {
		if (!Number.isInteger(frame) || frame < 0 || frame >= this.frameCount)
			throw new Error(
				`${this.label}: there is no frame ${frame}; frames are 0 to ${this.frameCount - 1}`,
			);
	}

	/** Keeps a frame where it is, or its orientation or position alone. */
	hold(frame: number, part: HeldPart = "all"): this {
		this.checkFrame(frame);
		this.held.set(frame, part);
		return this;
	}

	/** Lets a frame go that was held or moved. */
	release(frame: number): this {
		this.checkFrame(frame);
		this.held.delete(frame);
		this.moved.delete(frame);
		return this;
	}

	/** Moves a frame as a function of time [s]. */
	move(frame: number, pose: (time: number) => FramePose): this {
		this.checkFrame(frame);
		checkPose(`${this.label}: motion of frame ${frame} at 0 s`, pose(0));
		this.moved.set(frame, pose);
		return this;
	}

	/** Ties the material point at a rest position [m] to a target, which may move; by default to where it is at rest. */
	attach(
		point: Vector3,
		options: {
			readonly target?: InTime<Vector3>;
			readonly stiffness?: number;
		} = {},
	): this {
		checkVector(`${this.label}: attached point`, point);
		const { stiffness } = options;
		if (stiffness !== undefined && !(stiffness > 0))
			throw new Error(
				`${this.label}: stiffness of an attachment is ${stiffness}; it must be positive [N/m]`,
			);
		const target = inTime(options.target ?? point);
		checkVector(`${this.label}: target of an attachment`, target(0));
		this.attachments.push({ point, target, stiffness });
		return this;
	}

	/** A force [N] on the material point at a rest position [m]. */
	load(point: Vector3, force: InTime<Vector3>): this {
		checkVector(`${this.label}: loaded point`, point);
		checkVector(`${this.label}: load`, inTime(force)(0));
		this.pointLoads.push({ point, force: inTime(force) });
		return this;
	}

	/** A force [N] at a frame's origin, and a torque [N m] about it. */
	loadFrame(
		frame: number,
		load: {
			readonly force?: InTime<Vector3>;
			readonly torque?: InTime<Vector3>;
		},
	): this {
		this.checkFrame(frame);
		const force = inTime<Vector3>(load.force ?? [0, 0, 0]);
		const torque = inTime<Vector3>(load.torque ?? [0, 0, 0]);
		checkVector(`${this.label}: load of frame ${frame}`, force(0));
		checkVector(`${this.label}: torque of frame ${frame}`, torque(0));
		this.frameLoads.push({
			frame,
			wrench: (time) => [...torque(time), ...force(time)],
		});
		return this;
	}
}

export const frameBody = (definition: FrameBodyDefinition): FrameBody =>
	new FrameBody(definition);

function inTime<T>(value: InTime<T>): (time: number) => T {
	return typeof value === "function"
		? (value as (time: number) => T)
		: () => value;
}

function checkVector(what: string, v: Vector3): void {
	if (v?.length !== 3 || !v.every(Number.isFinite))
		throw new Error(`${what} is [${v}]; it must be three finite numbers`);
}

export function checkPose(what: string, pose: FramePose): void {
	checkVector(`${what}: position`, pose.position);
	const { orientation } = pose;
	if (!orientation) return;
	const length = Math.hypot(...orientation);
	if (orientation.length !== 4 || !(Math.abs(length - 1) < 1e-6))
		throw new Error(
			`${what}: orientation is [${orientation}]; it must be a unit quaternion [a b c w], vector part first`,
		);
}
