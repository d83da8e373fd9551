import { gzipSync } from "fflate";
import type { Files } from "../meshes/sourceOf.ts";

/** 3 × 2 × 2 values: 0 to 11, times ten. */
export const sampleValues = Array.from({ length: 12 }, (_, i) => 10 * i);

export interface NiftiParts {
	readonly version?: 1 | 2;
	readonly littleEndian?: boolean;
	readonly dims?: readonly number[];
	readonly datatype?: number;
	readonly spacing?: readonly number[];
	readonly origin?: readonly number[];
	readonly slope?: number;
	readonly intercept?: number;
	readonly units?: number;
	/** Columns of the sform, with the place of the first voxel last; by the quaternion of no turn where left out. */
	readonly sform?: readonly (readonly number[])[];
	readonly magic?: string;
	readonly write?: (view: DataView, at: number, value: number) => void;
	readonly bytesPerValue?: number;
}

/** A NIfTI file by the tables of nifti1.h and nifti2.h. */
export function niftiBytes(parts: NiftiParts = {}): Uint8Array {
	const {
		version = 1,
		littleEndian = true,
		dims = [3, 3, 2, 2, 1, 1, 1, 1],
		datatype = 4,
		spacing = [2, 3, 4],
		origin = [-10, 20, 30],
		slope = 0,
		intercept = 0,
		units = 2,
		sform,
		magic = version === 1 ? "n+1\0" : "n+2\0\r\n\x1a\n",
		bytesPerValue = 2,
		write = (view, at, value) => view.setInt16(at, value, littleEndian),
	} = parts;
	const start = version === 1 ? 352 : 544;
	const bytes = new Uint8Array(start + bytesPerValue * sampleValues.length);
	const view = new DataView(bytes.buffer);
	const setText = (at: number, text: string) =>
		bytes.set(
			Array.from(text, (c) => c.charCodeAt(0)),
			at,
		);
	const int32 = (at: number, value: number) =>
		view.setInt32(at, value, littleEndian);
	const int64 = (at: number, value: number) =>
		view.setBigInt64(at, BigInt(value), littleEndian);
	const int16 = (at: number, value: number) =>
		view.setInt16(at, value, littleEndian);
	const float = (at: number, value: number) =>
		version === 1
			? view.setFloat32(at, value, littleEndian)
			: view.setFloat64(at, value, littleEndian);
	const pixdim = [1, ...spacing, 0, 0, 0, 0];
	const rows = [0, 1, 2].map(
		(row) => sform?.map((column) => column[row]) ?? [],
	);
	if (version === 1) {
		int32(0, 348);
		dims.forEach((value, i) => {
			int16(40 + 2 * i, value);
		});
		int16(70, datatype);
		int16(72, 8 * bytesPerValue);
		pixdim.forEach((value, i) => {
			float(76 + 4 * i, value);
		});
		float(108, start);
		float(112, slope);
		float(116, intercept);
		view.setUint8(123, units);
		int16(252, sform ? 0 : 1);
		int16(254, sform ? 1 : 0);
		origin.forEach((value, i) => {
			float(268 + 4 * i, value);
		});
		rows.forEach((row, i) => {
			row.forEach((value, j) => {
				float(280 + 16 * i + 4 * j, value);
			});
		});
		setText(344, magic);
	} else {
		int32(0, 540);
		setText(4, magic);
		int16(12, datatype);
		int16(14, 8 * bytesPerValue);
		dims.forEach((value, i) => {
			int64(16 + 8 * i, value);
		});
		pixdim.forEach((value, i) => {
			float(104 + 8 * i, value);
		});
		int64(168, start);
		float(176, slope);
		float(184, intercept);
		int32(344, sform ? 0 : 1);
		int32(348, sform ? 1 : 0);
		origin.forEach((value, i) => {
			float(376 + 8 * i, value);
		});
		rows.forEach((row, i) => {
			row.forEach((value, j) => {
				float(400 + 32 * i + 8 * j, value);
			});
		});
		int32(500, units);
	}
	sampleValues.forEach((value, i) => {
		write(view, start + bytesPerValue * i, value);
	});
	return bytes;
}

