/**
 * The samples of a frame body as kernels see them: groups of those that follow the same frames, with what each has of its own, and the blend
 * of the frames at each.
 */

import type { AppliedLaw } from "../models/solid/solidLaw.ts";
import type { Team } from "../numerics/team.ts";
import type { Arena, ArenaArray } from "../system/arena.ts";
import type { Kernel } from "../system/backend.ts";
import type { FramePlaces } from "./framePlaces.ts";
import type { Influences } from "./influences.ts";
import { lawConstants } from "./lawConstants.ts";
import { framesOf, groupPoints, PointGroup } from "./pointGroup.ts";
import { type SampleKernels, sampleKernels } from "./sampleKernels.ts";
import type { Samples } from "./samples.ts";

/** Pairs of samples whose results are kept at a time, so that they stay in the processor's cache. */
export const chunk = 16;

const kernelNames = [
	"energy",
	"force",
	"gaussNewton",
	"exact",
	"mass",
	"position",
	"deformationGradient",
] as const;
export type SampleKernelName = (typeof kernelNames)[number];

export interface SampleContext {
	readonly arena: Arena;
	readonly team: Team;
}

export interface SampleDefinition {
	readonly samples: Samples;
	readonly influences: Influences;
	readonly law: AppliedLaw;
	/** [kg/m³], where samples have none of their own. */
	readonly density: number;
}

/** [J] */
export interface SampleEnergies {
	readonly elastic: number;
	readonly gravity: number;
	readonly inertia: number;
	/** The size of its forces [N]. */
	readonly inertialForce: number;
}

export const noInertia = { inertia: 0, inertialForce: 0 };
export const noEnergies: SampleEnergies = {
	elastic: 0,
	gravity: 0,
	...noInertia,
};

/** Pairs of samples of a group, of which kernels have just given results. */
export interface Chunk {
	readonly group: PointGroup;
	readonly pairs: number;
	/** Pointer to their weights. */
	readonly weights: number;
}

export class SampleSet {
	definition: SampleDefinition;
	readonly groups: PointGroup[];
	readonly places: FramePlaces;
	readonly place: SampleContext;
	readonly kernels: SampleKernels;
	/** Results of the last chunk, [pair][output][2]. */
	readonly results: ArenaArray<Float64Array>;
	private readonly run: Readonly<Record<SampleKernelName, Kernel>>;
	private readonly constants: readonly Float64Array[];
	private gravity: readonly number[] = [0, 0, 0];
	private inertia = 0;
	/** Whether frames have moved since samples were blended. */
	private isStale = true;

	static async create(
		definition: SampleDefinition,
		places: FramePlaces,
		place: SampleContext,
	): Promise<SampleSet> {
		const { law, samples } = definition;
		const constants = lawConstants(law, samples.count);
		const kernels = sampleKernels(
			places.skinning,
			law.law,
			Object.keys(constants),
		);
		const run = await place.team.load(await kernels.module, kernelNames);
		return new SampleSet(
			definition,
			places,
			place,
			kernels,
			Object.values(constants),
			run as Record<SampleKernelName, Kernel>,
		);
	}

	private constructor(
		definition: SampleDefinition,
		places: FramePlaces,
		place: SampleContext,
		kernels: SampleKernels,
		constants: readonly Float64Array[],
		run: Readonly<Record<SampleKernelName, Kernel>>,
	) {
		this.definition = definition;
		this.places = places;
		this.place = place;
		this.kernels = kernels;
		this.constants = constants;
		this.run = run;
		const widest = Math.max(
			...kernelNames.map((name) => kernels[name].outputs.length),
		);
		this.results = place.arena.f64(2 * chunk * widest);
		const { samples, influences } = definition;
		this.groups = groupPoints(influences, samples.volumes.keys()).map(
			(points) => this.group(points, influences),
		);
	}

	/** The largest number of frames that a sample follows. */
	get mostFrames(): number {
		return Math.max(...this.groups.map(({ frames }) => frames.array.length));
	}

