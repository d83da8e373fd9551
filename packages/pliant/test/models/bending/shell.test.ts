import { describe, expect, test } from "vitest";
import {
	elementPrograms,
	interpret,
	mul,
	type Program,
} from "../../../src/energy/index.ts";
import {
	cloth,
	createMesh,
	type Mesh,
	Scene,
	simulate,
	type Vector3,
} from "../../../src/index.ts";
import { shellTriangle } from "../../../src/models/bending/shell/shellTriangle.ts";
import {
	morleyBending,
	onPattern,
	shellBending,
	trbs,
} from "../../../src/models/index.ts";
import { prepareModels } from "../../../src/scene/preparedModels.ts";
import { relativeDifference } from "../../../src/testing/assertions.ts";
import { elementProbe } from "../../../src/testing/elementProbe.ts";
import { modelChecks } from "../../../src/testing/index.ts";
import { root } from "../../physics/root.ts";
import { moved, patterns, strip, tip } from "./heavyStrip.ts";

const programs = elementPrograms(shellTriangle.potential);

describe("a triangle", () => {
	for (const check of modelChecks(shellTriangle, { programs }))
		test(check.name, check.run);

	test("positive Hessian is the exact one where a flat sheet is stretched", () => {
		const { X, run } = elementProbe(shellTriangle, 1, false);
		const stretched = X.map((c, i) => [1.3, 0.9, 1][i % 3] * c);
		expect(
			relativeDifference(
				run(programs.positiveHessian as Program, stretched),
				run(programs.hessian, stretched),
			),
		).toBeLessThan(1e-12);
	});

	test("the checks catch an error of 1 % in a component of a derivative", async () => {
		for (const key of [
			"gradient",
			"product",
			"hessian",
			"positiveHessian",
		] as const) {
			const program = programs[key] as Program;
			// Some of them: with all it took minutes.
			for (let k = 5; k < program.outputs.length; k += 61) {
				const outputs = program.outputs.map((e, i) =>
					i === k ? mul(1.01, e) : e,
				);
				const planted = { ...programs, [key]: { ...program, outputs } };
				const checks = modelChecks(shellTriangle, { programs: planted }).filter(
					({ name }) => !name.startsWith("WebAssembly"),
				);
				if (key === "positiveHessian") checks.reverse();
				let isCaught = false;
				for (const { run } of checks) {
					if (isCaught) break;
					await Promise.resolve()
						.then(run)
						.catch(() => {
							isCaught = true;
						});
				}
				expect(isCaught, `${key} ${k}`).toBe(true);
			}
		}
	});
});

/** The energy of a sheet that lies on a surface: its vertices, and its normals at the middles of edges, are the surface's. */
function energyOn(
	mesh: Mesh,
	material: { bendingRigidity: number; poissonRatio?: number },
	surface: (x: number, y: number, z: number) => Vector3,
	normal: (at: Vector3) => Vector3,
): number {
	const bending = shellBending(material);
	const membrane = trbs({ youngModulus2d: 1, poissonRatio: 0 });
	const { models, innerNodes } = prepareModels(
		cloth.mesh(mesh, { membrane, bending, arealDensity: 1 }),
	);
	const { elements, material: numbers } = models[1];
	const { positions } = moved(mesh, surface);
	const at = (v: number): Vector3 => [
		positions[3 * v],
		positions[3 * v + 1],
		positions[3 * v + 2],
	];
	const first = positions.length / 3;
	const x = new Float64Array(positions.length + 1.5 * innerNodes.length);
	x.set(positions);
	const count = elements.length / 9;
	const parameters: number[] = [];
	for (let t = 0; t < count; t++) {
		const nodes = [...elements.subarray(9 * t, 9 * t + 9)];
		const X = nodes.map(
			(v): Vector3 => [
				mesh.positions[3 * v],
				mesh.positions[3 * v + 1],
				mesh.positions[3 * v + 2],
			],
		);
		const own = Object.fromEntries(
			Object.entries(numbers).map(([name, value]) => [
				name,
				typeof value === "number" ? value : value[t],
			]),
		);
		parameters.push(...shellTriangle.restNumbers(X, own, 0));
		for (let i = 0; i < 3; i++) {
			const [a, p, q, far] = [i, (i + 1) % 3, (i + 2) % 3, 3 + i].map((n) =>
				at(nodes[n]),
			);
			const chord = minus(q, p);
			const face = cross(minus(p, a), minus(q, a));
			const angle = (to: Vector3) =>
				Math.atan2(
					dot(cross(to, face), chord) / Math.hypot(...chord),
					dot(face, to),
				);
			const middle: Vector3 = [0, 1, 2].map((k) => (p[k] + q[k]) / 2) as never;
			const theta = own[`share${i}`]
				? angle(cross(minus(q, far), minus(p, far)))
				: 0;
			const xi = angle(normal(middle)) - own[`share${i}`] * theta;
			const rest = minus(X[(i + 2) % 3], X[(i + 1) % 3]);
			const along = (xi * dot(rest, rest)) / dot(chord, chord);
			for (let k = 0; k < 3; k++)
				x[3 * nodes[6 + i] + k] = middle[k] + along * chord[k];
		}
	}
	expect(Math.max(...elements) + 1).toBe(first + innerNodes.length / 2);
	const outputs = new Float64Array(count);
	interpret(programs.energy)(
		{
			arrays: [x],
			indices: elements,
			parameters: Float64Array.from(parameters),
			outputs,
		},
		count,
	);
	return outputs.reduce((a, b) => a + b, 0);
}

