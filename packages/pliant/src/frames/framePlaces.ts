/** Where frames are, at rest and now, and what kernels need of that: coordinates and their derivatives by velocities. */
import { poseSize } from "../mappings/quaternion.ts";
import { type Skinning, velocitySize } from "../mappings/skinning.ts";
import type { Arena, ArenaArray } from "../system/arena.ts";

export class FramePlaces {
	readonly skinning: Skinning;
	/** Position [m] and quaternion of each frame. */
	poses = new Float64Array(0);
	rest = new Float64Array(0);
	/** skinning.coordinates per frame. */
	coordinates: ArenaArray<Float64Array>;
	/** coordinates × 6 per frame, by rows. */
	tangents: ArenaArray<Float64Array>;
	/** Whether no two frames are turned by more than half a turn against each other. */
	isAligned = true;
	private readonly arena: Arena;

	/** @param rest poses of frames at rest */
	constructor(skinning: Skinning, rest: Float64Array, arena: Arena) {
		this.skinning = skinning;
		this.arena = arena;
		this.coordinates = arena.f64(0);
		this.tangents = arena.f64(0);
		this.add(rest);
	}

	get count(): number {
		return this.rest.length / poseSize;
	}

	/** Adds frames at rest, after those that there are. */
	add(rest: ArrayLike<number>): void {
		this.rest = Float64Array.of(...this.rest, ...Array.from(rest));
		this.poses = Float64Array.of(...this.poses, ...Array.from(rest));
		this.resize();
	}

	/** Removes frames, so many from the first one on; later ones close up. */
	remove(first: number, count: number): void {
		const isLeft = (_: number, i: number) =>
			i < poseSize * first || i >= poseSize * (first + count);
		this.rest = this.rest.filter(isLeft);
		this.poses = this.poses.filter(isLeft);
		this.resize();
	}

	private resize(): void {
		const { arena, count } = this;
		const { coordinates } = this.skinning;
		arena.free(this.coordinates, this.tangents);
		this.coordinates = arena.f64(count * coordinates);
		this.tangents = arena.f64(count * coordinates * velocitySize);
		this.update();
	}

	/** To be called when poses have changed. */
	update(): void {
		for (let i = 0; i < this.count; i++) this.updateFrame(i);
		this.compareSigns();
	}

	/** Brings one frame up to date; `compareSigns` has to follow when all are done. */
	updateFrame(i: number): void {
		const { coordinates: size, place } = this.skinning;
		place(
			this.pose(i),
			this.restPose(i),
			this.coordinates.array.subarray(size * i, size * i + size),
			this.tangent(i),
		);
	}

	compareSigns(): void {
		this.isAligned = true;
		if (!this.skinning.antipodal) return;
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
	sign(frame: number, other: number): number {
		if (!this.skinning.antipodal) return 1;
		const a = this.coordinates.array;
		let dot = 0;
		for (let r = 0; r < 4; r++) dot += a[8 * frame + r] * a[8 * other + r];
		return dot < 0 ? -1 : 1;
	}
}
