import type { OutputFolder } from "../folder.ts";
import { escapeXml } from "./escapeXml.ts";

const head = `<?xml version="1.0"?>
<VTKFile type="Collection" version="1.0" byte_order="LittleEndian">
<Collection>
`;
const tail = "</Collection>\n</VTKFile>\n";

/** A file of a collection. */
export interface PvdEntry {
	/** [s] */
	readonly time: number;
	/** The number of the body, and its name. */
	readonly part: number;
	readonly name: string;
	/** Relative to the collection. */
	readonly path: string;
}

/** ParaView's list of files with their times, in which new entries go before the closing tags; so it is whole after each. */
export interface Pvd {
	add(entries: readonly PvdEntry[]): Promise<void>;
	sync(): Promise<void>;
	close(): Promise<void>;
	/** Bytes before the closing tags. */
	length(): number;
}

/** Goes on after `lengthBefore` bytes; 0 starts anew. */
export async function openPvd(
	folder: OutputFolder,
	path: string,
	lengthBefore: number,
): Promise<Pvd> {
	const encoder = new TextEncoder();
	const file = await folder.extend(path, lengthBefore);
	const start = lengthBefore === 0 ? head : "";
	await file.write(encoder.encode(start + tail));
	let length = lengthBefore + start.length;
	return {
		async add(entries) {
			const lines = entries.map(
				({ time, part, name, path }) =>
					`<DataSet timestep="${time}" part="${part}" name="${escapeXml(name)}" file="${escapeXml(path)}"/>\n`,
			);
			const bytes = encoder.encode(lines.join("") + tail);
			try {
				// At once: a program that is killed between two writes would leave a list without its end.
				await file.writeAt(length, bytes);
			} catch (error) {
				await file.writeAt(length, encoder.encode(tail));
				throw error;
			}
			length += bytes.length - tail.length;
		},
		sync: () => file.sync(),
		close: () => file.close(),
		length: () => length,
	};
}
