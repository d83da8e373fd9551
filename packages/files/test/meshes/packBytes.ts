type Part =
	| string
	| Uint8Array
	| readonly [
			(
				| "Int8"
				| "Uint8"
				| "Int16"
				| "Uint16"
				| "Int32"
				| "Uint32"
				| "Float32"
				| "Float64"
				| "BigUint64"
			),
			...number[],
	  ];

const sizes = {
	Int8: 1,
	Uint8: 1,
	Int16: 2,
	Uint16: 2,
	Int32: 4,
	Uint32: 4,
	Float32: 4,
	Float64: 8,
	BigUint64: 8,
};

/** Bytes from texts, bytes and lists of numbers. */
export function packBytes(
	order: "little" | "big",
	...parts: Part[]
): Uint8Array {
	return Uint8Array.from(
		parts.flatMap((part) => {
			if (typeof part === "string") return [...new TextEncoder().encode(part)];
			if (part instanceof Uint8Array) return [...part];
			const [type, ...values] = part;
			const view = new DataView(new ArrayBuffer(sizes[type] * values.length));
			values.forEach((value, i) => {
				const at = sizes[type] * i;
				if (type === "BigUint64")
					view.setBigUint64(at, BigInt(value), order === "little");
				else view[`set${type}`](at, value, order === "little");
			});
			return [...new Uint8Array(view.buffer)];
		}),
	);
}

export const base64 = (bytes: Uint8Array) =>
	Buffer.from(bytes).toString("base64");
