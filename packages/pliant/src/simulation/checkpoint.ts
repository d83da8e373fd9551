/**
 * Checkpoints: numbers and arrays as bytes, little endian, with a header that guards against foreign and cut files.
 * Layout: "PLIANTA\0", then as f64: time, step, two numbers of what integrators remember, fingerprint of the model, stiffness of contact, substeps of the next step, the solver's memory, then the arrays; the
 * last ones, vectors of the solver's memory, are not always there. Arrays are in the order in which the simulation keeps
 * vertices; it depends on the meshes alone, and the fingerprint covers it.
 */
import type { BuiltScene } from "../scene/build.ts";

const magic = [0x50, 0x4c, 0x49, 0x41, 0x4e, 0x54, 0x41, 0x00];
/** How many numbers a memory has; the last ones say which vectors there are. */
const memoryNumbers = 12;
const memoryVectors = 2;
const headerNumbers = 7 + memoryNumbers;
/** Where among the numbers the fingerprint is. */
const fingerprintPlace = 4;

export interface CheckpointNumbers {
	readonly time: number;
	readonly step: number;
	/** Lag of the remembered rates and length of the last substep [s]. */
	readonly history: readonly [number, number];
	readonly contactStiffness: number;
	/** Number of substeps of the next step. */
	readonly substeps: number;
	/** Numbers of the solver's memory. */
	readonly memory: readonly number[];
}

/** A number that differs for different elements, models and masses: FNV-1a over 32-bit words. */
export function fingerprint({
	model: { elastic, mass },
	frameParts,
}: Pick<BuiltScene, "model" | "frameParts">): number {
	let hash = 0x811c9dc5;
	const add = (words: ArrayLike<number>) => {
		for (let i = 0; i < words.length; i++)
			hash = Math.imul(hash ^ words[i], 0x01000193);
	};
	for (const { label, vertices } of elastic.groups) {
		add([...label].map((character) => character.charCodeAt(0)));
		add(vertices);
	}
	add(new Uint32Array(mass.vertexMasses.slice().buffer));
	for (const { system, count } of frameParts) {
		add([...system.body.label].map((character) => character.charCodeAt(0)));
		add([count, system.places.count]);
		add(new Uint32Array(Float64Array.of(system.extent).buffer));
	}
	return hash >>> 0;
}

/** Whether a checkpoint tells that it is of a scene. */
export function isOfScene(bytes: Uint8Array, scene: BuiltScene): boolean {
	const at = magic.length + 8 * fingerprintPlace;
	if (bytes.length < at + 8) return false;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return view.getFloat64(at, true) === fingerprint(scene);
}

export function encodeCheckpoint(
	numbers: CheckpointNumbers,
	modelFingerprint: number,
	arrays: readonly Float64Array[],
	vectors: readonly Float64Array[],
): Uint8Array {
	const { time, step, history, contactStiffness, substeps, memory } = numbers;
	const all = [...arrays, ...vectors];
	const count = all.reduce((n, a) => n + a.length, 0);
	const bytes = new Uint8Array(magic.length + 8 * (headerNumbers + count));
	const view = new DataView(bytes.buffer);
	bytes.set(magic);
	let at = magic.length;
	const write = (value: number) => {
		view.setFloat64(at, value, true);
		at += 8;
	};
	for (const value of [
		time,
		step,
		...history,
		modelFingerprint,
		contactStiffness,
		substeps,
		...memory,
	])
		write(value);
	for (const array of all) for (const value of array) write(value);
	return bytes;
}

/** Fills the arrays, and gives those that are not always there. Nothing is changed where the bytes do not fit. */
export function decodeCheckpoint(
	bytes: Uint8Array,
	modelFingerprint: number,
	arrays: readonly Float64Array[],
	vectorLength: number,
): CheckpointNumbers & { readonly vectors: readonly Float64Array[] } {
	if (magic.some((byte, i) => bytes[i] !== byte))
		throw new Error(
			"checkpoint: these bytes are not a checkpoint of this version",
		);
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const begin = magic.length + 8 * headerNumbers;
	const header = Array.from({ length: headerNumbers }, (_, i) =>
		bytes.length >= begin ? view.getFloat64(magic.length + 8 * i, true) : 0,
	);
	const [
		time,
		step,
		lag,
		length,
		other,
		contactStiffness,
		substeps,
		...memory
	] = header;
	const vectors = memory
		.slice(-memoryVectors)
		.filter((isThere) => isThere === 1)
		.map(() => new Float64Array(vectorLength));
	const all = [...arrays, ...vectors];
	const expected = begin + 8 * all.reduce((n, a) => n + a.length, 0);
	if (bytes.length !== expected)
		throw new Error(
			`checkpoint: it has ${bytes.length} bytes where this scene needs ${expected}; it is cut off or of another scene`,
		);
	if (other !== modelFingerprint)
		throw new Error(
			"checkpoint: it is of another scene, with other elements, models or masses",
		);
	let at = begin;
	for (const array of all)
		for (let i = 0; i < array.length; i++, at += 8)
			array[i] = view.getFloat64(at, true);
	return {
		...{ time, step, contactStiffness, history: [lag, length] },
		...{ substeps, memory, vectors },
	};
}
