import { FileError, imageFormats, readImage, readMesh } from "@pliant/files";
import { type Experiment, exact, told } from "../../experiment.ts";
import { seeded } from "../random.ts";
import { damaged } from "./mutations.ts";
import { readerSeeds, readFormats, type Seed } from "./seeds.ts";

/** Of docs/formats.md: [s], [bytes], and bytes per byte. */
const mostTime = 2;
const mostMemory = 300e6;
const memoryPerByte = 200;

/** Inputs of each format; filling outlines of an SVG takes longer than reading. */
const inputs = {
	full: { svg: 4000, others: 9000 },
	short: { svg: 20, others: 60 },
};

const imageNames = imageFormats.map(({ name }) => name);

interface Tally {
	inputs: number;
	read: number;
	crashes: string[];
	slow: string[];
	large: string[];
	longest: number;
	largest: number;
}

export const readers: Experiment = {
	id: "reliability/readers",
	paper: "reliability",
	figure: "damaged files",
	title:
		"Readers survive files that are damaged with knowledge of their structure",
	setup:
		"Valid files of every format that is read, most of them made by the library's writers, are damaged at random: numbers, counts, headers, lines and entries of JSON are replaced, repeated, nested or left out, and files end early. Each is read as a mesh or an image, or refused with a FileError.",
	run: async (form) => {
		const seeds = await readerSeeds();
		const tally: Tally = {
			...{ inputs: 0, read: 0, longest: 0, largest: 0 },
			...{ crashes: [], slow: [], large: [] },
		};
		for (const [number, format] of readFormats.entries()) {
			const own = seeds.filter((seed) => seed.format === format);
			const count = inputs[form][format === "svg" ? "svg" : "others"];
			for (let i = 0; i < count; i++)
				await attempt(own[i % own.length], 1e6 * number + i, tally);
		}
		const source = "docs/formats.md";
		const first = ([label]: readonly string[]) =>
			label === undefined ? "" : ` (first: ${label})`;
		return {
			rows: [
				exact(
					`inputs that neither were read nor refused${first(tally.crashes)}`,
					tally.crashes.length,
					{ atMost: 0, source },
				),
				exact(
					`inputs that took more than ${mostTime} s of a processor${first(tally.slow)}`,
					tally.slow.length,
					{ atMost: 0, source },
				),
				exact(
					`inputs that took more memory than they may${first(tally.large)}`,
					tally.large.length,
					{ atMost: 0, source },
				),
				told("inputs", tally.inputs, { source: "all formats" }),
				told("of them read", tally.read, { source: "the others were refused" }),
				told("longest time [s]", tally.longest, { source: "of one input" }),
				told("largest growth of memory [MB]", tally.largest / 1e6, {
					source: "of one input",
				}),
			],
		};
	},
};

async function attempt(
	{ format, files }: Seed,
	seed: number,
	tally: Tally,
): Promise<void> {
	const random = seeded(seed);
	const names = Object.keys(files);
	const target = random.of(names);
	const bytes = damaged(files[target], random);
	const contents: Record<string, Uint8Array> = { ...files, [target]: bytes };
	const source = {
		name: names[0],
		bytes: contents[names[0]],
		open: async (path: string) => {
			if (Object.hasOwn(contents, path)) return contents[path];
			throw new FileError(`${path}: does not exist`);
		},
	};
	const label = `${format} ${seed}`;
	const peak = 1024 * process.resourceUsage().maxRSS;
	const start = process.cpuUsage();
	try {
		if (imageNames.includes(format)) requireFinite(await readImage(source));
		else requireSound(await readMesh(source));
		tally.read++;
	} catch (error) {
		const isRefusal =
			error instanceof FileError && /^[^\n]+: [^\n]+$/.test(error.message);
		if (!isRefusal) tally.crashes.push(`${label}: ${error}`.slice(0, 200));
	}
	const { user, system } = process.cpuUsage(start);
	const time = (user + system) / 1e6;
	const grown = 1024 * process.resourceUsage().maxRSS - peak;
	if (time > mostTime) tally.slow.push(`${label}: ${time.toFixed(1)} s`);
	if (grown > mostMemory + memoryPerByte * bytes.length)
		tally.large.push(`${label}: ${Math.round(grown / 1e6)} MB`);
	tally.longest = Math.max(tally.longest, time);
	tally.largest = Math.max(tally.largest, grown);
	tally.inputs++;
}

function requireSound({ mesh }: Awaited<ReturnType<typeof readMesh>>): void {
	const count = mesh.positions.length / 3;
	const cells = [mesh.edges, mesh.triangles, mesh.tetrahedra, mesh.hexahedra];
	const isSound =
		mesh.positions.every(Number.isFinite) &&
		[...cells, ...Object.values(mesh.groups)].every((list) =>
			list.every((vertex) => vertex < count),
		);
	if (!isSound) throw new Error("the mesh is not sound");
}

function requireFinite({ image }: Awaited<ReturnType<typeof readImage>>): void {
	const [x, y, z] = image.counts;
	const isSound =
		image.values.length === x * y * z &&
		[...image.spacing, ...image.origin].every(Number.isFinite);
	if (!isSound) throw new Error("the image is not sound");
}
