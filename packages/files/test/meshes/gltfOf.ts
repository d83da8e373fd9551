/** A glTF in one text: accessors of f32, or u16 where they are indices or joints. */
export function gltfOf(
	accessors: readonly (readonly [type: string, values: readonly number[]])[],
	rest: object,
): string {
	const chunks: Uint8Array[] = [];
	const views: object[] = [];
	const described: object[] = [];
	let offset = 0;
	const widths: Record<string, number> = {
		SCALAR: 1,
		VEC3: 3,
		VEC4: 4,
		MAT4: 16,
	};
	for (const [kind, values] of accessors) {
		const isIndex = kind.endsWith("*");
		const type = kind.replace("*", "");
		const array = isIndex
			? Uint16Array.from(values)
			: Float32Array.from(values);
		const bytes = new Uint8Array(4 * Math.ceil(array.byteLength / 4));
		bytes.set(new Uint8Array(array.buffer));
		views.push({ buffer: 0, byteOffset: offset, byteLength: bytes.length });
		described.push({
			bufferView: views.length - 1,
			componentType: isIndex ? 5123 : 5126,
			count: values.length / widths[type],
			type,
		});
		chunks.push(bytes);
		offset += bytes.length;
	}
	const base64 = Buffer.concat(chunks).toString("base64");
	return JSON.stringify({
		asset: { version: "2.0" },
		scene: 0,
		scenes: [{ nodes: [0] }],
		accessors: described,
		bufferViews: views,
		buffers: [
			{
				byteLength: offset,
				uri: `data:application/octet-stream;base64,${base64}`,
			},
		],
		...rest,
	});
}