	/** A group of samples with what kernels read of them. */
	private group(points: Uint32Array, influences: Influences): PointGroup {
		const { samples, density } = this.definition;
		const { layout } = this.kernels;
		const group = new PointGroup(
			points,
			influences,
			4,
			layout.count,
			this.place.arena,
		);
		const { array } = group.parameters;
		for (let slot = 0; slot < 2 * group.pairs; slot++) {
			const sample = group.pointAt(slot);
			const volume = group.isOwn(slot) ? samples.volumes[sample] : 0;
			const set = (index: number, value: number) => {
				array[group.parameter(slot, index)] = value;
			};
			for (let k = 0; k < 3; k++)
				set(layout.X + k, samples.positions[3 * sample + k]);
			set(layout.scale, volume * (samples.stiffness?.[sample] ?? 1));
			set(layout.mass, volume * (samples.densities?.[sample] ?? density));
			set(layout.inertia, 0);
			for (const [i, values] of this.constants.entries())
				set(layout.constants + i, values[sample]);
		}
		return group;
	}

	/** Takes other weights, after frames came or went. Few samples but those that are flagged come into groups anew. */
	reweigh(influences: Influences, isChanged: Uint8Array): void {
		this.definition = { ...this.definition, influences };
		const moving: number[] = [];
		const dissolve = (isOver: (group: PointGroup) => boolean) => {
			for (const group of this.groups.filter(isOver)) {
				for (const slot of group.ownSlots()) moving.push(group.points[slot]);
				group.release();
				this.groups.splice(this.groups.indexOf(group), 1);
			}
		};
		const isMoving = (group: PointGroup) => (slot: number) =>
			isChanged[group.points[slot]] === 1;
		// What is left of a group stays in its place unless that would be half empty.
		dissolve((group) => {
			const own = group.ownSlots();
			const left = own.length - own.filter(isMoving(group)).length;
			return 2 * left <= group.points.length;
		});
		for (const group of this.groups) {
			for (const slot of group.ownSlots().filter(isMoving(group))) {
				moving.push(group.points[slot]);
				this.drop(group, slot);
			}
			group.renumber(influences);
		}
		// A group joins samples that come to the same frames unless they are fewer: groups would become more and more.
		const coming = groupPoints(influences, moving);
		dissolve((group) =>
			coming.some(
				(points) =>
					group.follows(framesOf(influences, points[0])) &&
					points.length >= group.ownSlots().length,
			),
		);
		moving.sort((a, b) => a - b);
		for (const points of groupPoints(influences, moving))
			this.groups.push(this.group(points, influences));
		this.writeGravity(this.gravity);
		this.setInertia(0);
		this.isStale = true;
	}

	private drop(group: PointGroup, slot: number): void {
		const { scale, mass } = this.kernels.layout;
		group.drop(slot);
		for (const index of [scale, mass])
			group.parameters.array[group.parameter(slot, index)] = 0;
	}

	/** Sets the acceleration [m/s²] whose work is part of the energy; returns whether it was another. */
	setGravity(gravity: readonly number[]): boolean {
		if (gravity.every((g, k) => g === this.gravity[k])) return false;
		this.writeGravity(gravity);
		return true;
	}

	private writeGravity(gravity: readonly number[]): void {
		const { layout } = this.kernels;
		this.gravity = gravity;
		for (const group of this.groups)
			for (let slot = 0; slot < 2 * group.pairs; slot++)
				for (let k = 0; k < 3; k++)
					group.parameters.array[group.parameter(slot, layout.gravity + k)] =
						gravity[k];
	}

	/** What a function sees of the samples without gravity and inertia. */
	unloaded<T>(look: () => T): T {
		const { gravity, inertia } = this;
		this.setGravity([0, 0, 0]);
		this.setInertia(0);
		try {
			return look();
		} finally {
			this.setGravity(gravity);
			this.setInertia(inertia);
		}
	}

