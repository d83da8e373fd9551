/** The present state, or what was recorded, as a file. */
import { resultFormats } from "@pliant/files";
import { Body } from "pliant";
import { memoryFolder } from "./memoryFolder.ts";
import type { Session } from "./session.ts";

export async function exportFile(
	session: Session,
	format: "glb" | "csv",
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
	const name = session.source.name.replace(/\.[^.]*$/, "") || "scene";
	const { moments } = session.recording;
	if (format === "csv") {
		const rows = moments.map(({ time, energies: e }) =>
			[time, e.kinetic, e.elastic, e.load].join(","),
		);
		const text = `time [s],kinetic energy [J],elastic energy [J],load energy [J]\n${rows.join("\n")}\n`;
		return { name: `${name}.csv`, bytes: new TextEncoder().encode(text) };
	}
	const glb = resultFormats.find((one) => one.name === "glb");
	if (!glb) throw new Error("studio: there is no glb among the formats");
	const { folder, files } = memoryFolder();
	const bodies = session.loaded.bodies.map((body) => ({
		name: body.name,
		mesh: (body instanceof Body ? body.skin?.mesh : undefined) ?? body.mesh,
	}));
	const writer = await glb.open({ folder, name, bodies });
	for (const [step, { time, shapes }] of moments.entries())
		await writer.add({
			step,
			time,
			bodies: shapes.map((positions) => {
				const whole = Float64Array.from(positions);
				return { positions: whole, velocities: whole, fields: [] };
			}),
		});
	await writer.close({ complete: true });
	return {
		name: `${name}.glb`,
		bytes: files.get(`${name}.glb`) ?? new Uint8Array(),
	};
}
