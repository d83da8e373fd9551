import { readImage } from "@pliant/files";
import { gzipSync } from "fflate";
import { voxelSamples } from "pliant/frames";
import { imageVoxels } from "pliant/voxels";
import { describe, expect, test } from "vitest";
import { type Files, sourceOf } from "../meshes/sourceOf.ts";
import {
	imageSamples,
	niftiBytes,
	nrrdHeader,
	sampleValues,
} from "./imageSamples.ts";

describe("the same image from every format", () => {
	test.each(
		imageSamples.map((sample) => [
			`${sample.format}: ${sample.variant}`,
			sample,
		]),
	)("%s", async (_, { files }) => {
		const { image, axes, notes } = await readImage(sourceOf(files as Files));
		expect(image.counts).toEqual([3, 2, 2]);
		image.spacing.forEach((length, k) => {
			expect(length).toBeCloseTo([0.002, 0.003, 0.004][k], 12);
		});
		image.origin.forEach((c, k) => {
			expect(c).toBeCloseTo([-0.01, 0.02, 0.03][k], 9);
		});
		expect(axes).toEqual([
			[1, 0, 0],
			[0, 1, 0],
			[0, 0, 1],
		]);
		expect(Array.from(image.values)).toEqual(sampleValues);
		expect(notes).toEqual([]);
	});
});

test("an image becomes samples", async () => {
	const { image } = await readImage(sourceOf(imageSamples[0].files));
	const samples = voxelSamples(
		imageVoxels(image, { inside: 50, density: (value) => 900 + value }),
	);
	expect(samples.count).toBe(7);
	expect(samples.densities?.[0]).toBe(950);
	expect(samples.volumes[0]).toBeCloseTo(24e-9, 18);
});

describe("axes", () => {
	test("of an image that is turned in its space", async () => {
		const sform = [
			[0, 2, 0],
			[0, 0, 3],
			[4, 0, 0],
			[30, -10, 20],
		];
		const { image, axes } = await readImage(
			sourceOf({ "a.nii": niftiBytes({ sform }) }),
		);
		expect(axes).toEqual([
			[0, 1, 0],
			[0, 0, 1],
			[1, 0, 0],
		]);
		image.origin.forEach((c, k) => {
			expect(c).toBeCloseTo([-0.01, 0.02, 0.03][k], 9);
		});
	});
	test("that are skew are noted", async () => {
		const sform = [
			[2, 0, 0],
			[1, 3, 0],
			[0, 0, 4],
			[0, 0, 0],
		];
		const { notes } = await readImage(
			sourceOf({ "a.nii": niftiBytes({ sform }) }),
		);
		expect(notes).toEqual([
			"its axes are not at right angles; they are taken as if they were",
		]);
	});
});

describe("units", () => {
	test("of metres and micrometres, or as the caller says", async () => {
		const spacing = async (units: number, options = {}) =>
			(await readImage(sourceOf({ "a.nii": niftiBytes({ units }) }), options))
				.image.spacing[0];
		expect(await spacing(1)).toBe(2);
		expect(await spacing(3)).toBeCloseTo(2e-6, 15);
		expect(await spacing(1, { unit: 0.01 })).toBeCloseTo(0.02, 12);
	});
	test("are millimetres with a note where none are named", async () => {
		const nifti = await readImage(
			sourceOf({ "a.nii": niftiBytes({ units: 0 }) }),
		);
		expect(nifti.image.spacing[0]).toBe(0.002);
		expect(nifti.notes).toEqual([
			"it names no unit of length; millimetres were taken",
		]);
		const text = `${nrrdHeader("ascii").replace(/space units.*\n/, "")}\n${sampleValues.join("\n")}`;
		const nrrd = await readImage(sourceOf({ "a.nrrd": text }));
		expect(nrrd.notes).toEqual(nifti.notes);
	});
});

test("of several volumes the first is read", async () => {
	const dims = [4, 3, 2, 1, 2, 1, 1, 1];
	const { image, notes } = await readImage(
		sourceOf({ "a.nii": niftiBytes({ dims }) }),
	);
	expect(Array.from(image.values)).toEqual(sampleValues.slice(0, 6));
	expect(notes).toEqual(["of 2 volumes the first was read"]);
});

