/**
 * Energy, forces, stiffness and mass of the samples of a frame body (Gilles et al. 2011, eqs. 6, 11, 12), as functions of where the
 * frames are. Vectors have six numbers per frame, torque about its origin and force; matrices are dense, by rows.
 *
 *   gradient = ∂E/∂δ,   K = ∂²E/∂δ²,   M = Σ m JᵀJ
 */
import { velocitySize } from "../mappings/skinning.ts";
import { checkMaterial, type MaterialValue } from "../models/parameters.ts";
import type { AppliedLaw } from "../models/solid/solidLaw.ts";
import type { Team } from "../numerics/team.ts";
import type { Arena, ArenaArray } from "../system/arena.ts";
import type { Kernel } from "../system/backend.ts";
import type { FramePlaces } from "./framePlaces.ts";
import type { Influences } from "./influences.ts";
import { groupPoints, PointGroup } from "./pointGroup.ts";
import { type SampleKernels, sampleKernels } from "./sampleKernels.ts";
import type { Samples } from "./samples.ts";
import { transport } from "./transport.ts";

/** Pairs of samples whose results are kept at a time, so that they stay in the processor's cache. */
const chunk = 16;

/** Entries of F. */
const rowCount = 9;

export type StiffnessKind = "gauss-newton" | "exact";
const kernelNames = [
	"energy",
	"force",
	"gaussNewton",
	"exact",
	"mass",
	"deformationGradient",
] as const;
type KernelName = (typeof kernelNames)[number];

export interface SampleSystemPlace {
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

export class SampleSystem {
	private readonly places: FramePlaces;
	definition: SampleDefinition;
	/** ∂E/∂δ. */
	gradient: Float64Array;
	stiffness: Float64Array;
	mass: Float64Array;
	groups: PointGroup[];
	private readonly kernels: SampleKernels;
	private readonly run: Readonly<Record<KernelName, Kernel>>;
	private readonly place: SampleSystemPlace;
	private readonly results: ArenaArray<Float64Array>;
	private readonly constants: readonly Float64Array[];
	/** Tangents by velocities about one point, and the stiffness by those. */
	private twists: ArenaArray<Float64Array>;
	private twisted = new Float64Array(0);
	/** 0, 1, 2, … */
	private ownNumbers: ArenaArray<Uint32Array>;
	/** Products of row derivatives, and what is summed up per frame and per pair of frames. */
	private left: ArenaArray<Float64Array>;
	private right: ArenaArray<Float64Array>;
	private slopes: ArenaArray<Float64Array>;
	private sums: ArenaArray<Float64Array>;
	private forms: ArenaArray<Float64Array>;
	private gravity: readonly number[] = [0, 0, 0];
	/** Whether frames have moved since samples were blended. */
	private isStale = true;

	static async create(
		definition: SampleDefinition,
		places: FramePlaces,
		place: SampleSystemPlace,
	): Promise<SampleSystem> {
		const { law, material } = definition.law;
		const constants = constantsOf(definition.law, definition.samples.count);
		const kernels = sampleKernels(places.skinning, law, Object.keys(constants));
		checkMaterial(law.name, law.material, material);
		const run = await place.team.load(kernels.module, kernelNames);
		return new SampleSystem(
			definition,
			places,
			place,
			kernels,
			Object.values(constants),
			run as Record<KernelName, Kernel>,
		);
	}

	private constructor(
		definition: SampleDefinition,
		places: FramePlaces,
		place: SampleSystemPlace,
		kernels: SampleKernels,
		constants: readonly Float64Array[],
		run: Readonly<Record<KernelName, Kernel>>,
	) {
		this.definition = definition;
		this.places = places;
		this.place = place;
		this.kernels = kernels;
		this.constants = constants;
		this.run = run;
		const { arena } = place;
		const widest = Math.max(
			kernels.exact.outputs.length,
			kernels.gaussNewton.outputs.length,
		);
		this.results = arena.f64(2 * chunk * widest);
		const { samples, influences } = definition;
		this.groups = groupPoints(influences, samples.volumes.keys()).map(
			(points) => this.group(points, influences),
		);
		[this.gradient, this.stiffness, this.mass] = [0, 0, 0].map(
			() => new Float64Array(0),
		);
		const none = arena.f64(0);
		[this.left, this.right, this.twists] = [none, none, none];
		[this.slopes, this.sums, this.forms] = [none, none, none];
		this.ownNumbers = arena.u32(0);
		this.resize();
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
			for (const [i, values] of this.constants.entries())
				set(layout.constants + i, values[sample]);
		}
		return group;
	}

