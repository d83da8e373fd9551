/** Typed arrays with the same bytes are equal. Vitest compares them number by number otherwise, half a second for each 100,000. */
import { expect } from "vitest";

const bytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
	new Uint8Array(buffer, byteOffset, byteLength);

function haveSameBytes(a: unknown, b: unknown): true | undefined {
	if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b)) return undefined;
	if (a.constructor !== b.constructor) return undefined;
	// Where bytes differ, the usual comparison decides, and says where.
	return Buffer.compare(bytes(a), bytes(b)) === 0 || undefined;
}

/** Files that share a process share what expectations know, too. */
const known = globalThis as { pliantEqualArrays?: true };
if (!known.pliantEqualArrays) {
	known.pliantEqualArrays = true;
	expect.addEqualityTesters([haveSameBytes]);
}