describe("refused", () => {
	const whole = niftiBytes();
	const nrrd = (
		change: (header: string) => string,
		data = "0 ".repeat(12),
	) => ({
		"a.nrrd": `${change(nrrdHeader("ascii"))}\n${data}`,
	});
	const cases: readonly [string, Files, RegExp][] = [
		[
			"a name that says nothing",
			{ "a.dcm": whole },
			/^a.dcm: the extension is not that of a 3D image; there are .nii, .nii.gz, .nrrd, .nhdr$/,
		],
		[
			"something else",
			{ "a.nii": "hello" },
			/^a.nii: does not start as NIfTI does, with 348 or 540/,
		],
		[
			"a header cut short",
			{ "a.nii": whole.slice(0, 200) },
			/^a.nii: ends after 200 of 348 bytes of header; the file is truncated$/,
		],
		[
			"values cut short",
			{ "a.nii": whole.slice(0, 360) },
			/^a.nii, byte 352: ends after 8 of 24 bytes of 12 values; the file is truncated or its counts are wrong$/,
		],
		[
			"compressed values cut short",
			{ "a.nii.gz": gzipSync(whole.slice(0, 360)) },
			/^a.nii.gz, byte 352: ends after 8 of 24 bytes of 12 values/,
		],
		[
			"damaged compression",
			{
				"a.nii.gz": Uint8Array.of(
					0x1f,
					0x8b,
					8,
					0,
					0,
					0,
					0,
					0,
					0,
					3,
					255,
					255,
					255,
					255,
				),
			},
			/^a.nii.gz: cannot be decompressed \(.*\); the file is damaged$/,
		],
		[
			"two files",
			{ "a.nii": niftiBytes({ magic: "ni1\0" }) },
			/^a.nii: its magic is "ni1\??" where "n\+1" is expected; NIfTI of two files/,
		],
		[
			"colours",
			{ "a.nii": niftiBytes({ datatype: 128 }) },
			/^a.nii: its values are of type 128; images of one integer or float per voxel/,
		],
		[
			"a size that is none",
			{ "a.nii": niftiBytes({ dims: [3, 3, -2, 2, 1, 1, 1, 1] }) },
			/^a.nii: the sizes are 3 × -2 × 2; each must be a whole number from 1 on$/,
		],
		[
			"more values than memory",
			{ "a.nii": niftiBytes({ dims: [3, 30000, 30000, 30000, 1, 1, 1, 1] }) },
			/^a.nii: 30000 × 30000 × 30000 values are more than 134217728; the header is damaged/,
		],
		[
			"more values than the file",
			{ "a.nii": niftiBytes({ dims: [3, 300, 300, 300, 1, 1, 1, 1] }) },
			/^a.nii, byte 352: ends after 24 of 54000000 bytes/,
		],
		[
			"more than a small file can inflate to",
			{
				"a.nii.gz": gzipSync(
					niftiBytes({
						version: 2,
						dims: [3, 500, 500, 500, 1, 1, 1, 1],
						datatype: 64,
						bytesPerValue: 8,
					}),
				),
			},
			/^a.nii.gz: \d+ compressed bytes are said to hold 1000000544, more than is likely/,
		],
		[
			"no spacing",
			{ "a.nii": niftiBytes({ spacing: [2, 0, 2] }) },
			/^a.nii: the spacing along axis 2 is 0; it must be positive$/,
		],
		[
			"another text",
			{ "a.nrrd": "P5 3 3 255" },
			/^a.nrrd: starts with "P5 3 3 2"; an NRRD file starts with NRRD0001 to NRRD0006$/,
		],
		[
			"a field left out",
			nrrd((h) => h.replace(/sizes.*\n/, "")),
			/^a.nrrd: its header has no "sizes"$/,
		],
		[
			"a line that is no field",
			nrrd((h) => h.replace("key:=value", "hello")),
			/^a.nrrd, line 14: "hello" is not a field of an NRRD header; expected "name: value"$/,
		],
		[
			"four axes",
			nrrd((h) => h.replace("dimension: 3", "dimension: 4")),
			/^a.nrrd: its dimension is 4; images of one value per voxel on 3 axes are read$/,
		],
		[
			"too few sizes",
			nrrd((h) => h.replace("3 2 2", "3 2")),
			/^a.nrrd: "sizes: 3 2" has 2 numbers where 3 are expected$/,
		],
		[
			"blocks",
			nrrd((h) => h.replace("short", "block")),
			/^a.nrrd: its values are of type "block"; integers and floats are read$/,
		],
		[
			"bzip2",
			nrrd((h) => h.replace("ascii", "bzip2")),
			/^a.nrrd: its encoding is "bzip2"; raw, gzip and ascii are read$/,
		],
		[
			"no byte order",
			nrrd((h) => h.replace("ascii", "raw").replace(/endian.*\n/, "")),
			/^a.nrrd: "endian" is ""; it must be little or big$/,
		],
		[
			"gzip that is none",
			nrrd((h) => h.replace("ascii", "gzip")),
			/its encoding is gzip, but its values do not start as gzip does/,
		],
		[
			"values cut short, as text",
			nrrd((h) => h, "1 2 3"),
			/^a.nrrd, line 1: 12 values: 12 numbers need at least 23 bytes, but 5 are left; the file is truncated or its counts are wrong$/,
		],
		[
			"many files",
			nrrd((h) => `${h}data file: a%03d.raw 1 2 1\n`),
			/^a.nrrd: its values are in several files \(a%03d.raw 1 2 1\); join them into one$/,
		],
		[
			"a direction without length",
			nrrd((h) => h.replace("(0,3,0)", "(0,0,0)")),
			/^a.nrrd: the spacing along axis 2 is 0; it must be positive$/,
		],
		[
			"skips backwards",
			nrrd((h) => `${h}byte skip: -1\n`),
			/^a.nrrd: "byte skip" is -1; only a whole number from 0 on is read$/,
		],
	];
	test.each(cases)("%s", async (_, files, message) => {
		await expect(readImage(sourceOf(files))).rejects.toThrow(message);
	});
	test("a unit that is none", async () => {
		await expect(
			readImage(sourceOf({ "a.nii": whole }), { unit: 0 }),
		).rejects.toThrow(
			"a.nii: unit is 0; it must be the metres of one unit, such as 0.001",
		);
	});
});
