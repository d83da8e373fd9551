import { Command } from "commander";
import { colliderShapes, type ShapeParameters } from "pliant/colliders";
import { wrapped } from "../wrapped.ts";
import type { CommandMaker } from "./command.ts";

export const collidersCommand: CommandMaker = (io) =>
	new Command("colliders")
		.summary("list the shapes of colliders and their parameters")
		.description("Lists the shapes of colliders with their parameters.")
		.option("--json", "as JSON")
		.addHelpText("after", "\nExamples:\n  pliant colliders\n")
		.action(({ json }: { json?: boolean }) => {
			const shapes = colliderShapes.map(({ name, about, parameters }) => ({
				name,
				about,
				parameters: described(parameters),
			}));
			io.stdout.write(
				json
					? `${JSON.stringify(shapes, null, "\t")}\n`
					: shapes.map(listed).join("\n"),
			);
		});

/** As scene files have them, with angles in degrees. */
const described = (parameters: ShapeParameters) =>
	Object.entries(parameters).map(([name, p]) => ({
		name,
		unit: p.kind === "angles" ? "°" : p.unit,
		meaning: p.meaning,
		range: p.range,
		...("default" in p && { default: p.default }),
	}));

function listed(shape: {
	name: string;
	about: string;
	parameters: ReturnType<typeof described>;
}): string {
	const lines = shape.parameters.flatMap((p) =>
		wrapped(
			`${p.name} [${p.unit}]: ${p.meaning}, ${p.range}${p.default ? `, [${p.default.join(", ")}] by default` : ""}`,
			"    ",
			"      ",
		),
	);
	return `${[shape.name, ...wrapped(shape.about, "  "), ...lines].join("\n")}\n`;
}
