/**
 * The stiffness of Gauss and Newton as the product of rows, of strains (Hooke's law) or residuals. With the velocities of all frames about
 * one point, the rows of a sample's frames sum to zero, since moving all of them alike strains nothing: the last frame of a group follows from
 * the others.
 */
import { velocitySize } from "../mappings/skinning.ts";
import type { ArenaArray } from "../system/arena.ts";
import { addSymmetric, blockSize, readBlock } from "./denseBlocks.ts";
import type { PointGroup } from "./pointGroup.ts";
import { type Chunk, chunk, type SampleSet } from "./sampleSet.ts";
import { transport } from "./transport.ts";

export class SquareStiffness {
	private readonly samples: SampleSet;
	/** Tangents by velocities about the common point. */
	private readonly tangents: ArenaArray<Float64Array>;
	/** Rows of a chunk, and their products in a group. */
	private readonly rows: ArenaArray<Float64Array>;
	private readonly products: ArenaArray<Float64Array>;
	/** 0, 1, 2, … */
	private readonly numbers: ArenaArray<Uint32Array>;
	private readonly workspace: ArenaArray<Float64Array>;

	/** For the present frames and groups. */
	constructor(samples: SampleSet) {
		this.samples = samples;
		const { places, kernels, mostFrames } = samples;
		const { arena } = samples.place;
		const { coordinates } = places.skinning;
		this.tangents = arena.f64(places.count * coordinates * velocitySize);
		this.rows = arena.f64(2 * kernels.rows * chunk * velocitySize * mostFrames);
		this.products = arena.f64((velocitySize * mostFrames) ** 2);
		this.numbers = arena.indices(
			Array.from({ length: mostFrames }, (_, i) => i),
		);
		this.workspace = arena.f64(2 * kernels.rows * coordinates);
	}

	/** Gives its arrays back. */
	release(): void {
		this.samples.place.arena.free(
			this.tangents,
			this.rows,
			this.products,
			this.numbers,
			this.workspace,
		);
	}

	/** Adds to K; `each` sees the results of every chunk too. */
	add(K: Float64Array, each: (chunk: Chunk) => void): void {
		const { places } = this.samples;
		const size = velocitySize * places.count;
		const arms = this.placeTangents();
		const sum = new Float64Array(size * size);
		let current: PointGroup | undefined;
		const finish = () => {
			if (current)
				addInvariant(this.products.array, current.frames.array, sum, size);
		};
		this.samples.visit("gaussNewton", (chunk) => {
			each(chunk);
			if (chunk.group !== current) {
				finish();
				current = chunk.group;
				const { length } = current.frames.array;
				this.products.array.fill(0, 0, (velocitySize * length) ** 2);
			}
			this.addChunk(chunk);
		});
		finish();
		// From velocities about the common point to those of the frames.
		const [block, moved] = [0, 0].map(() => new Float64Array(blockSize));
		for (let i = 0; i < places.count; i++)
			for (let j = i; j < places.count; j++) {
				readBlock(sum, 1, i, j, size, block);
				transport(block, arms[i], arms[j], moved);
				addSymmetric(moved, i, j, size, K);
			}
	}

	private addChunk({ group, pairs, weights }: Chunk): void {
		const { samples } = this;
		const { kernels, place } = samples;
		const { numerics } = place.team;
		const { coordinates, turning } = samples.places.skinning;
		const count = group.frames.array.length;
		const from = samples.results.pointer + 64 * coordinates;
		const stride = samples.strideOf("gaussNewton");
		if (kernels.stiffness === "hooke")
			numerics.strainRowsOfFrames(
				pairs,
				count - 1,
				group.frames.pointer,
				coordinates,
				turning,
				this.tangents.pointer,
				from,
				stride,
				weights,
				64 * count,
				this.workspace.pointer,
				this.rows.pointer,
			);
		else
			numerics.rowsOfFrames(
				pairs,
				count - 1,
				group.frames.pointer,
				coordinates,
				turning,
				kernels.rows,
				this.tangents.pointer,
				from,
				stride,
				weights,
				64 * count,
				this.rows.pointer,
			);
		numerics.addRowProducts(
			kernels.rows * pairs,
			count - 1,
			this.numbers.pointer,
			this.rows.pointer,
			this.rows.pointer,
			this.products.pointer,
			velocitySize * (count - 1),
		);
	}

	/** Writes tangents by velocities about the middle of all frames; returns where frames are from there. */
	private placeTangents(): number[][] {
		const { places } = this.samples;
		const { coordinates } = places.skinning;
		const middle = [0, 0, 0];
		for (let i = 0; i < places.count; i++)
			for (let k = 0; k < 3; k++) middle[k] += places.pose(i)[k] / places.count;
		return Array.from({ length: places.count }, (_, i) => {
			const l = middle.map((m, k) => places.pose(i)[k] - m);
			const tangent = places.tangent(i);
			const to = this.tangents.array.subarray(velocitySize * coordinates * i);
			for (let at = 0; at < velocitySize * coordinates; at += velocitySize) {
				const [x, y, z] = tangent.subarray(at + 3, at + 6);
				to[at] = tangent[at] - (y * l[2] - z * l[1]);
				to[at + 1] = tangent[at + 1] - (z * l[0] - x * l[2]);
				to[at + 2] = tangent[at + 2] - (x * l[1] - y * l[0]);
				to.set([x, y, z], at + 3);
			}
			return l;
		});
	}
}

/** Adds the stiffness of a group, given for all its frames but the last, where moving all alike costs nothing. */
function addInvariant(
	own: Float64Array,
	frames: Uint32Array,
	to: Float64Array,
	width: number,
): void {
	const last = frames.length - 1;
	const size = velocitySize * last;
	for (let i = 0; i < last; i++)
		for (let j = 0; j < last; j++)
			for (let r = 0; r < velocitySize; r++)
				for (let s = 0; s < velocitySize; s++) {
					const [row, column] = [velocitySize * i + r, velocitySize * j + s];
					// There are no tiles below the diagonal.
					const entry =
						own[row <= column ? size * row + column : size * column + row];
					const add = (a: number, b: number, value: number) => {
						to[
							width * (velocitySize * frames[a] + r) +
								velocitySize * frames[b] +
								s
						] += value;
					};
					add(i, j, entry);
					add(i, last, -entry);
					add(last, j, -entry);
					add(last, last, entry);
				}
}
