import { describe, expect, test } from "vitest";
import {
	cloth,
	Scene,
	simulate,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import { createMesh, repairMesh } from "../../src/mesh/index.ts";
import { hangingCloth } from "./hangingCloth.ts";

describe("bad input is refused with what, value and remedy", () => {
	const membrane = trbs({ youngModulus2d: 10, poissonRatio: 0.3 });
	for (const [what, attempt, message] of [
		[
			"Poisson ratio out of range",
			() => trbs({ youngModulus2d: 10, poissonRatio: 1.2 }),
			/trbs: poissonRatio is 1.2; it must be between -1 and 1/,
		],
		[
			"NaN modulus",
			() => trbs({ youngModulus2d: Number.NaN, poissonRatio: 0 }),
			/trbs: youngModulus2d is NaN; it must be positive/,
		],
		[
			"missing parameter",
			() => trbs({ poissonRatio: 0 } as never),
			/trbs: youngModulus2d is missing; give Young modulus/,
		],
		[
			"unknown parameter",
			() => trbs({ youngModulus2d: 1, poissonRatio: 0, nu: 3 } as never),
			/unknown parameter 'nu'; it takes youngModulus2d, poissonRatio, dampingTime/,
		],
		[
			"wrong kind of model",
			() =>
				cloth.grid(
					{},
					{
						membrane: stableNeoHookean.elements.tetrahedra({
							youngModulus: 1,
							poissonRatio: 0,
						}),
						arealDensity: 1,
					},
				),
			/membrane: 'stable-neo-hookean-tetrahedra' is a model of tetrahedron elements; take one of triangle or rectangle or edge elements/,
		],
		[
			"negative density",
			() => cloth.grid({}, { membrane, arealDensity: -1 }),
			/arealDensity is -1; it must be a positive number/,
		],
		[
			"bad gravity",
			() => new Scene({ gravity: [0, Number.NaN, 0] }),
			/gravity is \[0, NaN, 0\]; it must be a vector of three/,
		],
		[
			"same name twice",
			() => {
				const s = new Scene();
				for (let i = 0; i < 2; i++)
					s.add(cloth.grid({}, { name: "a", membrane, arealDensity: 1 }));
			},
			/there is a body "a" already/,
		],
		[
			"unknown group",
			() =>
				new Scene()
					.add(cloth.grid({}, { name: "a", membrane, arealDensity: 1 }))
					.group("topp"),
			/no group 'topp'; the mesh has .*top/,
		],
		[
			"vertex out of range",
			() =>
				cloth.grid({ cells: [1, 1] }, { membrane, arealDensity: 1 }).pin([4]),
			/there is no vertex 4; its mesh has 4/,
		],
		[
			"direction without length",
			() =>
				cloth
					.grid({}, { membrane, arealDensity: 1 })
					.slide([0], { plane: [0, 0, 0] }),
			/has no length/,
		],
	] as const)
		test(what, () => expect(attempt).toThrow(message));

	for (const [what, options, message] of [
		[
			"time step",
			{ timeStep: -1 },
			/timeStep is -1; it must be a positive number/,
		],
		[
			"integrator",
			{ integrator: "euler" as never },
			/integrator is 'euler'; it must be one of generalized-alpha, implicit-euler, /,
		],
		[
			"explicit with consistent mass",
			{ integrator: "symplectic-euler", mass: "consistent" },
			/set mass to 'lumped'/,
		],
		[
			"mass",
			{ mass: "lump" as never },
			/mass is 'lump'; it must be one of lumped, consistent/,
		],
		[
			"unknown option",
			{ dt: 1 } as never,
			/there is no option 'dt'; it takes timeStep, accuracy, substeps, interactive, /,
		],
		[
			"old name of the time step",
			{ frameTime: 0.01 } as never,
			/there is no option 'frameTime'; use timeStep/,
		],
		[
			"tolerance",
			{ substeps: 1, tolerance: Number.NaN },
			/tolerance is NaN; it must be/,
		],
		[
			"linear method",
			{ linear: { method: "cg" as never } },
			/method is 'cg'; it must be one of auto, direct/,
		],
		[
			"linear option",
			{ linear: { maxIterations: 0 } },
			/linear: maxIterations is 0; it must be a positive whole number/,
		],
		[
			"unknown linear option",
			{ linear: { iterations: 3 } as never },
			/linear: there is no option 'iterations'; it takes method, maxIterations, operator/,
		],
		[
			"direct without matrix",
			{ linear: { method: "direct", operator: "matrix-free" } },
			/linear: operator is 'matrix-free', but the method 'direct' has none; leave it out, or choose 'auto' or 'conjugate-gradient'/,
		],
		[
			"damping",
			{ damping: { mass: -1 } },
			/damping: mass is -1; it must be zero or positive/,
		],
	] as const)
		test(what, async () => {
			const { scene } = hangingCloth(2);
			await expect(
				(async () => (await simulate(scene, options)).step())(),
			).rejects.toThrow(message);
		});

	test("vertices without mass, initial states that are not numbers", async () => {
		const scene = new Scene();
		const mesh = createMesh({
			positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5],
			triangles: [0, 1, 2],
		});
		const sheet = scene.add(
			cloth.mesh(mesh, { name: "a", membrane, arealDensity: 1 }),
		);
		await expect(simulate(scene)).rejects.toThrow(
			/body "a": vertex 3 has no mass/,
		);
		const fixed = new Scene();
		fixed
			.add(
				cloth.mesh(repairMesh(mesh).mesh, {
					name: "a",
					membrane,
					arealDensity: 1,
				}),
			)
			.launch(() => [0, Number.NaN, 0]);
		await expect(simulate(fixed)).rejects.toThrow(
			/initial velocity of vertex 0 has the coordinate NaN/,
		);
		expect(sheet.vertexCount).toBe(4);
	});

	test("an empty scene, per-element values of the wrong length", async () => {
		await expect(simulate(new Scene())).rejects.toThrow(/it has no bodies/);
		const scene = new Scene();
		scene.add(
			cloth.grid(
				{ cells: [1, 1] },
				{
					name: "a",
					membrane: trbs({ youngModulus2d: [1, 2, 3], poissonRatio: 0 }),
					arealDensity: 1,
				},
			),
		);
		await expect(simulate(scene)).rejects.toThrow(
			/youngModulus2d of 'trbs' has 3 values; give one number, or one for each of its 2 elements/,
		);
	});
});
