import { Command } from "commander";
import { type AnyMaterial, material, materials } from "pliant/materials";
import { wrapped } from "../wrapped.ts";
import type { CommandMaker } from "./command.ts";

export const materialsCommand: CommandMaker = (io) =>
	new Command("materials")
		.summary("list materials, or show the values of some")
		.description(
			"Lists the materials, or shows the values and sources of some.",
		)
		.argument("[names...]", "only these, with values and sources")
		.option("--json", "as JSON, with values and sources")
		.addHelpText(
			"after",
			"\nExamples:\n  pliant materials\n  pliant materials silk denim\n",
		)
		.action((names: string[], { json }: { json?: boolean }) => {
			const chosen =
				names.length === 0 ? Object.values(materials) : names.map(material);
			io.stdout.write(
				json
					? `${JSON.stringify(chosen, null, "\t")}\n`
					: names.length > 0
						? chosen.map(described).join("\n")
						: listed(chosen),
			);
		});

function listed(all: readonly AnyMaterial[]): string {
	const width = Math.max(...all.map(({ name }) => name.length)) + 2;
	const kinds = [...new Set(all.map(({ kind }) => kind))];
	return kinds
		.map((kind) => {
			const lines = all
				.filter((m) => m.kind === kind)
				.map(({ name, about }) => `  ${name.padEnd(width)}${about}`);
			return `${kind}\n${lines.join("\n")}\n`;
		})
		.join("\n");
}

/** Units of the values that a material has. */
const units: Readonly<Record<string, string>> = {
	youngModulus: "Pa",
	warpModulus2d: "N/m",
	weftModulus2d: "N/m",
	stretchedModuli2d: "N/m",
	stretchedStrain: "1",
	poissonRatio: "1",
	shearModulus2d: "N/m",
	warpRigidity: "N·m",
	weftRigidity: "N·m",
	twistRigidity: "N·m",
	bendingHysteresis: "N",
	density: "kg/m³",
	arealDensity: "kg/m²",
	thickness: "m",
	radius: "m",
};

function described(material: AnyMaterial): string {
	const { name, kind, about, basis, source, note } = material;
	const values = Object.entries(material)
		.filter(([key]) => key in units)
		.map(([key, value]) => `    ${key.padEnd(20)}${value} ${units[key]}`);
	const lines = [
		`${name}  (${kind})`,
		...wrapped(about, "  "),
		...values,
		...wrapped(`${basis}: ${source}`, "  "),
		...wrapped(note, "  "),
	];
	return `${lines.join("\n")}\n`;
}
