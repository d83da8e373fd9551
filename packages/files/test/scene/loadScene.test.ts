import { loadScene } from "@pliant/files";
import { type Body, type Simulation, simulate, type Vector3 } from "pliant";
import { describe, expect, it } from "vitest";
import { folderOf } from "./folderOf.ts";

const membrane = { model: "trbs", youngModulus2d: 1000, poissonRatio: 0.3 };

const load = (scene: object, files: Record<string, string> = {}) =>
	loadScene(
		"scene.json",
		folderOf({
			"scene.json": JSON.stringify({ pliant: 1, ...scene }),
			...files,
		}),
	);

/** A scene of one sheet of 2 by 2 cells, 1 m by 1 m, standing. */
const sheetWith = (more: object, scene: object = {}) =>
	load({
		objects: {
			sheet: {
				mesh: { grid: { cells: [2, 2] } },
				models: [membrane],
				arealDensity: 0.2,
				...more,
			},
		},
		...scene,
	});

const position = (
	simulation: Simulation,
	{ scene: { bodies } }: Awaited<ReturnType<typeof load>>,
	vertex: number,
) => [...simulation.positions(bodies[0])].slice(3 * vertex, 3 * vertex + 3);

describe("loading a scene", () => {
	it.each([
		[{}, { seconds: 2 }],
		[{ steps: 3 }, { steps: 3 }],
		[{ untilRest: 0.1 }, { untilRest: 0.1 }],
		[
			{ seconds: 1, untilRest: 0.1 },
			{ seconds: 1, untilRest: 0.1 },
		],
		[{ statics: {} }, { statics: {} }],
	])("every run has an end: %j", async (run, expected) => {
		expect((await sheetWith({}, { run })).run).toEqual(expected);
	});

	it("fills in defaults", async () => {
		const { scene, run, options, outputs } = await sheetWith({});
		expect(scene.gravity).toEqual([0, -9.81, 0]);
		expect(run).toEqual({ seconds: 2 });
		expect(options).toEqual({});
		expect(outputs.map(({ format }) => format)).toEqual(["glb", "csv"]);
	});

	it("puts models of hexahedra on blocks of hexahedra", async () => {
		const bar = (elements: string) =>
			load({
				objects: {
					bar: {
						mesh: { box: { cells: [2, 1, 1], elements } },
						models: [
							{ model: "stvk-hexahedra", youngModulus: 1e5, poissonRatio: 0.3 },
						],
						density: 1000,
					},
				},
			});
		const { bodies, scene } = await bar("hexahedra");
		expect(bodies[0].mesh.hexahedra.length).toBe(16);
		const simulation = await simulate(scene);
		simulation.step();
		expect(simulation.energies().kinetic).toBeGreaterThan(0);
		await expect(bar("tetrahedra")).rejects.toThrow("hexahedr");
	});

	it("reads meshes from files, scales, turns and moves them", async () => {
		const obj = "v 0 0 0\nv 1000 0 0\nv 0 1000 0\nf 1 2 3\n";
		const { bodies, notes } = await load(
			{
				objects: {
					a: {
						mesh: {
							file: "meshes/a.obj",
							scale: 0.001,
							rotate: [0, 0, 90],
							translate: [0, 0, 5],
						},
						models: [membrane],
						arealDensity: 1,
					},
				},
			},
			{ "meshes/a.obj": obj },
		);
		expect(notes).toEqual([]);
		for (const [i, value] of [0, 0, 5, 0, 1, 5, -1, 0, 5].entries())
			expect(bodies[0].mesh.positions[i]).toBeCloseTo(value, 12);
	});

	it("gives objects the models and the density of a material", async () => {
		const { bodies } = await load({
			objects: {
				cloth: { mesh: { grid: {} }, material: "denim" },
				plain: {
					mesh: { grid: {} },
					material: { name: "denim", isotropic: true },
				},
				heavy: { mesh: { grid: {} }, material: "denim", arealDensity: 3 },
				sheet: {
					mesh: { disc: {} },
					material: { name: "natural-rubber", thickness: 0.001 },
				},
				block: { mesh: { box: {} }, material: "natural-rubber" },
				line: { mesh: { line: {} }, material: "nylon-line" },
			},
		});
		expect(
			bodies.map(({ models }) => models.map(({ model }) => model.name)),
		).toEqual([
			["orthotropic-membrane", "morley-bending"],
			["trbs", "morley-bending"],
			["orthotropic-membrane", "morley-bending"],
			["trbs", "morley-bending"],
			["stable-neo-hookean-quadratic-hexahedra"],
			["quadratic-spring"],
		]);
		expect(bodies[2].mass).toBeCloseTo(3, 12);
		expect((bodies[3] as Body).massOn).toBe("triangle");
		expect((bodies[4] as Body).massOn).toBe("hexahedron");
	});

	describe("the warp of a fabric", () => {
		/** A square of two triangles, whose u runs along y. */
		const turned =
			"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 1\nvt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\nf 1/1 3/3 4/4\n";
		const anglesOf = async (mesh: object, material: object | string) => {
			const { bodies } = await load(
				{ objects: { cloth: { mesh, material } } },
				{ "turned.obj": turned },
			);
			return bodies[0].models.map(({ material }) => material.warpAngle);
		};
		const denim = { name: "denim", warpAngle: 0.3 };

		it("lies along the x axis, or turned from there", async () => {
			expect(await anglesOf({ grid: {} }, "denim")).toEqual([0, 0]);
			expect(await anglesOf({ grid: {} }, denim)).toEqual([0.3, 0.3]);
		});

		it("lies along u of texture coordinates, or turned from there, also where the mesh was mended", async () => {
			for (const repair of [false, true]) {
				const mesh = { file: "turned.obj", repair };
				const along = await anglesOf(mesh, "denim");
				const further = await anglesOf(mesh, denim);
				for (const [i, angles] of [...along, ...further].entries())
					for (const angle of angles as Float64Array)
						expect(angle).toBeCloseTo(Math.PI / 2 + (i < 2 ? 0 : 0.3), 6);
			}
		});

		it("is only for fabrics", async () => {
			await expect(
				anglesOf({ grid: {} }, { name: "paper", warpAngle: 1 }),
			).rejects.toThrow(
				"objects.cloth.material: 'paper' is a sheet and no fabric; leave warpAngle out",
			);
		});
	});

	it("notes cloth whose mesh is too coarse for its folds, and no other", async () => {
		const { notes } = await load({
			objects: {
				coarse: { mesh: { grid: {} }, material: "wool" },
				fine: {
					mesh: { grid: { size: [0.1, 0.1], cells: [14, 14] } },
					material: "wool",
				},
				own: {
					mesh: { grid: {} },
					models: [
						membrane,
						{ model: "morley-bending", bendingRigidity: 1e-5 },
					],
					arealDensity: 0.2,
				},
				unbending: {
					mesh: { grid: {} },
					models: [membrane],
					arealDensity: 0.2,
				},
			},
		});
		expect(notes).toHaveLength(2);
		expect(notes[0]).toMatch(
			/^coarse: its edges are 110 mm long, and folds of this sheet under its weight need 7\.\d mm/,
		);
		expect(notes[1]).toMatch(/^own: /);
	});

	it("takes material values for each element", async () => {
		const values = Array.from({ length: 8 }, (_, i) => 100 + i);
		const loaded = await sheetWith({
			models: [{ ...membrane, youngModulus2d: values }],
		});
		expect(loaded.bodies[0].models[0].material.youngModulus2d).toEqual(values);
		await simulate(loaded.scene);
	});

	it("sets initial positions and velocities", async () => {
		const { scene } = await sheetWith({
			start: {
				scale: [1.1, 1, 1],
				translate: [0, 2, 0],
				velocity: [1, 0, 0],
				spin: { axis: [0, 0, 2], rate: 1, centre: [0, 2, 0] },
			},
		});
		const [body] = scene.meshBodies;
		expect([...body.positions.slice(24, 27)]).toEqual([1.1, 3, 0]);
		const [vx, vy, vz] = body.velocities.slice(24, 27);
		expect(vx).toBeCloseTo(1 - 2 * Math.PI * 1, 12);
		expect(vy).toBeCloseTo(2 * Math.PI * 1.1, 12);
		expect(vz).toBe(0);
		// The rest shape stays.
		expect(body.mesh.positions[24]).toBe(1);
	});

	it("holds, moves and turns vertices over time", async () => {
		const loaded = await sheetWith(
			{
				hold: [
					{
						vertices: { group: "left" },
						motion: {
							times: [0, 1],
							values: [
								[0, 0, 0],
								[0, 0, 0.5],
							],
						},
					},
					{
						vertices: { group: "right" },
						turn: {
							axis: [1, 0, 0],
							centre: [0, 0.5, 0],
							angle: { times: [0, 1], values: [0, 90] },
						},
					},
				],
			},
			{ simulation: { timeStep: 0.1, damping: { mass: 10 } } },
		);
		const simulation = await simulate(loaded.scene, loaded.options);
		await simulation.run({ seconds: 1 });
		expect(position(simulation, loaded, 0)[2]).toBeCloseTo(0.5, 12);
		const [x, y, z] = position(simulation, loaded, 8);
		expect(x).toBeCloseTo(1, 12);
		expect(y).toBeCloseTo(0.5, 12);
		expect(z).toBeCloseTo(0.5, 12);
	});

	it("lets vertices slide", async () => {
		const loaded = await sheetWith(
			{
				hold: [{ vertices: "all", slideOn: { line: [0, 1, 0] } }],
			},
			{ simulation: { timeStep: 0.1 } },
		);
		const simulation = await simulate(loaded.scene, loaded.options);
		simulation.step();
		const [x, y, z] = position(simulation, loaded, 4);
		expect([x, z]).toEqual([0.5, 0]);
		// Half of g t², where the first sixteenth of a substep is that of implicit Euler.
		expect(y).toBeCloseTo(0.5 - 0.04905, 4);
	});

	it("loads objects over time", async () => {
		const loaded = await sheetWith(
			{
				loads: [
					{ vertices: "all", force: { amplitude: [1, 0, 0], frequency: 0.25 } },
				],
			},
			{ gravity: [0, 0, 0] },
		);
		const { force } = loaded.scene.meshBodies[0].deadLoads[0];
		expect(force(0)[0]).toBe(0);
		expect(force(1)[0]).toBeCloseTo(1, 12);
		expect(force(3)[0]).toBeCloseTo(-1, 12);
	});

	it("has wind over time, with the air's density and the coefficient of a plate", async () => {
		const velocity = {
			times: [0, 2],
			values: [
				[0, 0, 0],
				[4, 0, 0],
			],
		};
		const { scene } = await sheetWith({}, { wind: { velocity } });
		const { velocity: at, ...rest } = scene.wind ?? {};
		expect(rest).toEqual({ airDensity: 1.2, dragCoefficient: 1.17 });
		expect((at as (time: number) => Vector3)(1)).toEqual([2, 0, 0]);
		await expect(
			sheetWith({}, { wind: { velocity: [1, 0, 0], airDensity: 0 } }),
		).rejects.toThrow(/wind.airDensity/);
	});

	it("loads each vertex as a list or a file says", async () => {
		const list = [
			[1, 0, 0],
			[0, 2, 0],
			[0, 0, 3],
		];
		const text = "# x y z\n1 0 0\n\n0, 2, 0\r\n0;0;3e0\n";
		const vertices = { group: "top" };
		const { scene } = await load(
			{
				objects: {
					sheet: {
						mesh: { grid: { cells: [2, 2] } },
						models: [membrane],
						arealDensity: 0.2,
						loads: [
							{ vertices, force: { each: list } },
							{ vertices, force: { each: "forces/top.txt" } },
							{
								vertices,
								lineLoad: {
									each: list,
									factor: { times: [0, 1], values: [0, 4] },
								},
							},
							{ vertices, acceleration: { each: list } },
							{ surfaceLoad: { each: Array(9).fill([0, 0, 2]) } },
							{ acceleration: [0, 1, 0] },
							{ pressure: { each: [1, 2, 3, 4, 5, 6, 7, 8, 9] } },
							{ pressure: { each: "p.txt" } },
						],
					},
				},
			},
			{
				"forces/top.txt": text,
				"p.txt": Array.from({ length: 9 }, (_, i) => i + 1).join("\n"),
			},
		);
		const [{ deadLoads, pressures }] = scene.meshBodies;
		for (const { force } of deadLoads.slice(0, 2))
			expect([...(force(0) as Float64Array)]).toEqual(list.flat());
		const [, , line, mass, , whole] = deadLoads;
		const top = [...scene.meshBodies[0].group("top")];
		for (const [i, vertex] of line.vertices.entries()) {
			const place = top.indexOf(vertex);
			expect(line.weights[i]).toBe(place === 1 ? 0.5 : 0.25);
			const force = Array.from(line.force(0.5)).slice(3 * i, 3 * i + 3);
			expect(force).toEqual(list[place].map((f) => 2 * f));
		}
		const { triangles } = scene.bodies[0].mesh;
		const around = triangles.filter((v) => v === top[1]).length;
		expect(mass.weights[1]).toBeCloseTo((around * 0.2) / (8 * 3), 12);
		expect(whole.weights.reduce((sum, m) => sum + m, 0)).toBeCloseTo(0.2, 12);
		expect(pressures[0].corners[0]).toBe(0);
		for (const { corners, pressure } of pressures)
			expect(Array.from(pressure(0))).toEqual(
				Array.from(corners, (v) => expect.closeTo(v + 1, 12)),
			);
		await simulate(scene);
	});

	it.each([
		["linear", 0.25],
		["smooth", 0.15625],
		["step", 0],
	])("interpolates %s values over time", async (interpolation, expected) => {
		const { scene } = await sheetWith({
			loads: [
				{
					pressure: { times: [1, 2], values: [0, 1], interpolation },
				},
				{
					pressure: { times: [0, 2], values: [0, 2], repeat: true },
				},
			],
		});
		const [{ pressure }, repeated] = scene.meshBodies[0].pressures;
		expect(pressure(0)[0]).toBe(0);
		expect(pressure(1.25)[0]).toBeCloseTo(expected, 12);
		expect(pressure(5)[0]).toBe(1);
		expect(repeated.pressure(4.5)[0]).toBeCloseTo(0.5, 12);
	});

	it("has colliders that move", async () => {
		const loaded = await sheetWith(
			{},
			{
				gravity: [0, 0, 0],
				colliders: {
					lift: {
						plane: { point: [0, -0.1, 0] },
						friction: 0.3,
						distance: 0.01,
						motion: {
							times: [0, 1],
							values: [
								[0, 0, 0],
								[0, 1, 0],
							],
						},
					},
					ball: { sphere: { centre: [5, 0, 0], radius: 0.1 } },
					block: {
						box: { size: [1, 2, 3], centre: [9, 0, 0], rotate: [0, 0, 90] },
						turn: { axis: [0, 1, 0], angle: 30 },
					},
					table: { cylinder: { from: [7, 0, 0], to: [7, 1, 0], radius: 0.1 } },
					rod: { capsule: { from: [7, 3, 0], to: [7, 4, 0], radius: 0.1 } },
				},
			},
		);
		const { scene, options } = loaded;
		expect(
			scene.colliders.map(({ name, shape }) => [name, shape.kind]),
		).toEqual([
			["lift", "plane"],
			["ball", "sphere"],
			["block", "box"],
			["table", "cylinder"],
			["rod", "capsule"],
		]);
		const [lift, , block] = scene.colliders;
		expect([lift.friction, lift.distance]).toEqual([
			{ static: 0.3, kinetic: 0.3 },
			0.01,
		]);
		// Two metres along x once it is turned.
		expect(block.shape.distance(0, 0, 0)).toBeCloseTo(-0.5, 12);
		expect(block.shape.rotation[3]).toBeCloseTo(1, 12);
		const simulation = await simulate(scene, options);
		await simulation.run({ seconds: 0.3 });
		expect(position(simulation, loaded, 0)[1]).toBeGreaterThan(0.2);
	});

	it("measures probes", async () => {
		const loaded = await sheetWith(
			{ hold: [{ vertices: "all", motion: [0, 1, 0] }] },
			{
				probes: {
					top: { object: "sheet", vertices: "all", take: "maximum" },
					moved: {
						object: "sheet",
						vertices: { group: "left" },
						quantity: "displacement",
					},
				},
			},
		);
		const simulation = await simulate(loaded.scene);
		simulation.step();
		expect(loaded.probes[0].columns.map(({ name }) => name)).toEqual([
			"top x",
			"top y",
			"top z",
		]);
		expect(loaded.probes[0].measure(simulation)).toEqual([1, 2, 0]);
		expect(loaded.probes[1].measure(simulation)).toEqual([0, 1, 0]);
	});
});
