import { describe, expect, test } from "vitest";
import {
	box,
	cellMeasure,
	cellQuality,
	createMesh,
	disc,
	hexahedronVolume,
	largestAngles,
	sphere,
	tetrahedronVolume,
	triangleArea,
} from "../../src/mesh/index.ts";

describe("measures", () => {
	test("of single cells", () => {
		const x = Float64Array.of(0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4);
		expect(triangleArea(x, 0, 1, 2)).toBe(3);
		expect(triangleArea(x, 0, 2, 1)).toBe(3);
		expect(tetrahedronVolume(x, 0, 1, 2, 3)).toBe(4);
		expect(tetrahedronVolume(x, 0, 2, 1, 3)).toBe(-4);
	});

	test("cellMeasure gives one number per cell", () => {
		const mesh = createMesh({
			positions: [0, 0, 0, 3, 4, 0, 0, 0, 2],
			edges: [0, 1, 0, 2],
			triangles: [0, 1, 2],
		});
		expect(cellMeasure(mesh, "edge")).toEqual(Float64Array.of(5, 2));
		expect(cellMeasure(mesh, "triangle")).toEqual(Float64Array.of(5));
		expect(cellMeasure(mesh, "hexahedron")).toEqual(new Float64Array(0));
	});

	test("the volume of a warped hexahedron is that of its trilinear map", () => {
		const mesh = box({ cells: [1, 1, 1], elements: "hexahedra" });
		const warps = [0.1, -0.2, 0.15, 0.3, -0.1, 0.05, 0.2, -0.25];
		const positions = mesh.positions.map(
			(x, i) => x + warps[(i * 5) % 8] + 0.1 * warps[i % 7],
		);
		expect(hexahedronVolume(positions, mesh.hexahedra)).toBeCloseTo(
			trilinearVolume(positions, mesh.hexahedra),
			14,
		);
	});
});

/** ∫ det(∂x/∂ξ) dξ with two Gauss points per axis, exact since the determinant is quadratic in each ξ. */
function trilinearVolume(
	positions: Float64Array,
	hexahedron: Uint32Array,
): number {
	const corners = [
		...[
			[0, 0, 0],
			[1, 0, 0],
			[1, 1, 0],
			[0, 1, 0],
		],
		...[
			[0, 0, 1],
			[1, 0, 1],
			[1, 1, 1],
			[0, 1, 1],
		],
	];
	const gauss = [0.5 - Math.sqrt(1 / 12), 0.5 + Math.sqrt(1 / 12)];
	let volume = 0;
	for (const xi of gauss) {
		for (const eta of gauss) {
			for (const zeta of gauss) {
				const point = [xi, eta, zeta];
				const J = [0, 1, 2].map((derivative) =>
					[0, 1, 2].map((component) => {
						let sum = 0;
						corners.forEach((corner, i) => {
							const factors = corner.map((c, axis) => {
								if (axis === derivative) return c === 1 ? 1 : -1;
								return c === 1 ? point[axis] : 1 - point[axis];
							});
							const shape = factors[0] * factors[1] * factors[2];
							sum += shape * positions[3 * hexahedron[i] + component];
						});
						return sum;
					}),
				);
				const [a, b, c] = J;
				volume +=
					(a[0] * (b[1] * c[2] - b[2] * c[1]) +
						a[1] * (b[2] * c[0] - b[0] * c[2]) +
						a[2] * (b[0] * c[1] - b[1] * c[0])) /
					8;
			}
		}
	}
	return volume;
}

describe("cellQuality", () => {
	test("is 1 for equilateral cells", () => {
		for (const quality of cellQuality(disc({ rings: 1 }), "triangle")) {
			expect(quality).toBeCloseTo(1, 14);
		}
		for (const quality of cellQuality(
			sphere({ subdivisions: 0 }),
			"triangle",
		)) {
			expect(quality).toBeCloseTo(1, 14);
		}
		const five = box({ cells: [1, 1, 1], split: "five" });
		expect(cellQuality(five, "tetrahedron")[0]).toBeCloseTo(1, 14);
	});

	test("has the closed forms of right-angled cells", () => {
		const corner = createMesh({
			positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
			triangles: [0, 1, 2],
			tetrahedra: [0, 1, 2, 3, 0, 2, 1, 3],
		});
		const [triangle] = cellQuality(corner, "triangle");
		expect(triangle).toBeCloseTo(2 * (Math.SQRT2 - 1), 14);
		// Inscribed radius 1/(3 + √3), circumscribed √3/2.
		const expected = (3 / (3 + Math.sqrt(3))) * (2 / Math.sqrt(3));
		const [upright, inverted] = cellQuality(corner, "tetrahedron");
		expect(upright).toBeCloseTo(expected, 14);
		expect(inverted).toBeCloseTo(-expected, 14);
	});

	test("is 0 for degenerate cells", () => {
		const flat = createMesh({
			positions: [0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0],
			triangles: [0, 1, 2, 0, 0, 0],
			tetrahedra: [0, 1, 2, 3],
		});
		expect(cellQuality(flat, "triangle")).toEqual(Float64Array.of(0, 0));
		expect(cellQuality(flat, "tetrahedron")).toEqual(Float64Array.of(0));
	});
});

test("the largest angle of triangles", () => {
	const bent = createMesh({
		positions: [0, 0, 0, 2, 0, 0, -1, Math.sqrt(3), 0, 0, 0, 1, 1, 0, 0],
		triangles: [0, 1, 2, 1, 3, 0, 1, 2, 0, 0, 1, 4],
	});
	const [obtuse, right, turned, flat] = largestAngles(bent);
	expect(obtuse).toBeCloseTo((2 * Math.PI) / 3, 14);
	expect(right).toBeCloseTo(Math.PI / 2, 14);
	expect(turned).toBeCloseTo(obtuse, 14);
	expect(flat).toBeCloseTo(Math.PI, 14);
});