const int16Bytes = (littleEndian: boolean) => {
	const bytes = new Uint8Array(2 * sampleValues.length);
	const view = new DataView(bytes.buffer);
	sampleValues.forEach((value, i) => {
		view.setInt16(2 * i, value, littleEndian);
	});
	return bytes;
};

const joined = (head: string, data: Uint8Array) =>
	Uint8Array.from([...new TextEncoder().encode(head), ...data]);

export const nrrdHeader = (encoding: string, more = "") =>
	`NRRD0004
# Complete NRRD file format specification at:
# http://teem.sourceforge.net/nrrd/format.html
type: short
dimension: 3
space: left-posterior-superior
sizes: 3 2 2
space directions: (2,0,0) (0,3,0) (0,0,4)
kinds: domain domain domain
endian: little
encoding: ${encoding}
space origin: (-10,20,30)
space units: "mm" "mm" "mm"
key:=value
${more}`;

/** The same image in every way that it can be written. */
export const imageSamples: readonly {
	readonly format: "nifti" | "nrrd";
	readonly variant: string;
	readonly files: Files;
}[] = [
	{
		format: "nifti",
		variant: "1, little-endian",
		files: { "a.nii": niftiBytes() },
	},
	{
		format: "nifti",
		variant: "1, big-endian",
		files: { "a.nii": niftiBytes({ littleEndian: false }) },
	},
	{
		format: "nifti",
		variant: "2",
		files: { "a.nii": niftiBytes({ version: 2 }) },
	},
	{
		format: "nifti",
		variant: "2, big-endian",
		files: { "a.nii": niftiBytes({ version: 2, littleEndian: false }) },
	},
	{
		format: "nifti",
		variant: "compressed",
		files: { "a.nii.gz": gzipSync(niftiBytes()) },
	},
	{
		format: "nifti",
		variant: "floats with a slope",
		files: {
			"a.nii": niftiBytes({
				datatype: 16,
				bytesPerValue: 4,
				slope: 10,
				intercept: 100,
				write: (view, at, value) => view.setFloat32(at, value / 10 - 10, true),
			}),
		},
	},
	{
		format: "nifti",
		variant: "with an sform",
		files: {
			"a.nii": niftiBytes({
				spacing: [1, 1, 1],
				sform: [
					[2, 0, 0],
					[0, 3, 0],
					[0, 0, 4],
					[-10, 20, 30],
				],
			}),
		},
	},
	{
		format: "nrrd",
		variant: "raw",
		files: { "a.nrrd": joined(`${nrrdHeader("raw")}\n`, int16Bytes(true)) },
	},
	{
		format: "nrrd",
		variant: "raw, big-endian, lines of DOS",
		files: {
			"a.nrrd": joined(
				`${nrrdHeader("raw")}\n`
					.replace("little", "big")
					.replaceAll("\n", "\r\n"),
				int16Bytes(false),
			),
		},
	},
	{
		format: "nrrd",
		variant: "gzip",
		files: {
			"a.nrrd": joined(`${nrrdHeader("gzip")}\n`, gzipSync(int16Bytes(true))),
		},
	},
	{
		format: "nrrd",
		variant: "ascii",
		files: { "a.nrrd": `${nrrdHeader("ascii")}\n${sampleValues.join(" ")}\n` },
	},
	{
		format: "nrrd",
		variant: "with a file of its own, after lines and bytes",
		files: {
			"a.nhdr": nrrdHeader(
				"raw",
				"data file: a.raw\nline skip: 1\nbyte skip: 2\n",
			),
			"a.raw": joined("a line\nxx", int16Bytes(true)),
		},
	},
	{
		format: "nrrd",
		variant: "with spacings",
		files: {
			"a.nrrd": joined(
				`${nrrdHeader("raw")
					.replace(/space directions.*/, "spacings: 2 3 4")
					.replace(/space: .*\n/, "")}\n`,
				int16Bytes(true),
			),
		},
	},
];