	/** Takes other weights, after frames came or went. Groups without samples that are flagged stay as they are. */
	reweigh(influences: Influences, isChanged: Uint8Array): void {
		const isTouched = ({ points }: PointGroup) =>
			points.some((point) => isChanged[point]);
		const touched = this.groups.filter(isTouched);
		this.definition = { ...this.definition, influences };
		const points = touched.flatMap((group) => [...group.points]);
		this.groups = [
			...this.groups.filter((group) => !isTouched(group)),
			...groupPoints(
				influences,
				points.sort((a, b) => a - b),
			).map((group) => this.group(group, influences)),
		];
		this.resize();
		this.writeGravity(this.gravity);
	}

	/** Arrays for the present number of frames and groups. */
	private resize(): void {
		const { arena } = this.place;
		const { count, skinning } = this.places;
		const size = velocitySize * count;
		const { coordinates } = skinning;
		this.gradient = new Float64Array(size);
		this.stiffness = new Float64Array(size * size);
		this.mass = new Float64Array(size * size);
		const most = Math.max(
			...this.groups.map(({ frames }) => frames.array.length),
		);
		const rows = Math.max(rowCount, this.kernels.rows);
		this.left = arena.f64(2 * rows * chunk * velocitySize * most);
		this.right = arena.f64(2 * rowCount * chunk * velocitySize * most);
		this.twists = arena.f64(count * coordinates * velocitySize);
		this.twisted = new Float64Array(size * size);
		this.ownNumbers = arena.indices(Array.from({ length: most }, (_, i) => i));
		this.slopes = arena.f64(count * coordinates);
		this.sums = arena.f64(size * size);
		this.forms = arena.f64(count * count * coordinates * coordinates);
		arena.scratch(16 * Math.max(most, 1) * coordinates * coordinates);
	}

