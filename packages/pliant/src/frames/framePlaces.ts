/** Where frames are, at rest and now, and what kernels need of that: coordinates and their derivatives by velocities. */
import { poseSize } from "../mappings/quaternion.ts";
import { type Skinning, velocitySize } from "../mappings/skinning.ts";
import type { Arena, ArenaArray } from "../system/arena.ts";

export class FramePlaces {
	readonly skinning: Skinning;
	readonly count: number;
	/** Position [m] and quaternion of each frame. */
	readonly poses: Float64Array;
	readonly rest: Float64Array;
	/** skinning.coordinates per frame. */
	readonly coordinates: ArenaArray<Float64Array>;
	/** coordinates × 6 per frame, by rows. */
	readonly tangents: ArenaArray<Float64Array>;
	/** Whether no two frames are turned by more than half a turn against each other. */
	isAligned = true;

	constructor(skinning: Skinning, rest: Float64Array, arena: Arena) {
		this.skinning = skinning;
		this.count = rest.length / poseSize;
		this.rest = rest;
		this.poses = rest.slice();
		this.coordinates = arena.f64(this.count * skinning.coordinates);
		this.tangents = arena.f64(this.count * skinning.coordinates * velocitySize);
		this.update();
	}

	/** To be called when poses have changed. */
	update(): void {
		const { coordinates: size, place, antipodal } = this.skinning;
		for (let i = 0; i < this.count; i++)
			place(
				this.pose(i),
				this.restPose(i),
				this.coordinates.array.subarray(size * i, size * i + size),
				this.tangent(i),
			);
		this.isAligned = true;
		if (!antipodal) return;
		for (let i = 1; i < this.count && this.isAligned; i++)
			for (let j = 0; j < i; j++)
				if (this.sign(i, j) < 0) this.isAligned = false;
	}

	pose(i: number): Float64Array {
		return this.poses.subarray(poseSize * i, poseSize * i + poseSize);
	}

	restPose(i: number): Float64Array {
		return this.rest.subarray(poseSize * i, poseSize * i + poseSize);
	}

	/** Derivatives of a frame's coordinates by its velocities. */
	tangent(i: number): Float64Array {
		const size = this.skinning.coordinates * velocitySize;
		return this.tangents.array.subarray(size * i, size * i + size);
	}

	/** −1 where the coordinates of a frame have to be turned round to be blended with those of another. */
	sign(i: number, with_: number): number {
		const a = this.coordinates.array;
		let dot = 0;
		for (let r = 0; r < 4; r++) dot += a[8 * i + r] * a[8 * with_ + r];
		return dot < 0 ? -1 : 1;
	}
}
