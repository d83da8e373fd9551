/** Where a run stands, as a file: the state of the simulation to the last bit, and how far each output is. */
import { FileError } from "@pliant/files";

export interface RunCheckpoint {
	/** From `Simulation.checkpoint`. */
	readonly state: Uint8Array;
	/** From `Recorder.progress`. */
	readonly outputs: unknown;
}

const magic = "PLIANTRUN1\n";
const headLength = magic.length + 4;

/** The magic, the length of the JSON of the outputs, that JSON, the state. */
export function encodeRunCheckpoint({
	state,
	outputs,
}: RunCheckpoint): Uint8Array {
	const json = new TextEncoder().encode(JSON.stringify(outputs));
	const bytes = new Uint8Array(headLength + json.length + state.length);
	bytes.set(new TextEncoder().encode(magic));
	new DataView(bytes.buffer).setUint32(magic.length, json.length, true);
	bytes.set(json, headLength);
	bytes.set(state, headLength + json.length);
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
		refuse("is no checkpoint of a run, or one of another version");
	if (bytes.length < headLength) refuse("is cut off");
	const view = new DataView(bytes.buffer, bytes.byteOffset);
	const length = view.getUint32(magic.length, true);
	if (headLength + length > bytes.length) refuse("is cut off");
	const json = bytes.subarray(headLength, headLength + length);
	try {
		return {
			outputs: JSON.parse(new TextDecoder().decode(json)),
			state: bytes.slice(headLength + length),
		};
	} catch {
		return refuse("is damaged");
	}
}
