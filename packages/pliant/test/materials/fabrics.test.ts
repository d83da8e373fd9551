import { describe, expect, test } from "vitest";
import { type AppliedModel, cloth, Scene, simulate } from "../../src/index.ts";
import {
	type Fabric,
	fabric,
	material,
	materials,
} from "../../src/materials/index.ts";
import { createMesh, grid, type Mesh } from "../../src/mesh/index.ts";
import { morleyForm } from "../../src/models/bending/morley/morleyForm.ts";
import { warpAlong } from "../../src/models/index.ts";
import { relativeDifference } from "../../src/testing/assertions.ts";

const rows = 4;
const rowDistance = 0.3 / rows;
const strip = grid({ size: [0.1, 0.3], cells: [2, rows] });

/** How much longer a strip along y gets that is pulled at both ends by a tension [N/m], as a stretch. */
async function stretchOf(
	membrane: AppliedModel,
	tension: number,
	mesh = strip,
): Promise<number> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(cloth.mesh(mesh, { membrane, arealDensity: 0.1 }));
	body.lineLoad(body.group("top"), [0, tension, 0]);
	body.lineLoad(body.group("bottom"), [0, -tension, 0]);
	body.slide("all", { plane: [0, 0, 1] });
	const [foot, head] = [body.group("bottom-left"), body.group("top-left")];
	body.slide(head, { plane: [1, 0, 0] });
	body.pin(foot);
	const sim = await simulate(scene);
	const report = sim.solveStatics({ tolerance: 1e-11 });
	expect(report.converged).toBe(true);
	const x = sim.positions(body);
	return (x[3 * head[0] + 1] - x[3 * foot[0] + 1]) / 0.3;
}

/** The modulus of an orthotropic sheet in a direction, from its compliances. */
function modulusAt(
	angle: number,
	sheet: Readonly<
		Record<
			"warpModulus2d" | "weftModulus2d" | "poissonRatio" | "shearModulus2d",
			number
		>
	>,
): number {
	const { warpModulus2d: E1, weftModulus2d: E2 } = sheet;
	const { poissonRatio: nu, shearModulus2d: G } = sheet;
	const [c2, s2] = [Math.cos(angle) ** 2, Math.sin(angle) ** 2];
	return 1 / (c2 ** 2 / E1 + s2 ** 2 / E2 + (1 / G - (2 * nu) / E1) * c2 * s2);
}

describe("a strip pulled at an angle to the warp has the modulus of an orthotropic sheet, T = λ E (λ² − 1)/2", () => {
	for (const entry of Object.values(materials)) {
		if (entry.kind !== "fabric") continue;
		test(entry.name, async () => {
			const found = [];
			for (const degrees of [0, 30, 45, 90]) {
				const angle = (degrees * Math.PI) / 180;
				const E = modulusAt(angle, entry);
				// Crimp is not yet pulled out.
				const tension = 1e-5 * E;
				// Pulled along y, with the warp turned away from there.
				const { membrane } = fabric(entry.name, {
					warpAngle: Math.PI / 2 - angle,
				});
				const stretch = await stretchOf(membrane, tension);
				const measured = tension / ((stretch * (stretch ** 2 - 1)) / 2);
				expect(Math.abs(measured / E - 1)).toBeLessThan(1e-6);
				found.push(measured);
			}
			const [warp, , bias, weft] = found;
			if (entry.construction === "woven")
				expect(bias).toBeLessThan(Math.min(warp, weft));
		});
	}
});

describe("a strip that is pulled straight", () => {
	const tested = 490.3325;
	for (const [i, direction] of ["warp", "weft"].entries())
		test(`along the ${direction} it has the extension that was measured`, async () => {
			const angle = i === 0 ? Math.PI / 2 : 0;
			for (const name of ["silk", "cotton-twill", "canvas"]) {
				const { membrane } = fabric(name, { warpAngle: angle });
				const { stretchedModuli2d = [0, 0] } = material(name) as Fabric;
				const stretch = await stretchOf(membrane, tested);
				expect((stretch - 1) * stretchedModuli2d[i]).toBeCloseTo(tested, 4);
			}
		});
});

describe("the warp along texture coordinates", () => {
	const angle = 0.4;
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	/** u runs at the angle from x; its scale, and that of v, do not matter. */
	const texture = Array.from({ length: strip.positions.length / 3 }, (_, v) => {
		const [x, y] = strip.positions.subarray(3 * v, 3 * v + 2);
		return [3 * (c * x + s * y) + 0.2, 0.5 * (c * y - s * x)];
	}).flat();

	test("is the angle at which u runs, whatever the scale of u and v, also mirrored", () => {
		const mirrored = texture.map((value, i) => (i % 2 ? -value : value));
		for (const uv of [texture, mirrored])
			for (const found of warpAlong(strip, uv))
				expect(Math.sin(found - angle)).toBeCloseTo(0, 12);
	});

	test("follows u where the sheet is bent, and lies along the axis where there is no texture", () => {
		const bent = bentAbout(strip);
		for (const found of warpAlong(bent, texture))
			expect(Math.sin(found - angle)).toBeCloseTo(0, 12);
		const nothing = warpAlong(strip, new Float64Array(texture.length));
		expect(nothing.every((value) => value === 0)).toBe(true);
	});

	test("gives membrane and bending the same stiffness as the angle", async () => {
		const [along, turned] = [warpAlong(strip, texture), angle].map(
			(warpAngle) => fabric("wool", { warpAngle }),
		);
		const [a, b] = await Promise.all(
			[along, turned].map(({ membrane }) => stretchOf(membrane, 5)),
		);
		expect(Math.abs((a - 1) / (b - 1) - 1)).toBeLessThan(1e-9);
		const plate = { D11: 3, D22: 1, D12: 0, D66: 0.5 };
		const [p, q] = [warpAlong(strip, texture), angle].map((warpAngle) =>
			morleyForm(strip, { ...plate, warpAngle }),
		);
		expect(relativeDifference(p.stiffness, q.stiffness)).toBeLessThan(1e-9);
	});

	test("needs two numbers per vertex, and bending one angle per triangle", async () => {
		expect(() => warpAlong(strip, [0, 1])).toThrow(
			/there are 2 texture coordinates; the mesh has 15 vertices, give u and v for each, 30 numbers/,
		);
		const scene = new Scene();
		scene.add(
			cloth.mesh(strip, {
				...fabric("wool"),
				bending: fabric("wool", { warpAngle: [0, 1] }).bending,
			}),
		);
		await expect(simulate(scene)).rejects.toThrow(
			/orthotropic-morley: warpAngle has 2 values; the mesh has 16 triangles/,
		);
	});
});

/** Rolled up about an axis along x, whose rows stay as far apart as they were. */
function bentAbout(mesh: Mesh): Mesh {
	const positions = mesh.positions.slice();
	const turn = 0.4;
	const radius = rowDistance / (2 * Math.sin(turn / 2));
	for (let i = 0; i < positions.length; i += 3) {
		const angle = (turn * positions[i + 1]) / rowDistance;
		positions[i + 1] = radius * Math.sin(angle);
		positions[i + 2] = radius * (1 - Math.cos(angle));
	}
	return createMesh({ ...mesh, positions });
}
