/** What a frame body is made of, and what is done to it. */
import { requireList, requireOptions, requirePositive } from "../checks.ts";
import { dualQuaternionSkinning } from "../mappings/dualQuaternionSkinning.ts";
import { linearBlendSkinning } from "../mappings/linearBlendSkinning.ts";
import type { Skinning } from "../mappings/skinning.ts";
import { createMesh, type Mesh, type Vector3 } from "../mesh/mesh.ts";
import type { AppliedLaw } from "../models/solid/solidLaw.ts";
import { anyDensity } from "../system/density.ts";
import { requireField, requireLaw, requireSamples } from "./frameArguments.ts";
import {
	checkPose,
	FramedBody,
	type FramePose,
	type HeldPart,
	type InTime,
} from "./framedBody.ts";
import { FrameModel } from "./frameModel.ts";
import type { FrameMassKind } from "./frameSystem.ts";
import { type Influences, influencesOf } from "./influences.ts";
import type { Samples } from "./samples.ts";
import type { WeightField } from "./weights/weightField.ts";

/** Where forces between frames come from in steps: samples, or springs that were computed once (`jointSprings.ts`). */
export type FrameForceKind = "samples" | "springs";

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
	/** [kg/m³], where samples have none of their own. Statics without gravity does without. */
	readonly density?: number;
	/** To be looked at. */
	readonly surface?: FrameSurface;
	/** What touches colliders; by default `surface`. */
	readonly collisionSurface?: FrameSurface;
	readonly skinning?: Skinning["name"];
	readonly forces?: FrameForceKind;
	/** How many frames can be inserted while running, at most; 8 by default. */
	readonly insertable?: number;
}

const skinnings = {
	"dual-quaternion": dualQuaternionSkinning,
	"linear-blend": linearBlendSkinning,
} as const;

/** Frames that can be inserted where the definition does not say. */
const usualInsertions = 8;

const optionNames = [
	...["name", "samples", "frames", "weights", "law", "density", "surface"],
	...["collisionSurface", "skinning", "forces", "insertable"],
];

const noMesh = createMesh({ positions: [] });

export class FrameBody extends FramedBody {
	readonly definition: FrameBodyDefinition;
	readonly skinning: Skinning;
	readonly density: number | undefined;
	readonly mesh: Mesh;
	/** What of the frames counts at the samples. */
	readonly influences: Influences;
	readonly models: readonly [
		{ readonly model: { readonly name: string } } & Pick<
			AppliedLaw,
			"material"
		>,
	];

	constructor(definition: FrameBodyDefinition) {
		requireOptions("frameBody", definition, optionNames);
		const { name = "frame body", skinning = "dual-quaternion" } = definition;
		super(name);
		requireList(`${this.label}: frames`, definition.frames);
		requireSamples(this.label, definition.samples);
		requireField(this.label, definition.weights);
		requireLaw(this.label, definition.law);
		this.definition = definition;
		this.mesh = definition.surface ? createMesh(definition.surface) : noMesh;
		this.density = definition.density;
		if (!Object.hasOwn(skinnings, skinning))
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
		const { law, material } = definition.law;
		this.models = [{ model: { name: law.name }, material }];
	}

	get restFrames(): readonly FramePose[] {
		return this.definition.frames;
	}

	createSystem(mass: FrameMassKind): Promise<FrameModel> {
		return FrameModel.create(this, mass);
	}

	override get frameCapacity(): number {
		return this.frameCount + (this.definition.insertable ?? usualInsertions);
	}

	override get collisionMesh(): Mesh {
		const { collisionSurface } = this.definition;
		return collisionSurface ? createMesh(collisionSurface) : this.mesh;
	}

	override get extentPoints(): Float64Array {
		return this.definition.samples.positions;
	}

	get label(): string {
		return `frame body "${this.name}"`;
	}

	/** Mass [kg] of each sample. */
	sampleMasses(): Float64Array {
		const { volumes, densities } = this.definition.samples;
		const { density = anyDensity } = this;
		return volumes.map((v, i) => v * (densities?.[i] ?? density));
	}

	get missingDensity(): string | undefined {
		const isGiven = this.density ?? this.definition.samples.densities;
		return isGiven === undefined ? "density" : undefined;
	}

	get assumedMass(): number {
		return this.sampleMasses().reduce((sum, m) => sum + m, 0);
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
		if (this.density !== undefined)
			requirePositive(`${this.label}: density`, this.density);
	}

	/** Keeps a frame where it is, or its orientation or position alone. */
	hold(frame: number, part: HeldPart = "all"): this {
		this.holdFrame(frame, part);
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
		this.moveFrame(frame, pose);
		return this;
	}

	/** Where a frame is at the beginning; at rest where that is not said. */
	place(frame: number, pose: FramePose): this {
		this.placeFrame(frame, pose);
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
		this.loadOfFrame(frame, load);
		return this;
	}
}

export const frameBody = (definition: FrameBodyDefinition): FrameBody =>
	new FrameBody(definition);
