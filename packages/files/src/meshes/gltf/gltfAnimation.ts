/** One animation of a glTF: what it makes of the nodes at a time. */
import type { FileError } from "../../fileError.ts";
import { readAccessor } from "./accessors.ts";
import { entry } from "./gltfJson.ts";
import type { OpenGltf } from "./openGltf.ts";

/** Nodes have these; weights are those of shapes that a mesh is blended of. */
const widths = { translation: 3, rotation: 4, scale: 3, weights: 0 } as const;
type Path = keyof typeof widths;

/** What channels say of one node. */
export type NodeValues = { [P in Path]?: number[] };

interface Channel {
	readonly node: number;
	readonly path: Path;
	readonly times: Float64Array;
	readonly values: Float64Array;
	readonly width: number;
	readonly interpolation: string;
}

export class GltfAnimation {
	/** When the last of it happens [s]. */
	readonly duration: number;
	private readonly channels: readonly Channel[];

	/** The animation with a name, or the first. */
	constructor(
		gltf: OpenGltf,
		name: string | undefined,
		error: (message: string) => FileError,
	) {
		const { animations } = gltf.json;
		const names = animations.map((one, i) => one.name ?? `animation ${i}`);
		if (animations.length === 0) throw error("has no animation");
		const index = name === undefined ? 0 : names.indexOf(name);
		if (index < 0)
			throw error(`has no animation '${name}'; it has ${names.join(", ")}`);
		const { channels, samplers } = animations[index];
		this.channels = channels.flatMap(({ sampler, target }) => {
			const { node, path } = target;
			if (node === undefined || !Object.hasOwn(widths, path)) return [];
			const found = entry(samplers, sampler, "sampler", error);
			const { input, output, interpolation } = found;
			const times = readAccessor(gltf, input, "SCALAR", error);
			const own = widths[path as Path];
			const type = own === 0 ? "SCALAR" : own === 3 ? "VEC3" : "VEC4";
			const values = readAccessor(gltf, output, type, error);
			const perTime = interpolation === "CUBICSPLINE" ? 3 : 1;
			const width = values.length / (times.length * perTime);
			if (times.length === 0 || !Number.isInteger(width))
				throw error(
					`sampler ${sampler} has ${values.length} numbers for ${times.length} times`,
				);
			return [
				{ node, path: path as Path, times, values, width, interpolation },
			];
		});
		this.duration = this.channels.reduce(
			(most, { times }) => Math.max(most, times[times.length - 1]),
			0,
		);
	}

	/** What nodes have at a time [s]; before its beginning and after its end they stay as they are there. */
	at(time: number): Map<number, NodeValues> {
		const found = new Map<number, NodeValues>();
		for (const channel of this.channels) {
			const values = found.get(channel.node) ?? {};
			values[channel.path] = sample(channel, time);
			found.set(channel.node, values);
		}
		return found;
	}
}

function sample(channel: Channel, time: number): number[] {
	const { times, values, width, interpolation, path } = channel;
	const isCubic = interpolation === "CUBICSPLINE";
	/** Of a key: what comes in, the value, what goes out; or the value alone. */
	const part = (key: number, which: number) => {
		const start = width * (isCubic ? 3 * key + which : key);
		return Array.from(values.subarray(start, start + width));
	};
	const last = times.length - 1;
	if (!(time > times[0])) return part(0, 1);
	if (time >= times[last]) return part(last, 1);
	const next = times.findIndex((t) => t > time);
	const length = times[next] - times[next - 1];
	const s = (time - times[next - 1]) / length;
	const [a, b] = [part(next - 1, 1), part(next, 1)];
	if (interpolation === "STEP") return a;
	if (isCubic) {
		const [out, into] = [part(next - 1, 2), part(next, 0)];
		const result = a.map(
			(_, k) =>
				(2 * s ** 3 - 3 * s ** 2 + 1) * a[k] +
				length * (s ** 3 - 2 * s ** 2 + s) * out[k] +
				(3 * s ** 2 - 2 * s ** 3) * b[k] +
				length * (s ** 3 - s ** 2) * into[k],
		);
		return path === "rotation" ? unit(result) : result;
	}
	return path === "rotation"
		? turnedBetween(a, b, s)
		: a.map((value, k) => value + s * (b[k] - value));
}

/** A part of the shorter turn from one orientation to another. */
function turnedBetween(
	a: readonly number[],
	b: readonly number[],
	s: number,
): number[] {
	const along = a.reduce((sum, value, k) => sum + value * b[k], 0);
	const angle = Math.acos(Math.min(1, Math.abs(along)));
	const sign = along < 0 ? -1 : 1;
	if (angle < 1e-6)
		return unit(a.map((value, k) => value + s * (sign * b[k] - value)));
	const [p, q] = [Math.sin((1 - s) * angle), sign * Math.sin(s * angle)];
	return a.map((value, k) => (p * value + q * b[k]) / Math.sin(angle));
}

function unit(q: readonly number[]): number[] {
	const length = Math.hypot(...q) || 1;
	return q.map((value) => value / length);
}
