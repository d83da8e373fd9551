import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type AnyMaterial, materials } from "../../src/materials/index.ts";

const path = fileURLToPath(
	new URL("../../../../docs/materials.md", import.meta.url),
);

type Columns = Readonly<Record<string, (m: never) => string>>;

const number = (value: number): string =>
	value !== 0 && (value < 1e-3 || value >= 1e5)
		? value.toExponential().replace("+", "")
		: String(value);

/** A column of a property, in a unit. */
const value =
	<K extends string>(key: K, factor = 1) =>
	(m: Readonly<Record<K, number>>): string =>
		number(Number((factor * m[key]).toPrecision(3)));

const both =
	<K extends string>(...keys: readonly K[]) =>
	(m: Readonly<Record<K, number>>): string =>
		keys.map((key) => value(key)(m)).join(", ");

const density = { "ρ [kg/m³]": value("density") };
const solidModuli = {
	"E [Pa]": value("youngModulus"),
	ν: value("poissonRatio"),
};
const thickness = { "thickness [mm]": value("thickness", 1e3) };

const kinds: readonly [AnyMaterial["kind"], string, Columns][] = [
	[
		"fabric",
		"Fabrics",
		{
			"E warp, weft [N/m]": both("warpModulus2d", "weftModulus2d"),
			"stretched [N/m]": (m: { stretchedModuli2d?: readonly number[] }) =>
				m.stretchedModuli2d?.map(number).join(", ") ?? "",
			ν: value("poissonRatio"),
			"G [N/m]": value("shearModulus2d"),
			"D warp, weft [N·m]": both("warpRigidity", "weftRigidity"),
			"twist [N·m]": value("twistRigidity"),
			"friction [N], [N/m]": (m: {
				bendingHysteresis?: number;
				shearHysteresis?: number;
			}) =>
				[m.bendingHysteresis, m.shearHysteresis]
					.filter((force) => force !== undefined)
					.map(number)
					.join(", "),
			"ρ [kg/m²]": value("arealDensity"),
			...thickness,
		},
	],
	["sheet", "Sheets", { ...solidModuli, ...density, ...thickness }],
	["solid", "Solids", { ...solidModuli, ...density }],
	[
		"cord",
		"Cords",
		{
			"E [Pa]": value("youngModulus"),
			...density,
			"radius [mm]": value("radius", 1e3),
		},
	],
];

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function table(list: readonly AnyMaterial[], columns: Columns): string {
	const heads = ["name", ...Object.keys(columns), "", "basis"];
	return [
		row(heads),
		row(heads.map(() => "---")),
		...list.map((m) =>
			row([
				`\`${m.name}\``,
				...Object.values(columns).map((column) => column(m as never)),
				m.about,
				m.basis,
			]),
		),
	].join("\n");
}

const sources = (list: readonly AnyMaterial[]): string =>
	list.map((m) => `- \`${m.name}\`: ${m.source} _${m.note}_`).join("\n");

function section([kind, title, columns]: (typeof kinds)[number]): string {
	const list = Object.values(materials).filter((m) => m.kind === kind);
	return `## ${title}\n\n${table(list, columns)}\n\n${sources(list)}\n`;
}

// To write the page anew: npx vitest run packages/pliant/test/materials/page -u
test("docs/materials.md shows the materials as they are", async () => {
	const page = readFileSync(path, "utf8");
	const end = page.indexOf("-->\n");
	expect(end).toBeGreaterThan(0);
	const text = page.slice(0, end + 4);
	await expect(`${text}\n${kinds.map(section).join("\n")}`).toMatchFileSnapshot(
		path,
	);
});
