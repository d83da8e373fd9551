import {
	type FieldColors,
	fieldColors,
	type LoadedScene,
	type OutputFolder,
} from "@pliant/files";
import { Body, type Simulation } from "pliant";
import { encodePng } from "../picture/png.ts";
import { scenePicture } from "../picture/scenePicture.ts";
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
	{ contacts = false }: { readonly contacts?: boolean } = {},
): Promise<void> {
	const { loaded, simulation, history } = run;
	const colors = outputColors(loaded, simulation);
	const picture = scenePicture(
		loaded.bodies.map((body) =>
			body instanceof Body && body.skin
				? {
						mesh: body.skin.mesh,
						positions: simulation.skin(body).positions,
						held: [],
						isSolid: true,
						colors: colors?.of.get(body),
					}
				: {
						mesh: body.mesh,
						positions: simulation.positions(body),
						held: body instanceof Body ? [...body.constraints.keys()] : [],
						isSolid: !(body instanceof Body),
						colors: colors?.of.get(body),
					},
		),
		loaded.scene.colliders.flatMap(
			(collider) => collider.surfaceAt(simulation.time) ?? [],
		),
		{
			marks: (contacts ? simulation.contactPlaces() : []).map(
				({ between, position }) => ({
					name: between.toSorted().join(" and "),
					position,
				}),
			),
		},
	);
	const files = {
		"picture.png": encodePng(picture),
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
