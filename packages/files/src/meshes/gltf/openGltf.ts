import { FileError } from "../../fileError.ts";
import type { MeshSource } from "../meshFormat.ts";
import { ByteReader } from "../parts/byteReader.ts";
import { decodeBase64 } from "../parts/decodeBase64.ts";
import { quotable, requireText } from "../parts/textScanner.ts";
import { type GltfJson, gltfJson } from "./gltfJson.ts";

export interface OpenGltf {
	readonly json: GltfJson;
	/** The bytes of every buffer, as long as the JSON declares or longer. */
	readonly buffers: readonly Uint8Array[];
}

/** The JSON and the buffers of a .glb or .gltf. */
export async function openGltf(source: MeshSource): Promise<OpenGltf> {
	const { text, binary } = isGlb(source.bytes)
		? splitGlb(source)
		: { text: source.bytes, binary: undefined };
	requireText(source.name, text, "glTF");
	const json = parseJson(source.name, text);
	const buffers: Uint8Array[] = [];
	for (const [i, { uri, byteLength }] of json.buffers.entries()) {
		const where = `${source.name}, buffer ${i}`;
		const bytes =
			uri === undefined
				? i === 0
					? binary
					: undefined
				: await openUri(where, uri, byteLength, source.open);
		if ((bytes?.length ?? -1) < byteLength) {
			throw new FileError(
				`${where}: has ${bytes?.length ?? 0} of ${byteLength} bytes; the file is truncated or its buffer is missing`,
			);
		}
		if (bytes) buffers.push(bytes);
	}
	return { json, buffers };
}

const magic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;

function isGlb(bytes: Uint8Array): boolean {
	const reader = new ByteReader("", bytes, "little");
	return bytes.length >= 4 && reader.number("uint32", "") === magic;
}

/** A header of 12 bytes, then chunks with their length and kind before them. */
function splitGlb({ name, bytes }: MeshSource): {
	text: Uint8Array;
	binary: Uint8Array | undefined;
} {
	const reader = new ByteReader(name, bytes, "little", 4);
	const version = reader.number("uint32", "version");
	if (version !== 2)
		throw reader.error(`glTF of version ${version} is not read; 2.0 is`);
	reader.number("uint32", "length");
	const chunks = new Map<number, Uint8Array>();
	while (reader.left > 0) {
		const length = reader.number("uint32", "length of a chunk");
		const kind = reader.number("uint32", "kind of a chunk");
		const start = reader.position;
		reader.skip(length, "a chunk");
		if (!chunks.has(kind))
			chunks.set(kind, bytes.subarray(start, start + length));
	}
	const text = chunks.get(jsonChunk);
	if (!text) throw reader.error("has no chunk with JSON; it is not a GLB");
	return { text, binary: chunks.get(binaryChunk) };
}

function parseJson(name: string, text: Uint8Array): GltfJson {
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder().decode(text));
	} catch (error) {
		throw new FileError(
			`${name}: its JSON cannot be read: ${quotable(`${error}`, 200)}`,
		);
	}
	const result = gltfJson.safeParse(value);
	if (result.success) {
		if (result.data.asset.version.startsWith("2")) return result.data;
		throw new FileError(
			`${name}: is glTF ${quotable(result.data.asset.version)}; 2.0 is read`,
		);
	}
	const [issue] = result.error.issues;
	throw new FileError(
		`${name}, ${quotable(issue.path.join(".")) || "root"}: ${quotable(issue.message, 200)}; it is not valid glTF 2.0`,
	);
}

async function openUri(
	where: string,
	uri: string,
	byteLength: number,
	open: MeshSource["open"],
): Promise<Uint8Array> {
	if (uri.startsWith("data:")) {
		const comma = uri.indexOf(",");
		if (!uri.slice(0, comma).endsWith(";base64")) {
			throw new FileError(`${where}: its data URI is not base64`);
		}
		const text = new TextEncoder().encode(uri.slice(comma + 1));
		const fail = (message: string) => new FileError(`${where}: ${message}`);
		return decodeBase64(text, 0, byteLength, fail).bytes;
	}
	return open(safePath(where, uri));
}

/** A path below the file's own folder; anything else could read what the file's author must not see. */
function safePath(where: string, uri: string): string {
	let path: string;
	try {
		path = decodeURIComponent(uri);
	} catch {
		throw new FileError(`${where}: "${quotable(uri)}" is not a valid URI`);
	}
	const isUnsafe =
		path === "" ||
		/^[a-z][a-z0-9+.-]*:|^\/|[\\?#\0]/i.test(path) ||
		path.split("/").includes("..");
	if (!isUnsafe) return path;
	throw new FileError(
		`${where}: refers to "${quotable(uri)}"; only files in the same folder or below it are opened`,
	);
}
