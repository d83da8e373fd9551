import { cellCount, cellKinds, vertexCount } from "pliant/mesh";
import { FileError } from "../fileError.ts";
import { z } from "../zod.ts";
import type { RecordedBody, RecordingOptions } from "./resultFormat.ts";

export const count = z.int().min(0);

/** What a writer keeps to go on later, with what tells whether it belongs to the same recording. */
export function keepProgress(
	format: string,
	bodies: readonly RecordedBody[],
	state: object,
): unknown {
	return { format, bodies: describe(bodies), state };
}

/** The state of an earlier writer of the same bodies; undefined at the first start. */
export function readProgress<State>(
	format: string,
	{ name, bodies, progress }: RecordingOptions,
	state: z.ZodType<State>,
): State | undefined {
	if (progress === undefined) return undefined;
	const parsed = z
		.object({ format: z.string(), bodies: z.array(z.string()), state })
		.safeParse(progress);
	if (!parsed.success || parsed.data.format !== format) {
		throw new FileError(
			`"${name}": this progress is not from a writer of ${format}; start the recording again`,
		);
	}
	const now = describe(bodies);
	const { bodies: before } = parsed.data;
	if (before.join() !== now.join()) {
		throw new FileError(
			`"${name}": the progress is of the bodies ${before.join(", ")}, the recording of ${now.join(", ")}; start the recording again`,
		);
	}
	return parsed.data.state;
}

function describe(bodies: readonly RecordedBody[]): string[] {
	return bodies.map(({ name, mesh }) => {
		let size = 0;
		for (const kind of cellKinds) size += cellCount(mesh, kind);
		return `${name} (${vertexCount(mesh)} vertices, ${size} cells)`;
	});
}
