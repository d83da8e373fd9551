/**
 * The stiffness of any law, LᵀDL with L the derivatives of F and D those of the law; and what second derivatives of the blend
 * and of the frames' coordinates add to make it exact.
 */
import { velocitySize } from "../mappings/skinning.ts";
import type { ArenaArray } from "../system/arena.ts";
import { addSymmetric, blockSize, mirror, transform } from "./denseBlocks.ts";
import { type Chunk, chunk, type SampleSet } from "./sampleSet.ts";

/** Entries of F. */
const rowCount = 9;

export class CurvedStiffness {
	private readonly samples: SampleSet;
	/** L and DL of a chunk, and their products. */
	private readonly left: ArenaArray<Float64Array>;
	private readonly right: ArenaArray<Float64Array>;
	private readonly products: ArenaArray<Float64Array>;
	/** Second derivatives by the coordinates of pairs of frames. */
	private readonly forms: ArenaArray<Float64Array>;
	private readonly workspace: ArenaArray<Float64Array>;

	/** For the present frames and groups. */
	constructor(samples: SampleSet) {
		this.samples = samples;
		const { places, mostFrames } = samples;
		const { arena } = samples.place;
		const square = places.skinning.coordinates ** 2;
		const rows = () =>
			arena.f64(2 * rowCount * chunk * velocitySize * mostFrames);
		[this.left, this.right] = [rows(), rows()];
		this.products = arena.f64((velocitySize * places.count) ** 2);
		this.forms = arena.f64(places.count ** 2 * square);
		this.workspace = arena.f64(2 * mostFrames * square);
	}

	/** Gives its arrays back. */
	release(): void {
		this.samples.place.arena.free(
			this.left,
			this.right,
			this.products,
			this.forms,
			this.workspace,
		);
	}

	/** Adds to K; `each` sees the results of every chunk too. The exact one takes `addCurvature` in the end. */
	add(
		name: "gaussNewton" | "exact",
		K: Float64Array,
		each: (chunk: Chunk) => void,
	): void {
		const { samples } = this;
		const { places, results } = samples;
		const { numerics } = samples.place.team;
		const size = velocitySize * places.count;
		const width = 64 * places.skinning.coordinates;
		this.products.array.fill(0);
		this.forms.array.fill(0);
		samples.visit(name, (chunk) => {
			each(chunk);
			const from = results.pointer + width;
			this.computeRows(name, chunk, from, this.left);
			this.computeRows(name, chunk, from + width * rowCount, this.right);
			numerics.addRowProducts(
				chunk.pairs * rowCount,
				chunk.group.frames.array.length,
				chunk.group.frames.pointer,
				this.left.pointer,
				this.right.pointer,
				this.products.pointer,
				size,
			);
			if (name === "exact") this.addForms(chunk, from + 2 * width * rowCount);
		});
		mirror(this.products.array, size, K);
	}

	private computeRows(
		name: "gaussNewton" | "exact",
		{ group, pairs, weights }: Chunk,
		from: number,
		to: ArenaArray<Float64Array>,
	): void {
		const { samples } = this;
		const { coordinates, turning } = samples.places.skinning;
		samples.place.team.numerics.rowsOfFrames(
			pairs,
			group.frames.array.length,
			group.frames.pointer,
			coordinates,
			turning,
			rowCount,
			samples.places.tangents.pointer,
			from,
			samples.strideOf(name),
			weights,
			64 * group.frames.array.length,
			to.pointer,
		);
	}

	private addForms({ group, pairs, weights }: Chunk, from: number): void {
		const { samples } = this;
		const { coordinates } = samples.places.skinning;
		samples.place.team.numerics.addBlendForms(
			pairs,
			group.frames.array.length,
			group.frames.pointer,
			samples.places.count,
			coordinates,
			from,
			from + 16 * coordinates * coordinates,
			samples.strideOf("exact"),
			weights,
			this.workspace.pointer,
			this.forms.pointer,
		);
	}

	/**
	 * Adds what second derivatives of the blend give, and those of the frames' own coordinates.
	 *
	 * @param slopes of the energy by the coordinates of each frame
	 */
	addCurvature(slopes: Float64Array, K: Float64Array): void {
		const { places } = this.samples;
		const { count, skinning } = places;
		const { coordinates: c } = skinning;
		const block = new Float64Array(blockSize);
		for (let i = 0; i < count; i++)
			for (let j = i; j < count; j++) {
				const at = c * c * (count * i + j);
				const form = this.forms.array.subarray(at, at + c * c);
				if (!form.some((entry) => entry !== 0) && i !== j) continue;
				block.fill(0);
				transform(form, places.tangent(i), places.tangent(j), c, block);
				if (i === j)
					skinning.addCurvature(
						places.pose(i),
						places.restPose(i),
						slopes.subarray(c * i, c * i + c),
						block,
					);
				addSymmetric(block, i, j, velocitySize * count, K);
			}
	}
}
