/** Who may import whom, in all of the repository: one list, and the function that finds what breaks it. */
import { dirname, join } from "node:path/posix";

interface Part {
	/** A folder, from the root of the repository. */
	readonly folder: string;
	/**
	 * The folders and files in it, each of which imports only itself and those before it. Without a list, files import each
	 * other as they like.
	 */
	readonly layers?: readonly string[];
	/** Packages of ours that it may import, through their entry points. */
	readonly uses: readonly string[];
}

export const parts: readonly Part[] = [
	{
		folder: "packages/pliant/src",
		uses: [],
		layers: [
			"checks.ts",
			"unknownNameError.ts",
			"defined.ts",
			"memoryError.ts",
			"numerics",
			"threads",
			"mesh",
			"voxels",
			"energy",
			"mappings",
			"models",
			"materials",
			"system",
			"testing",
			"points",
			"attachments",
			"constraints",
			"backends",
			"solvers",
			"frames",
			"rigid",
			"contact",
			"time",
			"scene",
			"simulation",
			"simulate.ts",
			"index.ts",
		],
	},
	{ folder: "packages/pliant/numerics", uses: [] },
	{
		folder: "packages/files/src",
		uses: ["pliant"],
		layers: [
			"zod.ts",
			"fileError.ts",
			"folder.ts",
			"attemptAll.ts",
			"meshes",
			"images",
			"results",
			"scene",
			"fields.ts",
			"sceneShot.ts",
			"recorder.ts",
			"index.ts",
		],
	},
	{
		folder: "packages/cli/src",
		uses: ["pliant", "@pliant/files"],
		layers: [
			"exitStatus.ts",
			"sharedWords.ts",
			"knownMass.ts",
			"usageError.ts",
			"io.ts",
			"version.ts",
			"wrapped.ts",
			"plot.ts",
			"benchOptions.ts",
			"runBench.ts",
			"completionScript.ts",
			"exampleScene.ts",
			"picture",
			"disk",
			"validate",
			"studio",
			"run",
			"mesh",
			"commands",
			"command.ts",
			"commandThread.ts",
			"main.ts",
		],
	},
	{ folder: "packages/cli/bin", uses: [] },
	{
		folder: "packages/three/src",
		uses: ["pliant"],
		layers: [
			"smoothCorners.ts",
			"meshSurface.ts",
			"surface.ts",
			"cables.ts",
			"bodyMesh.ts",
			"index.ts",
		],
	},
	{
		folder: "packages/studio/src",
		uses: ["pliant", "@pliant/files", "@pliant/three"],
		layers: [
			"vite.d.ts",
			"style.css",
			"protocol.ts",
			"dom.ts",
			"worker",
			"simulationClient.ts",
			"theme.ts",
			"gallery",
			"links.ts",
			"view",
			"picture.ts",
			"lane.ts",
			"ui",
			"main.ts",
		],
	},
	{
		folder: "packages/studio",
		uses: ["pliant", "@pliant/files", "@pliant/cli"],
	},
	{ folder: "validation", uses: ["pliant", "@pliant/files", "@pliant/cli"] },
	{ folder: "bench", uses: ["pliant"] },
	{ folder: "examples", uses: ["pliant"] },
];

/** The package of an import that is not a path: "@pliant/files" of "@pliant/files/x". */
const packageOf = (specifier: string): string =>
	specifier
		.split("/")
		.slice(0, specifier.startsWith("@") ? 2 : 1)
		.join("/");

const isOurs = (name: string): boolean =>
	name === "pliant" || name.startsWith("@pliant/");

/** What a source imports or exports again, types included. */
export function importsOf(source: string): string[] {
	const statements =
		/^\s*(?:import|export)\s(?:[\w\s{},*$]*?\sfrom\s)?\s*"([^"]+)"/gm;
	const calls = /\bimport\(\s*"([^"]+)"/g;
	return [statements, calls].flatMap((pattern) =>
		Array.from(source.matchAll(pattern), ([, specifier]) => specifier),
	);
}

/** What is wrong with the imports of a file, in a sentence for each: file, import and rule. */
export function brokenRules(file: string, source: string): string[] {
	const part = parts.find(({ folder }) => file.startsWith(`${folder}/`));
	if (!part)
		return [
			`${file} is in none of the folders of test/layers.ts; add its folder there, with what it may import`,
		];
	const { folder, layers } = part;
	const layerOf = (path: string) => path.slice(folder.length + 1).split("/")[0];
	const own = layerOf(file);
	if (layers && !layers.includes(own))
		return [
			`${file}: '${own}' is not in the layers of ${folder} in test/layers.ts; add it after all that it imports`,
		];
	return importsOf(source).flatMap((specifier) => {
		const broken = (rule: string) => [
			`${file} imports "${specifier}": ${rule}`,
		];
		if (!specifier.startsWith(".")) {
			const name = packageOf(specifier);
			return !isOurs(name) || part.uses.includes(name)
				? []
				: broken(
						`${folder} imports ${part.uses.join(" and ") || "no package"} of ours only`,
					);
		}
		const path = join(dirname(file), specifier);
		if (!path.startsWith(`${folder}/`))
			return broken(
				`it leaves ${folder}; others are imported as packages, through their entry points`,
			);
		const other = layerOf(path);
		if (!layers || layers.slice(0, layers.indexOf(own) + 1).includes(other))
			return [];
		return broken(
			`a layer imports only layers before it, and '${other}' is not before '${own}'`,
		);
	});
}
