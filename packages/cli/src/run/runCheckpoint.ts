/** Where a run stands, as a file: the state of the simulation to the last bit, how far each output is, and what scene it is of. */
import { createHash } from "node:crypto";
import { FileError } from "@pliant/files";
import type { SceneFingerprint } from "./sceneFingerprint.ts";

export interface RunCheckpoint {
	/** From `Simulation.checkpoint`. */
	readonly state: Uint8Array;
	/** From `Recorder.progress` and `History.progress`. */
	readonly outputs: unknown;
	readonly history: unknown;
	readonly scene: SceneFingerprint;
}

const magic = "PLIANTRUN2\n";
const headLength = magic.length + 4;
const checksumLength = 32;

/** The magic, the length of the JSON, the JSON of all but the state, the state, and SHA-256 of everything before. */
export function encodeRunCheckpoint({
	state,
	...others
}: RunCheckpoint): Uint8Array {
	const json = new TextEncoder().encode(JSON.stringify(others));
	const end = headLength + json.length + state.length;
	const bytes = new Uint8Array(end + checksumLength);
	bytes.set(new TextEncoder().encode(magic));
	new DataView(bytes.buffer).setUint32(magic.length, json.length, true);
	bytes.set(json, headLength);
	bytes.set(state, headLength + json.length);
	bytes.set(checksum(bytes.subarray(0, end)), end);
	return bytes;
}

export function decodeRunCheckpoint(
	bytes: Uint8Array,
	file: string,
): RunCheckpoint {
	const refuse = (what: string): never => {
		throw new FileError(`${file}: ${what}; run the scene from the start`);
	};
	if (new TextDecoder().decode(bytes.subarray(0, magic.length)) !== magic)
		refuse("is not a checkpoint of a run, or is one of another version");
	const end = bytes.length - checksumLength;
	if (end < headLength) refuse("is cut off");
	if (Buffer.compare(checksum(bytes.subarray(0, end)), bytes.subarray(end)))
		refuse("is damaged");
	const view = new DataView(bytes.buffer, bytes.byteOffset);
	const stateAt = headLength + view.getUint32(magic.length, true);
	const json = new TextDecoder().decode(bytes.subarray(headLength, stateAt));
	return {
		...JSON.parse(json),
		state: Uint8Array.from(bytes.subarray(stateAt, end)),
	};
}

const checksum = (bytes: Uint8Array): Uint8Array =>
	createHash("sha256").update(bytes).digest();
