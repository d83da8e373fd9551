/** Points that are carried by frames, such as the vertices of a surface: positions, velocities, and forces back to frames. */
import {
	directionalDerivative,
	dot,
	type Expr,
	emitWasm,
	gradient,
	inputs,
	type Program,
} from "../energy/index.ts";
import { type Skinning, velocitySize } from "../mappings/skinning.ts";
import type { Team } from "../numerics/team.ts";
import type { Arena, ArenaArray } from "../system/arena.ts";
import type { Kernel } from "../system/backend.ts";
import type { FramePlaces } from "./framePlaces.ts";
import type { Influences } from "./influences.ts";
import { groupPoints, PointGroup } from "./pointGroup.ts";

type KernelName = (typeof kernelNames)[number];
export type PointKernels = Readonly<Record<KernelName, Kernel>>;

export interface PointContext {
	readonly arena: Arena;
	readonly team: Team;
	readonly kernels: PointKernels;
}

/** Parameters of the kernels: the blend, the rest position, the blend's rate, and a force. */
const layout = ({ coordinates }: Skinning) => ({
	X: coordinates,
	rate: coordinates + 3,
	force: 2 * coordinates + 3,
	count: 2 * coordinates + 6,
});

const kernelNames = [
	"position",
	"velocity",
	"force",
	"turningForce",
	"jacobian",
] as const;
const compiled = new Map<Skinning, Promise<WebAssembly.Module>>();

/** Kernels for points of any body with this skinning. */
export async function compilePointKernels(
	skinning: Skinning,
	team: Team,
): Promise<PointKernels> {
	const module =
		compiled.get(skinning) ?? WebAssembly.compile(generate(skinning));
	compiled.set(skinning, module);
	return (await team.load(await module, kernelNames)) as PointKernels;
}

function generate(skinning: Skinning): Uint8Array<ArrayBuffer> {
	const b = inputs("b", skinning.coordinates);
	const X = inputs("X", 3);
	const rate = inputs("rate", skinning.coordinates);
	const f = inputs("f", 3);
	const parameters = [...b, ...X, ...rate, ...f];
	const x = skinning.position(b, X);
	const v = directionalDerivative(x, b, rate);
	const program = (outputs: readonly Expr[]): Program => ({
		arrays: [],
		nodes: 0,
		parameters: parameters.length,
		sources: new Map(
			parameters.map((e, parameter) => [e, { parameter }] as const),
		),
		outputs,
		relative: false,
	});
	return emitWasm(
		{
			position: program(x),
			velocity: program(v),
			force: program(gradient(dot(x, f), b)),
			turningForce: program(gradient(dot(v, f), b)),
			jacobian: program(x.flatMap((component) => gradient(component, b))),
		},
		"f64",
	);
}

export class SkinnedPoints {
	readonly count: number;
	private readonly places: FramePlaces;
	private readonly place: PointContext;
	private readonly groups: readonly PointGroup[];
	private readonly results: ArenaArray<Float64Array>;
	/** Rates of the frames' coordinates, or forces on them. */
	private readonly rates: ArenaArray<Float64Array>;
	/** Where each point is, once that was asked for. */
	private slots: { group: PointGroup; slot: number }[] | undefined;
	/** The group whose derivatives are in `results`. */
	private derivedGroup: PointGroup | undefined;

	/** @param positions at rest [m] */
	constructor(
		places: FramePlaces,
		positions: Float64Array,
		influences: Influences,
		place: PointContext,
	) {
		this.places = places;
		this.place = place;
		this.count = positions.length / 3;
		const { skinning } = places;
		const { X, count } = layout(skinning);
		const all = Array.from({ length: this.count }, (_, i) => i);
		this.groups = groupPoints(influences, all).map((points) => {
			const group = new PointGroup(points, influences, 1, count, place.arena);
			for (let slot = 0; slot < 2 * group.pairs; slot++)
				for (let k = 0; k < 3; k++)
					group.parameters.array[group.parameter(slot, X + k)] =
						positions[3 * group.pointAt(slot) + k];
			return group;
		});
		const most = Math.max(0, ...this.groups.map(({ pairs }) => pairs));
		this.results = place.arena.f64(2 * most * 3 * skinning.coordinates);
		this.rates = place.arena.f64(places.count * skinning.coordinates);
	}

	/** Gives its arrays back. */
	release(): void {
		for (const group of this.groups) group.release();
		this.place.arena.free(this.results, this.rates);
	}