const minus = (a: Vector3, b: Vector3): Vector3 => [
	a[0] - b[0],
	a[1] - b[1],
	a[2] - b[2],
];
const dot = (a: Vector3, b: Vector3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector3, b: Vector3): Vector3 => [
	a[1] * b[2] - a[2] * b[1],
	a[2] * b[0] - a[0] * b[2],
	a[0] * b[1] - a[1] * b[0],
];

/** Area of the strip of 32 cells with its clamp. */
const area = (33 / 32) * (4 / 32);

describe("shell bending", () => {
	for (const pattern of patterns) {
		test(`bends a strip as plate theory says, ${pattern}`, async () => {
			// Small enough: the elastica's tip is at −0.0124984 m then, which is 0.01 % less than w L⁴ / (8 B).
			const weight = 0.1;
			const bending = shellBending({ bendingRigidity: 1 });
			const [, y] = await tip(strip(32, pattern), bending, weight);
			const ratio = -y / (weight / 8);
			console.info(`strip of 32 cells, ${pattern}: ${ratio.toFixed(4)}`);
			expect(Math.abs(ratio - 1)).toBeLessThan(0.002);
		});

		test(`has the energy of a plate with Poisson's ratio on quadratic surfaces, ${pattern}`, () => {
			const small = 1e-4;
			for (const [a, b, c] of [
				[1, 0, 0],
				[0, 1, 0],
				[1, 0.3, -0.7],
				[1, 0, 1],
			]) {
				const energy = energyOn(
					strip(32, pattern),
					{ bendingRigidity: 2, poissonRatio: 0.3 },
					(x, _, z) => [
						x,
						(small / 2) * (a * x * x + 2 * b * x * z + c * z * z),
						z,
					],
					([x, , z]) => [-small * (a * x + b * z), 1, -small * (b * x + c * z)],
				);
				const density = 0.5 * 2 * ((a + c) ** 2 - 2 * 0.7 * (a * c - b * b));
				expect(energy / (small ** 2 * area)).toBeCloseTo(density, 5);
			}
		});

		test(`has the energy ½ B (λ² κ)² of a sheet that is stretched and rolled up, ${pattern}`, () => {
			const [stretch, radius] = [1.3, 0.4];
			const energy = energyOn(
				strip(32, pattern),
				{ bendingRigidity: 1 },
				(x, _, z) => {
					const angle = (stretch * x) / radius;
					return [
						radius * Math.sin(angle),
						radius * (1 - Math.cos(angle)),
						0.9 * z,
					];
				},
				([x, y]) => [-x, radius - y, 0],
			);
			const ratio = energy / (0.5 * (stretch ** 2 / radius) ** 2 * area);
			console.info(`rolled up, ${pattern}: ${ratio.toFixed(4)}`);
			expect(Math.abs(ratio - 1)).toBeLessThan(0.002);
		});
	}

	test("does not resist stretching", () => {
		const energy = energyOn(
			strip(32, "irregular"),
			{ bendingRigidity: 1 },
			(x, _, z) => [x + 0.3 * x * x, 0, z * (1 - 0.4 * x)],
			() => [0, 1, 0],
		);
		expect(energy).toBeLessThan(1e-20);
	});

	test("bends a strip that is stretched by 30 % as a beam under tension", async () => {
		const [stretch, youngModulus2d, weight] = [1.3, 30, 0.01];
		// B w'''' − N w'' = q in the rest coordinate, with the second Piola–Kirchhoff stress N; the force is N λ.
		const N = (youngModulus2d * (stretch ** 2 - 1)) / 2;
		const k = Math.sqrt(N);
		const [a, q] = [-weight / N, weight];
		const b = (q / (N * k) - a * Math.sinh(k)) / Math.cosh(k);
		const expected =
			q / (2 * N) + (a * Math.sinh(k)) / k + (b * (Math.cosh(k) - 1)) / k;
		for (const pattern of patterns) {
			const [x, y] = await tip(
				strip(32, pattern),
				shellBending({ bendingRigidity: 1 }),
				weight,
				{ youngModulus2d, pull: N * stretch },
			);
			console.info(
				`stretched to ${x.toFixed(5)}, ${pattern}: ${(-y / expected).toFixed(4)}`,
			);
			expect(Math.abs(x - stretch)).toBeLessThan(1e-4);
			expect(Math.abs(-y / expected - 1)).toBeLessThan(0.003);
		}
	});

	test("lets a thick strip that hangs down stretch as a bar does", async () => {
		// As thick as a fifth of its length: B = E₂ t² / 12.
		const [youngModulus2d, weight] = [300, 200];
		// E₂ ½ λ (λ² − 1) = w (1 − s).
		const stretch = (s: number) =>
			root(
				(l) => (youngModulus2d * l * (l * l - 1)) / 2 - weight * (1 - s),
				1,
				2,
			);
		const steps = 1000;
		let length = 0;
		for (let i = 0; i < steps; i++)
			length += stretch((i + 0.5) / steps) / steps;
		const flat = strip(32, "irregular");
		const rest = moved(flat, (x, _, z) => [0, -x, z]);
		for (const [bending, least, most] of [
			[shellBending({ bendingRigidity: 1 }), 0, 0.001],
			// Morley's takes a change of stretch for bending.
			[morleyBending({ bendingRigidity: 1 }), 0.02, 0.1],
		] as const) {
			const [, y] = await tip(flat, bending, weight, { youngModulus2d, rest });
			const off = Math.abs((-y - 1) / (length - 1) - 1);
			console.info(
				`stretched by its weight, ${bending.model.name}: off by ${(100 * off).toFixed(3)} % of ${(length - 1).toFixed(4)} m`,
			);
			expect(off).toBeGreaterThanOrEqual(least);
			expect(off).toBeLessThan(most);
		}
	});

	test("lets a strip that is curved at rest hang like an elastica that is", async () => {
		const [curvature, weight, cells] = [2, 5, 32];
		const arc = (x: number, y: number, z: number): Vector3 =>
			x < 0
				? [x, y, z]
				: [
						Math.sin(curvature * x) / curvature,
						(1 - Math.cos(curvature * x)) / curvature,
						z,
					];
		const expected = curvedElastica(curvature, weight);
		for (const pattern of ["crossed", "irregular"] as const) {
			const flat = strip(cells, pattern);
			const rest = moved(flat, arc);
			const bending = shellBending({ bendingRigidity: 1 });
			const [x, y] = await tip(flat, bending, weight, { rest });
			const off = Math.hypot(x - expected[0], y - expected[1]);
			console.info(
				`curved strip, ${pattern}: off by ${(100 * off).toFixed(3)} % of the length`,
			);
			expect(off).toBeLessThan(0.001);
		}
		const flat = strip(cells, "right");
		const [x0, y0] = await tip(flat, shellBending({ bendingRigidity: 1 }), 0, {
			rest: moved(flat, arc),
		});
		const [atRest, above] = arc(1, 0, 0);
		expect(Math.hypot(x0 - atRest, y0 - above)).toBeLessThan(1e-9);
		// Morley's is pulled flat.
		const [x, y] = await tip(
			flat,
			morleyBending({ bendingRigidity: 1 }, { flatAtRest: true }),
			weight,
			{ rest: moved(flat, arc) },
		);
		const off = Math.hypot(x - expected[0], y - expected[1]);
		console.info(`curved strip, Morley: off by ${(100 * off).toFixed(0)} %`);
		expect(off).toBeGreaterThan(0.3);
	});

	test("damps a strip that swings as a beam of Kelvin and Voigt's material", async () => {
		// First frequency of a clamped beam with ρ = L = B = 1 [rad/s], and its share of the tip's sag.
		const [omega, share] = [3.516, 1.013];
		const period = (2 * Math.PI) / omega;
		// Half of the amplitude is left after a period.
		const dampingTime = Math.LN2 / (Math.PI * omega);
		const weight = 0.01;
		const scene = new Scene({ gravity: [0, -weight, 0] });
		const sheet = scene.add(
			cloth.mesh(strip(12, "right"), {
				membrane: trbs({ youngModulus2d: 1e4, poissonRatio: 0 }),
				bending: shellBending({ bendingRigidity: 1, dampingTime }),
				arealDensity: 1,
			}),
		);
		sheet.pin(sheet.where((x) => x < 1e-9));
		const simulation = await simulate(scene, {
			integrator: "midpoint",
			timeStep: period / 100,
		});
		await simulation.run({ steps: 100 });
		const [end] = sheet.where((x) => x > 1 - 1e-9);
		const sag = -simulation.positions(sheet)[3 * end + 1] / (weight / 8);
		console.info(`swings, after a period: ${sag.toFixed(4)} of the sag`);
		expect(Math.abs(sag - (1 - share / 2))).toBeLessThan(0.01);
	});

	test("takes its rest shape from a pattern", async () => {
		const flat = strip(16, "irregular");
		const pattern = flat.positions.filter((_, i) => i % 3 !== 1);
		// The mesh goes round its triangles the other way, seen in (x, z).
		for (let i = 1; i < pattern.length; i += 2) pattern[i] *= -1;
		const [x, y] = await tip(
			flat,
			onPattern(shellBending({ bendingRigidity: 1 }), pattern),
			0,
			{
				rest: moved(flat, (x, _, z) =>
					x < 0 ? [x, 0, z] : [Math.sin(x), 1 - Math.cos(x), z],
				),
			},
		);
		expect(Math.hypot(x - 1, y)).toBeLessThan(0.001);
	});

	test("needs edges of two triangles at most, and a rigidity", () => {
		expect(() => shellBending({ bendingRigidity: 0 })).toThrow(
			"bendingRigidity is 0; it must be positive",
		);
		const fan = createMesh({
			positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1],
			triangles: [0, 1, 2, 0, 1, 3, 0, 1, 4],
		});
		const { prepare } = shellBending({ bendingRigidity: 1 });
		expect(() => prepare?.(fan, () => false)).toThrow(
			/shell-bending: edge \(0, 1\) has 3 triangles/,
		);
	});
});