	/** Sets the acceleration [m/s²] whose work is part of the energy. */
	setGravity(gravity: readonly number[]): void {
		if (gravity.every((g, k) => g === this.gravity[k])) return;
		this.writeGravity(gravity);
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
	private visit(
		name: KernelName,
		each: (group: PointGroup, first: number, pairs: number) => void,
	): void {
		if (this.isStale) this.blend();
		const bytes = 16 * this.kernels.layout.count;
		for (const group of this.groups)
			for (let first = 0; first < group.pairs; first += chunk) {
				const pairs = Math.min(chunk, group.pairs - first);
				this.run[name](
					0,
					group.parameters.pointer + bytes * first,
					this.results.pointer,
					pairs,
				);
				each(group, first, pairs);
			}
	}

	/** Elastic energy and that of gravity [J]. */
	energy(): { elastic: number; gravity: number } {
		let elastic = 0;
		let gravity = 0;
		this.visit("energy", (_group, _first, pairs) => {
			const { array } = this.results;
			let [e, g] = [0, 0];
			for (let i = 0; i < pairs; i++) {
				e += array[4 * i] + array[4 * i + 1];
				g += array[4 * i + 2] + array[4 * i + 3];
			}
			elastic += e;
			gravity += g;
		});
		return { elastic, gravity };
	}

	/** Computes `gradient`, and `stiffness` of a kind. */
	assemble(kind: StiffnessKind | "none"): void {
		this.slopes.array.fill(0);
		if (kind === "none")
			this.visit("force", (group, first, pairs) =>
				this.spread(group, first, pairs, "force"),
			);
		else {
			this.stiffness.fill(0);
			if (kind === "gauss-newton" && this.kernels.stiffness !== "curved")
				this.addSquares();
			else this.addCurved(kind === "exact" ? "exact" : "gaussNewton");
		}
		this.gatherGradient();
		if (kind === "exact") this.gatherCurvature();
	}

	/**
	 * The stiffness of Gauss and Newton as the product of rows, of strains or residuals. With the velocities of all frames about one
	 * point, the rows of a sample's frames sum to zero, since moving all of them alike strains nothing: the last frame of a group follows
	 * from the others.
	 */
	private addSquares(): void {
		const { places, size } = this;
		const { numerics } = this.place.team;
		const { coordinates, turning } = places.skinning;
		const { rows } = this.kernels;
		const stride = this.strideOf("gaussNewton");
		const arms = this.placeTwists();
		let current: PointGroup | undefined;
		const finish = () => {
			if (current)
				addInvariant(this.sums.array, current.frames.array, this.twisted, size);
		};
		this.twisted.fill(0);
		this.visit("gaussNewton", (group, first, pairs) => {
			this.spread(group, first, pairs, "gaussNewton");
			if (group !== current) {
				finish();
				this.sums.array.fill(0);
				current = group;
			}
			const count = group.frames.array.length;
			const from = this.results.pointer + 64 * coordinates;
			if (this.kernels.stiffness === "hooke")
				numerics.strainRowsOfFrames(
					pairs,
					count - 1,
					group.frames.pointer,
					coordinates,
					turning,
					this.twists.pointer,
					from,
					stride,
					this.weightsAt(group, first),
					64 * count,
					this.place.arena.scratch().pointer,
					this.left.pointer,
				);
			else
				numerics.rowsOfFrames(
					pairs,
					count - 1,
					group.frames.pointer,
					coordinates,
					turning,
					rows,
					this.twists.pointer,
					from,
					stride,
					this.weightsAt(group, first),
					64 * count,
					this.left.pointer,
				);
			numerics.addRowProducts(
				rows * pairs,
				count - 1,
				this.ownNumbers.pointer,
				this.left.pointer,
				this.left.pointer,
				this.sums.pointer,
				velocitySize * (count - 1),
			);
		});
		finish();
		// From velocities about the common point to those of the frames.
		const block = new Float64Array(36);
		for (let i = 0; i < places.count; i++)
			for (let j = i; j < places.count; j++) {
				transportBlock(this.twisted, size, i, j, arms[i], arms[j], block);
				addBlock(block, i, j, size, this.stiffness);
			}
	}

	/** Tangents by velocities about the middle of all frames; returns where frames are from there. */
	private placeTwists(): number[][] {
		const { places } = this;
		const { coordinates } = places.skinning;
		const middle = [0, 0, 0];
		for (let i = 0; i < places.count; i++)
			for (let k = 0; k < 3; k++) middle[k] += places.pose(i)[k] / places.count;
		const arms: number[][] = [];
		for (let i = 0; i < places.count; i++) {
			const l = middle.map((m, k) => places.pose(i)[k] - m);
			arms.push(l);
			const tangent = places.tangent(i);
			const to = this.twists.array.subarray(6 * coordinates * i);
			for (let r = 0; r < coordinates; r++) {
				const [x, y, z] = tangent.subarray(6 * r + 3, 6 * r + 6);
				to[6 * r] = tangent[6 * r] - (y * l[2] - z * l[1]);
				to[6 * r + 1] = tangent[6 * r + 1] - (z * l[0] - x * l[2]);
				to[6 * r + 2] = tangent[6 * r + 2] - (x * l[1] - y * l[0]);
				to.set([x, y, z], 6 * r + 3);
			}
		}
		return arms;
	}

	/** LᵀR of rows by the entries of F; for the exact stiffness also second derivatives of the blend. */
	private addCurved(name: "gaussNewton" | "exact"): void {
		const width = 64 * this.places.skinning.coordinates;
		const stride = this.strideOf(name);
		this.sums.array.fill(0);
		this.forms.array.fill(0);
		this.visit(name, (group, first, pairs) => {
			this.spread(group, first, pairs, name);
			const at = this.results.pointer + width;
			this.rowsOf(group, first, pairs, stride, at, this.left);
			this.rowsOf(
				group,
				first,
				pairs,
				stride,
				at + width * rowCount,
				this.right,
			);
			this.place.team.numerics.addRowProducts(
				pairs * rowCount,
				group.frames.array.length,
				group.frames.pointer,
				this.left.pointer,
				this.right.pointer,
				this.sums.pointer,
				this.size,
			);
			if (name === "exact")
				this.addForms(group, first, pairs, stride, at + 2 * width * rowCount);
		});
		mirror(this.sums.array, this.size, this.stiffness);
	}

	/** Bytes of the results of a pair. */
	private strideOf(name: KernelName): number {
		return 16 * this.kernels[name].outputs.length;
	}

	/** Numbers of vectors. */
	get size(): number {
		return velocitySize * this.places.count;
	}

	private weightsAt(group: PointGroup, first: number): number {
		return group.weights.pointer + 64 * group.frames.array.length * first;
	}

	private spread(
		group: PointGroup,
		first: number,
		pairs: number,
		name: KernelName,
	): void {
		this.place.team.numerics.spreadToFrames(
			pairs,
			group.frames.array.length,
			group.frames.pointer,
			this.places.skinning.coordinates,
			4,
			this.results.pointer,
			this.strideOf(name),
			this.weightsAt(group, first),
			this.slopes.pointer,
		);
	}

	private rowsOf(
		group: PointGroup,
		first: number,
		pairs: number,
		stride: number,
		from: number,
		to: ArenaArray<Float64Array>,
	): void {
		const { coordinates, turning } = this.places.skinning;
		this.place.team.numerics.rowsOfFrames(
			pairs,
			group.frames.array.length,
			group.frames.pointer,
			coordinates,
			turning,
			rowCount,
			this.places.tangents.pointer,
			from,
			stride,
			this.weightsAt(group, first),
			64 * group.frames.array.length,
			to.pointer,
		);
	}

	private addForms(
		group: PointGroup,
		first: number,
		pairs: number,
		stride: number,
		from: number,
	): void {
		const { coordinates } = this.places.skinning;
		this.place.team.numerics.addBlendForms(
			pairs,
			group.frames.array.length,
			group.frames.pointer,
			this.places.count,
			coordinates,
			from,
			from + 16 * coordinates * coordinates,
			stride,
			this.weightsAt(group, first),
			this.place.arena.scratch().pointer,
			this.forms.pointer,
		);
	}

	/** From derivatives by coordinates to those by velocities. */
	private gatherGradient(): void {
		const { count, skinning } = this.places;
		const { coordinates } = skinning;
		const slopes = this.slopes.array;
		this.gradient.fill(0);
		for (let i = 0; i < count; i++) {
			const tangent = this.places.tangent(i);
			for (let r = 0; r < coordinates; r++)
				for (let k = 0; k < velocitySize; k++)
					this.gradient[velocitySize * i + k] +=
						tangent[velocitySize * r + k] * slopes[coordinates * i + r];
		}
	}

	/** Adds what the second derivatives of the blend and of the frames' own coordinates give. */
	private gatherCurvature(): void {
		const { places, size, stiffness } = this;
		const { count, skinning } = places;
		const { coordinates: c } = skinning;
		const block = new Float64Array(velocitySize * velocitySize);
		for (let i = 0; i < count; i++)
			for (let j = i; j < count; j++) {
				const at = c * c * (count * i + j);
				block.fill(0);
				transform(
					this.forms.array.subarray(at, at + c * c),
					places.tangent(i),
					places.tangent(j),
					c,
					block,
				);
				if (i === j)
					skinning.addCurvature(
						places.pose(i),
						places.restPose(i),
						this.slopes.array.subarray(c * i, c * i + c),
						block,
					);
				addBlock(block, i, j, size, stiffness);
			}
	}

	/** Computes `mass`: the consistent one, Σ m JᵀJ. */
	assembleMass(): void {
		const { places, size, mass } = this;
		const { count, skinning } = places;
		const { coordinates: c } = skinning;
		const entries = (c * (c + 1)) / 2;
		this.forms.array.fill(0);
		this.visit("mass", (group, first, pairs) =>
			this.place.team.numerics.addWeightedForms(
				pairs,
				group.frames.array.length,
				group.frames.pointer,
				count,
				entries,
				this.results.pointer,
				this.weightsAt(group, first),
				this.forms.pointer,
			),
		);
		mass.fill(0);
		const form = new Float64Array(c * c);
		const block = new Float64Array(velocitySize * velocitySize);
		for (let i = 0; i < count; i++)
			for (let j = i; j < count; j++) {
				let from = entries * (count * i + j);
				for (let r = 0; r < c; r++)
					for (let s = r; s < c; s++) {
						form[c * r + s] = this.forms.array[from];
						form[c * s + r] = this.forms.array[from++];
					}
				block.fill(0);
				transform(form, places.tangent(i), places.tangent(j), c, block);
				addBlock(block, i, j, size, mass);
			}
	}

	/** Deformation gradients by rows, nine numbers per sample. */
	deformationGradients(out: Float64Array): void {
		this.visit("deformationGradient", (group, first, pairs) => {
			for (let slot = 0; slot < 2 * pairs; slot++) {
				if (!group.isOwn(2 * first + slot)) continue;
				const sample = group.pointAt(2 * first + slot);
				for (let k = 0; k < 9; k++)
					out[9 * sample + k] =
						this.results.array[2 * (9 * (slot >> 1) + k) + (slot & 1)];
			}
		});
	}
}

/** The constants of a law for every sample. */
function constantsOf(
	{ law, material }: AppliedLaw,
	count: number,
): Record<string, Float64Array> {
	const constants: Record<string, Float64Array> = {};
	const valueAt = (value: MaterialValue, sample: number) =>
		typeof value === "number" ? value : value[sample];
	const isUniform = Object.values(material).every(
		(value) => typeof value === "number",
	);
	for (const [name, value] of Object.entries(material))
		if (typeof value !== "number" && value.length !== count)
			throw new Error(
				`${law.name}: ${name} has ${value.length} values; there must be one per sample, ${count}`,
			);
	for (let sample = 0; sample < (isUniform ? 1 : count); sample++) {
		const numbers = law.constants(
			Object.fromEntries(
				Object.entries(material).map(([name, value]) => [
					name,
					valueAt(value, sample),
				]),
			),
		) as Record<string, number>;
		for (const [name, number] of Object.entries(numbers)) {
			constants[name] ??= new Float64Array(count).fill(number);
			constants[name][sample] = number;
		}
	}
	return constants;
}

/** out += leftᵀ form right, of size × 6 tangents and a size × size form. */
function transform(
	form: Float64Array,
	left: Float64Array,
	right: Float64Array,
	size: number,
	out: Float64Array,
): void {
	for (let r = 0; r < size; r++)
		for (let k = 0; k < velocitySize; k++) {
			let product = 0;
			for (let s = 0; s < size; s++)
				product += form[size * r + s] * right[velocitySize * s + k];
			for (let i = 0; i < velocitySize; i++)
				out[velocitySize * i + k] += left[velocitySize * r + i] * product;
		}
}

/** Adds a block to a matrix, and its transpose at the other side of the diagonal. */
function addBlock(
	block: Float64Array,
	i: number,
	j: number,
	width: number,
	to: Float64Array,
): void {
	for (let r = 0; r < velocitySize; r++)
		for (let s = 0; s < velocitySize; s++) {
			const [row, column] = [velocitySize * i + r, velocitySize * j + s];
			to[width * row + column] += block[velocitySize * r + s];
			if (i !== j) to[width * column + row] += block[velocitySize * r + s];
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
					// Of tiles below the diagonal there are none.
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

/** out = D(l)ᵀ K D(k) of a block of a matrix, with D(l) = [1 0; [l]ₓ 1]. */
function transportBlock(
	K: Float64Array,
	width: number,
	i: number,
	j: number,
	l: readonly number[],
	k: readonly number[],
	out: Float64Array,
): void {
	const block = new Float64Array(36);
	for (let r = 0; r < velocitySize; r++)
		for (let c = 0; c < velocitySize; c++)
			block[velocitySize * r + c] =
				K[width * (velocitySize * i + r) + velocitySize * j + c];
	transport(block, l, k, out);
}

/** The upper half of a matrix at both sides of its diagonal. */
function mirror(from: Float64Array, size: number, to: Float64Array): void {
	for (let r = 0; r < size; r++)
		for (let c = r; c < size; c++) {
			to[size * r + c] = from[size * r + c];
			to[size * c + r] = from[size * r + c];
		}
}
