import type { FramedBody } from "./framedBody.ts";

/** Marks bodies of frames: programs that have none need not load what they are. */
export const framed = Symbol("framed");

export const isFramed = (body: unknown): body is FramedBody =>
	typeof body === "object" && body !== null && framed in body;
