/** Scenes that look valid, with values over the range that people might give, and now and then beyond. */
import { materials } from "pliant/materials";
import type { Random } from "../random.ts";

const materialsOf = (kind: string) =>
	Object.keys(materials).filter((name) => materials[name].kind === kind);

const substances = {
	cloth: [...materialsOf("fabric"), ...materialsOf("sheet")],
	solid: materialsOf("solid"),
	cable: materialsOf("cord"),
};

type Kind = keyof typeof substances;

const vector = (random: Random, most: number) =>
	[0, 1, 2].map(() => most * (2 * random.number() - 1));

function mesh(kind: Kind, random: Random): object {
	const cells = () => 1 + random.below(6);
	const size = () => random.magnitude(0.01, 3);
	const place = { translate: vector(random, 1), rotate: vector(random, 180) };
	const shape =
		kind === "cable"
			? { line: { to: vector(random, 2), segments: 1 + random.below(12) } }
			: kind === "solid"
				? {
						box: {
							size: [size(), size(), size()],
							cells: [1, 1, 1].map(() => 1 + random.below(3)),
							elements: random.of(["tetrahedra", "hexahedra"]),
						},
					}
				: random.of([
						{
							grid: {
								size: [size(), size()],
								cells: [cells(), cells()],
								plane: random.of(["xy", "xz"]),
							},
						},
						{ disc: { radius: size(), rings: 1 + random.below(4) } },
						{ sphere: { radius: size(), subdivisions: random.below(3) } },
						{
							tube: {
								radius: size(),
								length: size(),
								segments: 3 + random.below(8),
								rings: cells(),
							},
						},
					]);
	return { ...shape, ...(random.chance(0.7) && place) };
}

const models: Readonly<Record<Kind, (random: Random) => object>> = {
	cloth: (random) => ({
		models: [
			random.chance(0.2)
				? {
						model: "neo-hookean-membrane",
						youngModulus2d: random.magnitude(1e-2, 1e6),
					}
				: {
						model: random.of(["trbs", "trqs", "corotational-membrane"]),
						youngModulus2d: random.magnitude(1e-2, 1e6),
						poissonRatio: 0.95 * random.number(),
					},
			...(random.chance(0.5)
				? [
						random.chance(0.5)
							? {
									model: "linear-bending",
									bendingModulus: random.magnitude(1e-9, 1),
								}
							: {
									model: "morley-bending",
									bendingRigidity: random.magnitude(1e-9, 1),
								},
					]
				: []),
		],
		arealDensity: random.magnitude(1e-3, 10),
	}),
	solid: (random) => ({
		models: [
			{
				model: random.of([
					...["stable-neo-hookean", "stvk", "corotational", "neo-hookean"],
				]),
				youngModulus: random.magnitude(1, 1e9),
				poissonRatio: 0.49 * random.number(),
			},
		],
		density: random.magnitude(1, 2e4),
	}),
	cable: (random) => ({
		models: [
			{
				model: "quadratic-spring",
				axialStiffness: random.magnitude(1e-3, 1e7),
			},
		],
		linearDensity: random.magnitude(1e-5, 10),
	}),
};

function object(random: Random): object {
	const kind = random.of(["cloth", "cloth", "solid", "cable"] as const);
	const substance = random.chance(0.6)
		? { material: random.of(substances[kind]) }
		: models[kind](random);
	const isRigid = kind === "solid" && random.chance(0.15);
	const selection = () =>
		random.of([
			{ indices: [0] },
			{ indices: [0, 1, 2].slice(random.below(3)) },
			"boundary",
			{ nearest: vector(random, 1) },
		]);
	return {
		mesh: mesh(kind, random),
		...(isRigid ? { density: 1000, rigid: {} } : substance),
		...(random.chance(0.4) && {
			start: {
				...(random.chance(0.5) && { velocity: vector(random, 10) }),
				...(random.chance(0.3) && { noise: random.magnitude(1e-6, 1e-1) }),
				...(random.chance(0.3) && { scale: random.magnitude(0.2, 3) }),
				...(random.chance(0.2) && {
					spin: { axis: [0, 1, 0], rate: random.magnitude(0.01, 30) },
				}),
			},
		}),
		...(!isRigid &&
			random.chance(0.6) && {
				hold: [
					{
						vertices: selection(),
						...(random.chance(0.3) && {
							motion: {
								times: [0, random.magnitude(1e-3, 1)],
								values: [[0, 0, 0], vector(random, 1)],
							},
						}),
					},
				],
			}),
		...(!isRigid &&
			random.chance(0.3) && {
				loads: [
					random.of([
						{ vertices: { indices: [0] }, force: vector(random, 100) },
						{ acceleration: vector(random, 1000) },
						...(kind === "cloth"
							? [{ pressure: random.magnitude(1e-3, 1e5) }]
							: []),
					]),
				],
			}),
	};
}

const colliders = (random: Random): object =>
	random.of([
		{ plane: { normal: [0, 1, 0], point: [0, -2 * random.number(), 0] } },
		{
			sphere: { centre: vector(random, 1), radius: random.magnitude(0.05, 1) },
		},
		{ box: { size: [1, 0.2, 1], centre: [0, -2, 0] } },
	]);

/** As plain data, which becomes the text of a scene. */
export function randomScene(random: Random): object {
	const names = ["a", "b"].slice(0, random.chance(0.25) ? 2 : 1);
	return {
		pliant: 1,
		...(random.chance(0.3) && { gravity: vector(random, 30) }),
		objects: Object.fromEntries(names.map((name) => [name, object(random)])),
		...(random.chance(0.25) && { colliders: { c: colliders(random) } }),
		...(random.chance(0.05) && { contact: {} }),
		run: { steps: 10 },
		simulation: {
			...(random.chance(0.5) && {
				timeStep: random.magnitude(1e-5, 1),
				substeps: 1,
			}),
			...(random.chance(0.4) && {
				integrator: random.of(["implicit-euler", "bdf2", "symplectic-euler"]),
			}),
			...(random.chance(0.4) && {
				damping: { mass: random.magnitude(1e-3, 100) },
			}),
			...(random.chance(0.3) && {
				linear: { method: random.of(["auto", "direct", "multigrid"]) },
			}),
		},
	};
}
