/** Runs the built-in scene: simulates with a progress bar, writes the files, tells the result. */
import { join } from "node:path";
import { cellCount } from "pliant";
import { csv } from "./csv.ts";
import { type HangingCloth, hangingCloth } from "./hangingCloth.ts";
import { historyPlot } from "./historyPlot.ts";
import type { Io } from "./io.ts";
import { objText } from "./obj.ts";
import type { Options } from "./options.ts";
import { OutputFolder } from "./outputFolder.ts";
import { clothPicture } from "./picture/clothPicture.ts";
import { encodePng } from "./picture/png.ts";
import { formatFactor, ProgressBar } from "./progressBar.ts";
import { type Recording, record } from "./recording.ts";

const frameCount = 5;

export async function runHangingCloth(
	{ out, seconds, cells }: Pick<Options, "out" | "seconds" | "cells">,
	{ stdout, stderr, interrupt }: Io,
): Promise<void> {
	const folder = await OutputFolder.open(out);
	try {
		const cloth = hangingCloth(cells);
		const { sheet } = cloth;
		const bar = new ProgressBar(
			stderr,
			`hanging cloth: ${sheet.vertexCount} vertices, ${cellCount(sheet.mesh, "triangle")} triangles, ${seconds} s`,
		);
		let recording: Recording;
		let elapsed = 0;
		try {
			recording = await record(cloth, {
				seconds,
				frameCount,
				interrupt,
				onProgress: (progress) => bar.update(progress),
			});
		} finally {
			elapsed = bar.elapsed;
			bar.close();
		}
		if (!stderr.isTTY)
			stderr.write(`hanging cloth: done in ${elapsed.toFixed(1)} s\n`);
		const paths = await folder.write(resultFiles(cloth, recording));
		stdout.write(summary(cloth, recording, elapsed, paths, folder.path));
	} catch (error) {
		await folder.discard();
		throw error;
	}
}

function resultFiles(
	cloth: HangingCloth,
	{ history, frames }: Recording,
): Record<string, string | Uint8Array> {
	const { triangles } = cloth.sheet.mesh;
	const last = frames[frames.length - 1];
	const files: Record<string, string | Uint8Array> = {
		"picture.png": encodePng(clothPicture({ ...cloth, positions: last })),
		"plot.svg": historyPlot(history),
		"history.csv": csv(history, {
			time_s: (moment) => moment.time,
			kinetic_J: (moment) => moment.kinetic,
			elastic_J: (moment) => moment.elastic,
			load_J: (moment) => moment.load,
			sag_m: (moment) => moment.sag,
			newton_iterations: (moment) => moment.newtonIterations,
			linear_iterations: (moment) => moment.linearIterations,
		}),
		"cloth.obj": objText("cloth", last, triangles),
	};
	for (const [i, positions] of frames.entries())
		files[`cloth-${String(i).padStart(4, "0")}.obj`] = objText(
			"cloth",
			positions,
			triangles,
		);
	return files;
}

function summary(
	{ sheet, description }: HangingCloth,
	{ history }: Recording,
	elapsed: number,
	paths: readonly string[],
	folder: string,
): string {
	const { time, sag } = history[history.length - 1];
	const steps = history.length - 1;
	const lines = [
		"",
		`cloth      ${sheet.vertexCount} vertices, ${cellCount(sheet.mesh, "triangle")} triangles, ${sheet.mass.toPrecision(3)} kg, held at two corners`,
		`material   ${description}`,
		`simulated  ${time.toFixed(2)} s in ${steps} steps`,
		`took       ${elapsed.toFixed(1)} s: ${((1000 * elapsed) / steps).toFixed(0)} ms per step, ${formatFactor(time / elapsed)} real time`,
		`sag        ${sag.toFixed(3)} m`,
		"",
		...paths,
		"",
		`Look at it:  open ${join(folder, "picture.png")}`,
	];
	return `${lines.join("\n")}\n`;
}
