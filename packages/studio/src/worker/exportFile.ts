/** The present state, or what was recorded, as a file. */
import { resultFormats } from "@pliant/files";
import { zipSync } from "fflate";
import { Body } from "pliant";
import type { ExportFormat } from "../protocol.ts";
import { memoryFolder } from "./memoryFolder.ts";
import type { Session } from "./session.ts";

interface ExportedFile {
	readonly name: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

export async function exportFile(
	session: Session,
	format: ExportFormat,
): Promise<ExportedFile> {
	const name = session.source.name.replace(/\.[^.]*$/, "") || "scene";
	if (format === "csv") return energies(session, name);
	const files = await recorded(session, name, format);
	if (format === "glb") {
		const bytes = files.get(`${name}.glb`) ?? new Uint8Array();
		return { name: `${name}.glb`, bytes };
	}
	const bytes = zipSync(Object.fromEntries(files), { level: 1 });
	return { name: `${name}.zip`, bytes: bytes as Uint8Array<ArrayBuffer> };
}

function energies({ recording }: Session, name: string): ExportedFile {
	const rows = recording.moments.map(({ time, energies: e }) =>
		[time, e.kinetic, e.elastic, e.load].join(","),
	);
	const text = `time [s],kinetic energy [J],elastic energy [J],load energy [J]\n${rows.join("\n")}\n`;
	return { name: `${name}.csv`, bytes: new TextEncoder().encode(text) };
}

/** All moments so far, in files of a format. */
async function recorded(
	{ loaded, recording }: Session,
	name: string,
	format: "glb" | "vtu",
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
	const writerOf = resultFormats.find((one) => one.name === format);
	if (!writerOf) throw new Error(`studio: there is no format ${format}`);
	const { folder, files } = memoryFolder();
	const bodies = loaded.bodies.map((body) => {
		const appearance = loaded.appearances.get(body.name);
		const skin = body instanceof Body ? body.skin?.mesh : undefined;
		return {
			name: body.name,
			mesh: skin ?? body.mesh,
			...(appearance && { appearance }),
		};
	});
	const obstacles = loaded.scene.colliders;
	const writer = await writerOf.open({ folder, name, bodies, obstacles });
	for (const [step, { time, shapes }] of recording.moments.entries())
		await writer.add({
			step,
			time,
			bodies: shapes.map((positions) => {
				const whole = Float64Array.from(positions);
				const velocities = new Float64Array(whole.length);
				return { positions: whole, velocities, fields: [] };
			}),
		});
	await writer.close({ complete: true });
	return files;
}
