import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkMesh, createMesh, repairMesh } from "../../src/mesh/index.ts";

/** Vertices on a small lattice, so that cells are often flat, inverted, repeated or coincident. */
const vertexTotal = 9;
const positions = fc.array(fc.integer({ min: -1, max: 1 }), {
	minLength: 3 * vertexTotal,
	maxLength: 3 * vertexTotal,
});

function cellsOf(size: number, lastVertex = vertexTotal - 1) {
	return fc
		.array(fc.array(fc.nat(lastVertex), { minLength: size, maxLength: size }), {
			maxLength: 12,
		})
		.map((cells) => cells.flat());
}

describe("for any mesh", () => {
	test("checkMesh returns, whatever it is given", () => {
		const anyArray = fc.array(fc.nat(vertexTotal), { maxLength: 30 });
		const wild = fc.record({
			positions: fc.array(fc.double(), { maxLength: 30 }),
			edges: anyArray,
			triangles: anyArray,
			tetrahedra: anyArray,
			hexahedra: anyArray,
		});
		const readable = fc.record({
			positions: fc.array(fc.double(), { minLength: 27, maxLength: 27 }),
			edges: cellsOf(2),
			triangles: cellsOf(3),
			tetrahedra: cellsOf(4),
			hexahedra: cellsOf(8),
		});
		fc.assert(
			fc.property(fc.oneof(wild, readable), (parts) => {
				for (const { message } of checkMesh(createMesh(parts))) {
					expect(message).not.toBe("");
				}
			}),
			{ seed: 1, numRuns: 500 },
		);
	});

	test("repairMesh leaves nothing that it could repair, and a second one nothing to do", () => {
		const parts = fc.record({
			positions,
			edges: cellsOf(2),
			triangles: cellsOf(3),
			tetrahedra: cellsOf(4),
		});
		const harmless = [
			...["degenerate-cell", "duplicate-cell", "inverted-cell"],
			"non-manifold-edge",
		];
		fc.assert(
			fc.property(parts, fc.boolean(), (given, merges) => {
				const options = merges ? { mergeDistance: 0.1 } : {};
				const { mesh } = repairMesh(createMesh(given), options);
				const left = checkMesh(mesh).map(({ kind }) => kind);
				expect(left.filter((kind) => harmless.includes(kind))).toEqual([]);
				if (!left.includes("empty"))
					expect(left).not.toContain("isolated-vertex");
				// Without merging, which joins again what was cut.
				expect(repairMesh(mesh).changes).toEqual([]);
			}),
			{ seed: 1, numRuns: 500 },
		);
	});
});
