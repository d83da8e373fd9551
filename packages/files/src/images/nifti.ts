/** NIfTI-1 and NIfTI-2, compressed or not, of one file. The header is read by nifti-reader-js; what it claims is checked here. */
import { NIFTI1, NIFTI2 } from "nifti-reader-js";
import { FileError } from "../fileError.ts";
import { ByteReader } from "../meshes/parts/byteReader.ts";
import { type NumberType, numberSizes } from "../meshes/parts/numberReader.ts";
import { gunzip, isGzip } from "./gunzip.ts";
import type {
	ImageFile,
	ImageFormat,
	ImageOptions,
	ImageSource,
} from "./imageFormat.ts";
import { checkedCounts, readValues } from "./imageValues.ts";
import { placement } from "./placement.ts";

export const nifti: ImageFormat = {
	name: "nifti",
	about: "NIfTI-1 and NIfTI-2, compressed or not",
	extensions: [".nii", ".nii.gz"],
	read: async (source, options) => readNifti(source, options),
};

const headerLengths = { 1: 348, 2: 540 } as const;

const types: Readonly<Record<number, NumberType>> = {
	2: "uint8",
	4: "int16",
	8: "int32",
	16: "float32",
	64: "float64",
	256: "int8",
	512: "uint16",
	768: "uint32",
	1024: "int64",
	1280: "uint64",
};

/** Metres per unit, by the lower bits of xyzt_units. */
const units: Readonly<Record<number, number>> = { 1: 1, 2: 1e-3, 3: 1e-6 };

function readNifti(
	{ name, bytes }: ImageSource,
	options: ImageOptions,
): ImageFile {
	const isPacked = isGzip(bytes);
	const start = isPacked ? gunzip(name, bytes, headerLengths[2]) : bytes;
	const header = readHeader(name, start);
	const counts = checkedCounts(
		name,
		[1, 2, 3].map((axis) => (header.dims[0] >= axis ? header.dims[axis] : 1)),
	);
	const type = types[header.datatypeCode];
	if (!type) {
		throw new FileError(
			`${name}: its values are of type ${header.datatypeCode}; images of one integer or float per voxel are read (codes ${Object.keys(types).join(", ")})`,
		);
	}
	const notes: string[] = [];
	const volumes = header.dims.slice(4, header.dims[0] + 1);
	if (volumes.some((count) => count > 1))
		notes.push(`of ${volumes.join(" × ")} volumes the first was read`);

	const offset = header.vox_offset;
	if (!(Number.isInteger(offset) && offset >= headerLengths[1])) {
		throw new FileError(
			`${name}: values are said to start at byte ${offset}; they start after the header, at a whole number`,
		);
	}
	const count = counts[0] * counts[1] * counts[2];
	const data = isPacked
		? gunzip(name, bytes, offset + count * numberSizes[type])
		: bytes;
	const order = header.littleEndian ? "little" : "big";
	const reader = new ByteReader(name, data, order, offset);
	const scale =
		header.scl_slope !== 0 &&
		Number.isFinite(header.scl_slope) &&
		Number.isFinite(header.scl_inter)
			? { slope: header.scl_slope, intercept: header.scl_inter }
			: undefined;
	const unitCode = header.xyzt_units & 7;
	if (!(unitCode in units) && options.unit === undefined)
		notes.push("it names no unit of length; millimetres were taken");
	const unit = options.unit ?? units[unitCode] ?? 1e-3;
	const affine = affineOf(header);
	const { spacing, origin, axes, ...placed } = placement(
		name,
		[0, 1, 2].map((axis) => [
			affine[0][axis],
			affine[1][axis],
			affine[2][axis],
		]),
		[affine[0][3], affine[1][3], affine[2][3]],
		unit,
	);
	const values = readValues(reader, count, type, scale);
	return {
		image: { counts, spacing, origin, values },
		axes,
		notes: [...notes, ...placed.notes],
	};
}

function readHeader(name: string, start: Uint8Array): NIFTI1 | NIFTI2 {
	const version = versionOf(start);
	if (version === undefined) {
		throw new FileError(
			`${name}: does not start as NIfTI does, with 348 or 540; it must be a NIfTI file`,
		);
	}
	const length = headerLengths[version];
	if (start.length < length) {
		throw new FileError(
			`${name}: ends after ${start.length} of ${length} bytes of header; the file is truncated`,
		);
	}
	const header = version === 1 ? new NIFTI1() : new NIFTI2();
	// Without what follows the header, so that the library does not look for extensions there.
	header.readHeader(start.slice(0, length).buffer);
	if (!header.magic.startsWith("n+")) {
		throw new FileError(
			`${name}: its magic is "${header.magic.replace(/[^\x20-\x7e]/g, "?")}" where "n+${version}" is expected; NIfTI of two files (.hdr and .img) is not read, convert it to .nii`,
		);
	}
	return header;
}

/** Rows of the matrix from the places of values to the file's space. The library works it out for version 1 only. */
function affineOf(header: NIFTI1 | NIFTI2): readonly (readonly number[])[] {
	if (header instanceof NIFTI1 || header.sform_code > 0) return header.affine;
	const [, x, y, z] = header.pixDims;
	const isTurned = header.qform_code > 0 && x > 0 && y > 0 && z > 0;
	if (isTurned) return header.getQformMat();
	return [
		[x, 0, 0, 0],
		[0, y, 0, 0],
		[0, 0, z, 0],
	];
}

/** By the length of the header, the first four bytes in either order. */
function versionOf(start: Uint8Array): 1 | 2 | undefined {
	if (start.length < 4) return undefined;
	const view = new DataView(start.buffer, start.byteOffset);
	for (const version of [1, 2] as const)
		for (const littleEndian of [true, false])
			if (view.getInt32(0, littleEndian) === headerLengths[version])
				return version;
	return undefined;
}
