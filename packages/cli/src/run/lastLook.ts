import {
	type FieldColors,
	fieldColors,
	type LoadedScene,
	type OutputFolder,
	type SceneShot,
	sceneShot,
} from "@pliant/files";
import type { Simulation } from "pliant";
import type { History } from "./history.ts";
import { historyPlot } from "./historyPlot.ts";

/** Those that the scene's outputs ask for. */
export function outputColors(
	{ outputs, bodies }: LoadedScene,
	simulation: Simulation,
): (FieldColors & { readonly name: string }) | undefined {
	const name = outputs.find(({ color }) => color)?.color;
	return name && { name, ...fieldColors(simulation, bodies, name) };
}

/** Writes a picture of the final state, with marks where surfaces touch if that is asked for, and a plot of the energies. */
export async function lastLook(
	folder: OutputFolder,
	run: {
		readonly loaded: LoadedScene;
		readonly simulation: Simulation;
		readonly history: History;
	},
	{
		contacts,
		draw,
	}: {
		readonly contacts: boolean;
		/** Makes a PNG. */
		readonly draw: (shot: SceneShot) => Promise<Uint8Array>;
	},
): Promise<void> {
	const { loaded, simulation, history } = run;
	const shot = sceneShot(loaded, simulation, {
		colors: outputColors(loaded, simulation)?.of,
		marks: (contacts ? simulation.contactPlaces() : []).map(
			({ between, position }) => ({
				name: between.toSorted().join(" and "),
				position,
			}),
		),
	});
	const files = {
		"picture.png": await draw(shot),
		"plot.svg": new TextEncoder().encode(
			historyPlot(loaded.title ?? "Energies", history.moments),
		),
	};
	for (const [name, bytes] of Object.entries(files)) {
		const file = await folder.create(name);
		await file.write(bytes);
		await file.close();
	}
}
