import type { FileError } from "../../fileError.ts";
import { ByteReader } from "../parts/byteReader.ts";
import { type NumberType, numberSizes } from "../parts/numberReader.ts";
import { quotable } from "../parts/textScanner.ts";
import { entry } from "./gltfJson.ts";
import type { OpenGltf } from "./openGltf.ts";

const componentTypes: Readonly<Record<number, NumberType>> = {
	5120: "int8",
	5121: "uint8",
	5122: "int16",
	5123: "uint16",
	5125: "uint32",
	5126: "float32",
};
/** What the largest integer of each kind stands for 1 of. */
const normalizedRange: Partial<Record<NumberType, number>> = {
	int8: 127,
	uint8: 255,
	int16: 32767,
	uint16: 65535,
};
const componentCounts = {
	SCALAR: 1,
	VEC2: 2,
	VEC3: 3,
	VEC4: 4,
	MAT4: 16,
} as const;

type ErrorOf = (message: string) => FileError;

/** The values of an accessor as numbers, `componentCounts[type]` for each of its elements. */
export function readAccessor(
	gltf: OpenGltf,
	index: number,
	type: keyof typeof componentCounts,
	errorOf: ErrorOf,
): Float64Array {
	const error: ErrorOf = (message) => errorOf(`accessor ${index}: ${message}`);
	const accessor = entry(gltf.json.accessors, index, "accessor", errorOf);
	if (accessor.type !== type) {
		throw error(`is of type ${quotable(accessor.type)}; it must be ${type}`);
	}
	const { bufferView, count, byteOffset, componentType, sparse } = accessor;
	if (bufferView === undefined) {
		throw error(
			"has no bufferView; if the file is compressed, write it without compression",
		);
	}
	const width = componentCounts[type];
	const values = readTuples(
		gltf,
		{ bufferView, byteOffset, componentType, count, width },
		error,
	);
	if (sparse) {
		if (sparse.count > count) {
			throw error(`replaces ${sparse.count} of ${count} elements`);
		}
		const indexType = componentTypes[sparse.indices.componentType];
		if (indexType === undefined || !/^uint/.test(indexType)) {
			throw error(
				`its sparse indices are of componentType ${sparse.indices.componentType}; they must be unsigned integers (5121, 5123 or 5125)`,
			);
		}
		const places = readTuples(
			gltf,
			{ ...sparse.indices, count: sparse.count, width: 1 },
			error,
		);
		const replaced = readTuples(
			gltf,
			{ ...sparse.values, componentType, count: sparse.count, width },
			error,
		);
		places.forEach((place, i) => {
			if (place >= count) {
				throw error(`replaces element ${place} of ${count}`);
			}
			values.set(replaced.subarray(width * i, width * (i + 1)), width * place);
		});
	}
	return accessor.normalized ? normalize(values, componentType) : values;
}

interface Tuples {
	readonly bufferView: number;
	readonly byteOffset: number;
	readonly componentType: number;
	readonly count: number;
	/** Components of each. */
	readonly width: number;
}

function readTuples(
	{ json, buffers }: OpenGltf,
	{ bufferView, byteOffset, componentType, count, width }: Tuples,
	error: ErrorOf,
): Float64Array {
	if (!Object.hasOwn(componentTypes, componentType)) {
		throw error(`componentType ${componentType} is not known`);
	}
	const type = componentTypes[componentType];
	const view = entry(json.bufferViews, bufferView, "bufferView", error);
	const buffer = entry(buffers, view.buffer, "buffer", error);
	if (view.byteOffset + view.byteLength > buffer.length) {
		throw error(
			`bufferView ${bufferView} ends at byte ${view.byteOffset + view.byteLength} of ${buffer.length}`,
		);
	}
	const size = width * numberSizes[type];
	const stride = view.byteStride ?? size;
	const needed = count === 0 ? 0 : byteOffset + stride * (count - 1) + size;
	if (needed > view.byteLength) {
		throw error(
			`${count} elements need ${needed} bytes, but bufferView ${bufferView} has ${view.byteLength}`,
		);
	}
	const reader = new ByteReader("", buffer, "little");
	const values = new Float64Array(width * count);
	for (let i = 0; i < count; i++) {
		reader.position = view.byteOffset + byteOffset + stride * i;
		for (let j = 0; j < width; j++) {
			values[width * i + j] = reader.number(type, "component");
		}
	}
	return values;
}

function normalize(values: Float64Array, componentType: number): Float64Array {
	const range = normalizedRange[componentTypes[componentType]] ?? 1;
	return values.map((value) => Math.max(value / range, -1));
}