	/** Makes inertia ½ m a |x − t|² a part of the energy: a [1/s²], and t, xyz per sample; a is zero where there is none. */
	setInertia(factor: number, targets?: Float64Array): void {
		if (factor === 0 && this.inertia === 0) return;
		this.inertia = factor;
		const { target, inertia } = this.kernels.layout;
		for (const group of this.groups) {
			const { array } = group.parameters;
			for (let slot = 0; slot < 2 * group.pairs; slot++) {
				array[group.parameter(slot, inertia)] = factor;
				if (!targets) continue;
				const to = group.parameter(slot, target);
				const from = 3 * group.pointAt(slot);
				array[to] = targets[from];
				array[to + 2] = targets[from + 1];
				array[to + 4] = targets[from + 2];
			}
		}
	}

	/** To be called when frames have moved. */
	update(): void {
		this.isStale = true;
	}

	/** Blends at all samples. */
	private blend(): void {
		this.isStale = false;
		const { numerics } = this.place.team;
		const { coordinates, skinning } = this.places;
		for (const group of this.groups) {
			group.align(this.places);
			numerics.blendFrames(
				group.pairs,
				group.frames.array.length,
				group.frames.pointer,
				skinning.coordinates,
				4,
				coordinates.pointer,
				group.weights.pointer,
				group.parameters.pointer,
				16 * this.kernels.layout.count,
			);
		}
	}

	/** Runs a kernel over all samples in chunks. */
	visit(name: SampleKernelName, each: (chunk: Chunk) => void): void {
		if (this.isStale) this.blend();
		const bytes = 16 * this.kernels.layout.count;
		for (const group of this.groups) {
			const weightBytes = 64 * group.frames.array.length;
			for (let first = 0; first < group.pairs; first += chunk) {
				const pairs = Math.min(chunk, group.pairs - first);
				this.run[name](
					0,
					group.parameters.pointer + bytes * first,
					this.results.pointer,
					pairs,
				);
				const weights = group.weights.pointer + weightBytes * first;
				each({ group, pairs, weights });
			}
		}
	}

	/** Bytes of the results of a pair. */
	strideOf(name: SampleKernelName): number {
		return 16 * this.kernels[name].outputs.length;
	}

	/** Elastic energy, and those of gravity and inertia [J]. */
	energy(): SampleEnergies {
		const sums = [0, 0, 0, 0];
		this.visit("energy", ({ pairs }) => {
			const { array } = this.results;
			let [e, g, i, f] = [0, 0, 0, 0];
			for (let at = 0; at < 8 * pairs; at += 8) {
				e += array[at] + array[at + 1];
				g += array[at + 2] + array[at + 3];
				i += array[at + 4] + array[at + 5];
				f += array[at + 6] + array[at + 7];
			}
			sums[0] += e;
			sums[1] += g;
			sums[2] += i;
			sums[3] += f;
		});
		const [elastic, gravity, inertia, squares] = sums;
		return { elastic, gravity, inertia, inertialForce: Math.sqrt(squares) };
	}

	/** Positions [m], xyz per sample. */
	positions(out: Float64Array): void {
		this.read("position", 3, out);
	}

	/** Deformation gradients by rows, nine numbers per sample. */
	deformationGradients(out: Float64Array): void {
		this.read("deformationGradient", 9, out);
	}

	/** What a kernel gives, so many numbers per sample. */
	private read(name: SampleKernelName, width: number, out: Float64Array): void {
		let current: PointGroup | undefined;
		let next = 0;
		this.visit(name, ({ group, pairs }) => {
			if (group !== current) [current, next] = [group, 0];
			for (let slot = 0; slot < 2 * pairs; slot++, next++) {
				if (!group.isOwn(next)) continue;
				const sample = group.pointAt(next);
				for (let k = 0; k < width; k++)
					out[width * sample + k] =
						this.results.array[2 * (width * (slot >> 1) + k) + (slot & 1)];
			}
		});
	}
}
