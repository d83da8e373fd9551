import type { OutputFolder } from "../folder.ts";
import { createWhole } from "./createWhole.ts";
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
	const before =
		lengthBefore === 0
			? encoder.encode(head)
			: await folder.read(path, 0, lengthBefore);
	// Never without its end, not even for a moment.
	await createWhole(folder, path, async (file) => {
		await file.write(before);
		await file.write(encoder.encode(tail));
	});
	const file = await folder.extend(path, before.length + tail.length);
	let length = before.length;
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