	/** Blends at all points, to be called when frames have moved. */
	update(): void {
		this.derivedGroup = undefined;
		for (const group of this.groups) {
			group.align(this.places);
			this.blend(group, this.places.coordinates, 0);
		}
	}

	private blend(
		group: PointGroup,
		coordinates: ArenaArray<Float64Array>,
		to: number,
	): void {
		this.place.team.numerics.blendFrames(
			group.pairs,
			group.frames.array.length,
			group.frames.pointer,
			this.places.skinning.coordinates,
			1,
			coordinates.pointer,
			group.weights.pointer,
			group.parameters.pointer + 16 * to,
			16 * group.parameterCount,
		);
	}

	private run(name: KernelName, group: PointGroup): void {
		this.derivedGroup = undefined;
		this.place.kernels[name](
			0,
			group.parameters.pointer,
			this.results.pointer,
			group.pairs,
		);
	}

	/** Writes what a kernel gives, so many numbers per point. */
	private read(group: PointGroup, width: number, out: Float64Array): void {
		const { array } = this.results;
		const { points } = group;
		for (let slot = 0; slot < points.length; slot++)
			for (let k = 0; k < width; k++)
				out[width * points[slot] + k] =
					array[2 * (width * (slot >> 1) + k) + (slot & 1)];
	}

	/** Positions [m], xyz per point. */
	apply(out: Float64Array): void {
		for (const group of this.groups) {
			this.run("position", group);
			this.read(group, 3, out);
		}
	}

	/** J·Ω: velocities [m/s] from those of the frames. */
	applyJ(velocities: Float64Array, out: Float64Array): void {
		const { coordinates } = this.places.skinning;
		const { array } = this.rates;
		for (let i = 0; i < this.places.count; i++) {
			const tangent = this.places.tangent(i);
			for (let r = 0; r < coordinates; r++) {
				let rate = 0;
				for (let k = 0; k < velocitySize; k++)
					rate +=
						tangent[velocitySize * r + k] * velocities[velocitySize * i + k];
				array[coordinates * i + r] = rate;
			}
		}
		for (const group of this.groups) {
			this.blend(group, this.rates, layout(this.places.skinning).rate);
			this.run("velocity", group);
			this.read(group, 3, out);
		}
	}

	/** out += Jᵀ·f: torques and forces on frames from forces [N] on points. */
	applyJT(forces: Float64Array, out: Float64Array): void {
		this.spread("force", forces);
		this.addByVelocities(out);
	}

	/** Adds derivatives by the frames' coordinates, in `rates`, as those by their velocities. */
	private addByVelocities(out: Float64Array): void {
		const { coordinates } = this.places.skinning;
		for (let i = 0; i < this.places.count; i++) {
			const tangent = this.places.tangent(i);
			for (let r = 0; r < coordinates; r++)
				for (let k = 0; k < velocitySize; k++)
					out[velocitySize * i + k] +=
						tangent[velocitySize * r + k] *
						this.rates.array[coordinates * i + r];
		}
	}

	/** Sums what a kernel makes of forces on points for the coordinates of frames, into `rates`. */
	private spread(name: "force" | "turningForce", forces: Float64Array): void {
		const { coordinates } = this.places.skinning;
		const { force } = layout(this.places.skinning);
		this.rates.array.fill(0);
		for (const group of this.groups) {
			const { array } = group.parameters;
			for (let slot = 0; slot < 2 * group.pairs; slot++)
				for (let k = 0; k < 3; k++)
					array[group.parameter(slot, force + k)] = group.isOwn(slot)
						? forces[3 * group.pointAt(slot) + k]
						: 0;
			this.run(name, group);
			this.place.team.numerics.spreadToFrames(
				group.pairs,
				group.frames.array.length,
				group.frames.pointer,
				coordinates,
				1,
				this.results.pointer,
				16 * coordinates,
				group.weights.pointer,
				this.rates.pointer,
			);
		}
	}