/** Tip of a strip of length 1 and rigidity 1 with a rest curvature, clamped level, under its weight: φ'' = w (1 − s) cos φ, φ(0) = 0, φ'(1) = curvature, by shooting. */
function curvedElastica(curvature: number, weight: number): [number, number] {
	const steps = 2000;
	const h = 1 / steps;
	const shoot = (slope: number) => {
		let y = [0, slope, 0, 0];
		const rate = (s: number, [phi, turn]: number[]) => [
			turn,
			weight * (1 - s) * Math.cos(phi),
			Math.cos(phi),
			Math.sin(phi),
		];
		const plus = (d: number[], by: number) => y.map((v, i) => v + by * d[i]);
		for (let n = 0; n < steps; n++) {
			const a = rate(n * h, y);
			const b = rate((n + 0.5) * h, plus(a, h / 2));
			const c = rate((n + 0.5) * h, plus(b, h / 2));
			const d = rate((n + 1) * h, plus(c, h));
			y = y.map((v, i) => v + (h / 6) * (a[i] + 2 * b[i] + 2 * c[i] + d[i]));
		}
		return y;
	};
	const slope = root(
		(slope) => shoot(slope)[1] - curvature,
		curvature - weight,
		curvature,
	);
	const [, , x, y] = shoot(slope);
	return [x, y];
}
