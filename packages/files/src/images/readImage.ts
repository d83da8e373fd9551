import { FileError } from "../fileError.ts";
import type { ImageFile, ImageOptions, ImageSource } from "./imageFormat.ts";
import { imageFormats } from "./imageFormats.ts";

/** Reads a 3D image in the format that its extension says. */
export async function readImage(
	source: ImageSource,
	options: ImageOptions = {},
): Promise<ImageFile> {
	const { unit } = options;
	if (unit !== undefined && !(unit > 0 && Number.isFinite(unit))) {
		throw new FileError(
			`${source.name}: unit is ${unit}; it must be the metres of one unit, such as 0.001`,
		);
	}
	const name = source.name.toLowerCase();
	const format = imageFormats.find(({ extensions }) =>
		extensions.some((extension) => name.endsWith(extension)),
	);
	if (format) return format.read(source, options);
	throw new FileError(
		`${source.name}: the extension is not that of a 3D image; there are ${imageFormats.flatMap(({ extensions }) => extensions).join(", ")}`,
	);
}
