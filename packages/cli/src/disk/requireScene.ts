import { extname } from "node:path";
import { imageFormats, meshFormats } from "@pliant/files";
import { UsageError } from "../usageError.ts";

/** Refuses a mesh or an image where a scene is meant, with what to type instead. */
export function requireScene(file: string): void {
	const extension = extname(file).toLowerCase();
	const has = (format: { readonly extensions: readonly string[] }) =>
		format.extensions.includes(extension);
	if (meshFormats.some(has))
		throw new UsageError(
			`${file} is a mesh, not a scene; make one for it, then run that:  pliant init my-scene --mesh ${file}`,
		);
	if (imageFormats.some(has))
		throw new UsageError(
			`${file} is an image, not a scene; see docs/frame-weights.md for objects from images`,
		);
}