	/**
	 * out += ∂T/∂δ + (ω × π, 0) of frames that have velocities, where points have the momenta p = ∂T/∂v of that motion: how fast the frames' momenta grow without
	 * forces. With b the blend and a the frames' coordinates, ∂T/∂δ = Σ p·∂v/∂b ∂b/∂δ + Σ p·∂v/∂ḃ ∂ḃ/∂δ, and ȧ depends on where a frame is by the
	 * curvature of its coordinates, but for half of what turning one after the other changes.
	 */
	addMomentumGrowth(
		velocities: Float64Array,
		momenta: Float64Array,
		out: Float64Array,
	): void {
		const { skinning, count } = this.places;
		const { coordinates } = skinning;
		// Rates of the blend, which the kernel reads.
		this.applyJ(velocities, new Float64Array(3 * this.count));
		this.spread("turningForce", momenta);
		this.addByVelocities(out);
		this.spread("force", momenta);
		const slopes = this.rates.array;
		const p = new Float64Array(velocitySize * count);
		this.addByVelocities(p);
		const C = new Float64Array(velocitySize * velocitySize);
		for (let i = 0; i < count; i++) {
			const at = velocitySize * i;
			C.fill(0);
			skinning.addCurvature(
				this.places.pose(i),
				this.places.restPose(i),
				slopes.subarray(coordinates * i, coordinates * i + coordinates),
				C,
			);
			for (let r = 0; r < velocitySize; r++)
				for (let c = 0; c < velocitySize; c++)
					out[at + r] += C[velocitySize * r + c] * velocities[at + c];
			for (let k = 0; k < 3; k++) {
				const [a, b] = [(k + 1) % 3, (k + 2) % 3];
				out[at + k] +=
					(velocities[at + a] * p[at + b] - velocities[at + b] * p[at + a]) / 2;
			}
		}
	}

	/**
	 * K += Σ Jᵀ B J over points with 3×3 blocks B by rows, nine numbers per point; points whose block is zero are passed over.
	 */
	addStiffness(blocks: Float64Array, K: Float64Array): void {
		const size = velocitySize * this.places.count;
		const { coordinates } = this.places.skinning;
		for (const group of this.groups) {
			const frames = group.frames.array;
			const own: number[] = [];
			for (let slot = 0; slot < group.points.length; slot++) {
				const at = 9 * group.points[slot];
				if (blocks.subarray(at, at + 9).some((entry) => entry !== 0))
					own.push(slot);
			}
			if (own.length === 0) continue;
			this.run("jacobian", group);
			for (const slot of own) {
				const J = this.rowsAt(group, slot, coordinates);
				const B = blocks.subarray(9 * group.points[slot]);
				for (let i = 0; i < frames.length; i++)
					for (let j = 0; j < frames.length; j++)
						for (let r = 0; r < velocitySize; r++)
							for (let s = 0; s < velocitySize; s++) {
								let sum = 0;
								for (let a = 0; a < 3; a++)
									for (let c = 0; c < 3; c++)
										sum += J[i][a][r] * B[3 * a + c] * J[j][c][s];
								K[
									size * (velocitySize * frames[i] + r) +
										velocitySize * frames[j] +
										s
								] += sum;
							}
			}
		}
	}

	/** J of a point by the velocities of all frames: three rows of six numbers per frame. */
	jacobian(point: number): Float64Array {
		const { coordinates } = this.places.skinning;
		const width = velocitySize * this.places.count;
		const out = new Float64Array(3 * width);
		const { group, slot } = this.slotOf(point);
		if (this.derivedGroup !== group) this.run("jacobian", group);
		this.derivedGroup = group;
		const J = this.rowsAt(group, slot, coordinates);
		for (const [k, frame] of group.frames.array.entries())
			for (let a = 0; a < 3; a++)
				out.set(J[k][a], width * a + velocitySize * frame);
		return out;
	}

	private slotOf(point: number): { group: PointGroup; slot: number } {
		if (!this.slots) {
			this.slots = new Array(this.count);
			for (const group of this.groups)
				for (const [slot, own] of group.points.entries())
					this.slots[own] = { group, slot };
		}
		return this.slots[point];
	}

	/** J of a point, 3×6 for each of its frames, from the results of the kernel. */
	private rowsAt(
		group: PointGroup,
		slot: number,
		coordinates: number,
	): Float64Array[][] {
		const { array } = this.results;
		const frames = group.frames.array;
		return Array.from(frames, (frame, k) => {
			const tangent = this.places.tangent(frame);
			const weight =
				group.weights.array[2 * (frames.length * (slot >> 1) + k) + (slot & 1)];
			return [0, 1, 2].map((a) => {
				const row = new Float64Array(velocitySize);
				for (let r = 0; r < coordinates; r++) {
					const entry =
						weight *
						array[
							2 * (3 * coordinates * (slot >> 1) + coordinates * a + r) +
								(slot & 1)
						];
					for (let s = 0; s < velocitySize; s++)
						row[s] += entry * tangent[velocitySize * r + s];
				}
				return row;
			});
		});
	}
}
