import { Command } from "commander";
import { UnknownNameError } from "pliant";
import { namedModels, type Parameter } from "pliant/models";
import { wrapped } from "../wrapped.ts";
import type { CommandMaker } from "./command.ts";

export const modelsCommand: CommandMaker = (io) =>
	new Command("models")
		.summary("list models, or show the parameters and papers of some")
		.description(
			"Lists the models, or shows the parameters, units and papers of some.",
		)
		.argument("[names...]", "only these, with parameters and papers")
		.option("--json", "as JSON, with parameters and papers")
		.addHelpText(
			"after",
			"\nExamples:\n  pliant models\n  pliant models trbs morley-bending\n",
		)
		.action((names: string[], { json }: { json?: boolean }) => {
			const known = namedModels.map(({ name }) => name);
			for (const name of names)
				if (!known.includes(name))
					throw new UnknownNameError("model", name, known);
			const chosen = namedModels
				.filter(({ name }) => names.length === 0 || names.includes(name))
				.map(({ name, about, source, domain, parameters }) => ({
					name,
					about,
					...(source && { source }),
					elements: domain,
					parameters: Object.entries(parameters).map(([name, p]) => ({
						name,
						unit: p.unit,
						meaning: p.meaning,
						range: p.range,
						typical: p.typical,
						...(p.default !== undefined && { default: p.default }),
					})),
				}));
			io.stdout.write(
				json
					? `${JSON.stringify(chosen, null, "\t")}\n`
					: names.length > 0
						? chosen.map(described).join("\n")
						: listed(chosen),
			);
		});

type Described = {
	name: string;
	about: string;
	source?: string;
	elements: string;
	parameters: (Pick<
		Parameter,
		"unit" | "meaning" | "range" | "typical" | "default"
	> & {
		name: string;
	})[];
};

function listed(all: readonly Described[]): string {
	const width = Math.max(...all.map(({ name }) => name.length)) + 2;
	const kinds = [...new Set(all.map(({ elements }) => elements))];
	return kinds
		.map((kind) => {
			const lines = all
				.filter(({ elements }) => elements === kind)
				.flatMap(({ name, about }) =>
					wrapped(about, `  ${name.padEnd(width)}`, `  ${"".padEnd(width)}`),
				);
			return `${kind} elements\n${lines.join("\n")}\n`;
		})
		.join("\n");
}

function described({ name, about, source, elements, parameters }: Described) {
	const lines = [
		`${name}  (${elements} elements)`,
		...wrapped(about, "  "),
		...(source ? wrapped(source, "  ") : []),
		...parameters.flatMap((p) =>
			wrapped(
				`${p.name} [${p.unit}]: ${p.meaning}, ${p.range}${p.default === undefined ? "" : `, ${p.default} by default`}; ${p.typical} for example`,
				"    ",
				"      ",
			),
		),
	];
	return `${lines.join("\n")}\n`;
}
