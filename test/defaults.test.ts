/** What users get by default is what is validated: experiments, examples and benchmarks run with default settings, unless a setting is their subject. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
const folders = [
	"validation",
	"examples",
	"bench",
	"packages/studio/gallery",
] as const;

/** Settings of how time is stepped and solved. `tolerance` is missing: it needs one of these, and others have tolerances, too. */
const settings = [
	"timeStep",
	"substeps",
	"accuracy",
	"interactive",
	"integrator",
	"solver",
	"newtonIterations",
	"linearTolerance",
	"mustConverge",
];

/** Files that need settings of their own, and why. */
const exceptions: Readonly<Record<string, string>> = {
	"bench/fabricsProbe.mjs": "its reference is far finer than accuracy asks for",
	"bench/peers/pliant.mjs":
		"one linear system per step, as much work as other engines do, beside defaults",
	"bench/stepRow.mjs": "measures how linear systems are solved",
	"bench/subjects.mjs": "measures parts of a step of one linear system",
	"examples/15-pendulum.mjs": "small swings need a finer accuracy",
	"validation/gilles/table-1/stepCosts.ts":
		"times the steps of the paper, of one linear system each",
	"validation/motion/accuracy/experiment.ts":
		"accuracy is its subject, and references have short steps of another method",
	"validation/motion/fabrics/makeReference.ts":
		"makes the reference for default settings: other integrators in far shorter steps",
	"validation/reliability/scale/experiment.ts":
		"compares scales to six digits, farther than motion is solved",
	"validation/reliability/scenes/randomScene.ts":
		"random settings are its subject",
	"validation/vangelder/speed/experiment.ts":
		"compares the costs of steps that do the same, one linear system each",
	"validation/volino/bentSheet.ts":
		"reads forces from what one explicit step makes of them",
	"validation/volino/step-rate/experiment.ts":
		"times the steps of the paper, of one linear system each",
};

/** Returns the settings that a source gives, as keys of objects. */
function settingsIn(source: string): string[] {
	const code = source
		.replace(/\/\*.*?\*\//gs, "")
		.replace(/\/\/.*/g, "")
		.replace(/^(import|export) [^;]*?from[^;]*;/gms, "");
	const keys = new RegExp(
		`(?:(?<!\\$)[{,]|^)\\s*"?(${settings.join("|")})"?\\s*(?=[:,}])`,
		"gm",
	);
	return [...new Set(Array.from(code.matchAll(keys), ([, name]) => name))];
}

const sources = folders.flatMap((folder) =>
	readdirSync(root + folder, { recursive: true, encoding: "utf8" })
		.filter((path) => /(?<!\.d)\.(ts|mjs|jsonc)$/.test(path))
		.filter((path) => !/(^|\/)(dist|node_modules)\//.test(path))
		.map((path) => `${folder}/${path.replaceAll("\\", "/")}`),
);

test("files take default settings, except those that are listed with a reason", () => {
	expect(sources.length).toBeGreaterThan(200);
	const found = sources.flatMap((file) => {
		const names = settingsIn(readFileSync(root + file, "utf8"));
		return names.length > 0 ? [`${file}: ${names.join(", ")}`] : [];
	});
	const files = found.map((line) => line.split(":")[0]);
	expect(
		found.filter((line) => !(line.split(":")[0] in exceptions)),
		"leave these settings out, or add the file to the exceptions with its reason",
	).toEqual([]);
	expect(
		Object.keys(exceptions).filter((file) => !files.includes(file)),
		"these need no exception any more",
	).toEqual([]);
});

test.each([
	["simulate(scene, { timeStep: 0.01 })", ["timeStep"]],
	["const options = {\n\tsubsteps,\n\tsolver,\n};", ["substeps", "solver"]],
	['"simulation": { "accuracy": 1e-4 }', ["accuracy"]],
	["// { timeStep: 1 }\n/** { solver: 2 } */", []],
	['import { timeStep } from "./timeStep.ts";', []],
	["simulation.timeStep, settings.accuracy", []],
	["simulation.solveStatics({ tolerance: 1e-9 })", []],
])("in %j it finds %j", (source, names) =>
	expect(settingsIn(source)).toEqual(names),
);
