import { describe, expect, it } from "vitest";
import { crc32, encodePng } from "../../src/picture/png.ts";
import { decodePng } from "./decodePng.ts";

describe("PNG", () => {
	it("knows the check value of CRC-32", () => {
		expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
	});

	it("decodes to the same pixels, with right check sums", () => {
		const width = 5;
		const height = 4;
		const rgb = Uint8Array.from(
			{ length: 3 * width * height },
			(_, i) => (i * 89 + 7) % 256,
		);
		expect(decodePng(encodePng({ width, height, rgb }))).toEqual({
			width,
			height,
			rgb,
		});
	});

	it("is noticed when damaged", () => {
		const bytes = encodePng({
			width: 1,
			height: 1,
			rgb: Uint8Array.of(1, 2, 3),
		});
		bytes[20] ^= 1;
		expect(() => decodePng(bytes)).toThrow("check sum");
	});

	it("compresses a plain picture", () => {
		const plain = new Uint8Array(3 * 100 * 100).fill(200);
		const bytes = encodePng({ width: 100, height: 100, rgb: plain });
		expect(bytes.length).toBeLessThan(500);
	});

	it("refuses pixels that do not fit the size", () => {
		expect(() =>
			encodePng({ width: 2, height: 2, rgb: new Uint8Array(3) }),
		).toThrow("2 × 2 pixels need 12");
	});
});
