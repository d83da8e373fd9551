import { expect, test } from "vitest";
import { animatedWebp } from "../animatedWebp.ts";

const text = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** A file of one chunk, with a colour profile before it that animations do not keep. */
function picture(content: string): Uint8Array {
	const chunk = (name: string, body: string) =>
		`${name}${String.fromCharCode(body.length, 0, 0, 0)}${body}${body.length % 2 ? "\0" : ""}`;
	const body = `WEBP${chunk("ICCP", "xyz")}${chunk("VP8 ", content)}`;
	return Uint8Array.from(
		`RIFF${String.fromCharCode(body.length, 0, 0, 0)}${body}`,
		(c) => c.charCodeAt(0),
	);
}

test("pictures become the frames of an animation", () => {
	const file = animatedWebp(
		[
			{ picture: picture("first"), milliseconds: 40 },
			{ picture: picture("second"), milliseconds: 1200 },
		],
		{ width: 600, height: 450 },
	);
	const view = new DataView(file.buffer);
	expect(text(file.subarray(0, 4))).toBe("RIFF");
	expect(view.getUint32(4, true)).toBe(file.length - 8);
	const chunks: { name: string; body: Uint8Array }[] = [];
	for (let at = 12; at < file.length; ) {
		const length = view.getUint32(at + 4, true);
		const body = file.subarray(at + 8, at + 8 + length);
		chunks.push({ name: text(file.subarray(at, at + 4)), body });
		at += 8 + length + (length % 2);
	}
	expect(chunks.map(({ name }) => name)).toEqual([
		"VP8X",
		"ANIM",
		"ANMF",
		"ANMF",
	]);
	const [head, , first, second] = chunks.map(({ body }) => body);
	const number = (bytes: Uint8Array, at: number) =>
		bytes[at] + 256 * bytes[at + 1] + 65536 * bytes[at + 2];
	expect([number(head, 4) + 1, number(head, 7) + 1]).toEqual([600, 450]);
	expect([first, second].map((frame) => number(frame, 12))).toEqual([40, 1200]);
	expect(text(first.subarray(16, 20))).toBe("VP8 ");
	expect(text(second)).toContain("second");
	expect(text(file)).not.toContain("ICCP");
});
