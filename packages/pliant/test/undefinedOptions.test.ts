import { describe, expect, test } from "vitest";
import * as frames from "../src/frames/index.ts";
import * as p from "../src/index.ts";
import * as mesh from "../src/mesh/index.ts";
import * as models from "../src/models/index.ts";
import { checkSimulation, staticsSettings } from "../src/simulation/options.ts";
import * as voxels from "../src/voxels/index.ts";

/** Options that are all there, as undefined. */
const none = (...names: string[]): never =>
	Object.fromEntries(names.map((name) => [name, undefined])) as never;

const surface = mesh.sphere({ subdivisions: 2 });
const points = [
	[0, 0, 0],
	[1, 0, 0],
] as const;
const silk = p.fabric("silk");
const described = ({ name, density, models, mesh }: p.Body) => ({
	name,
	density,
	models: models.map(({ model }) => model.name),
	positions: mesh.positions,
});

describe("options given as undefined are options left out:", () => {
	test.each<[string, () => unknown, () => unknown]>([
		[
			"grid",
			() => mesh.grid(),
			() => mesh.grid(none("size", "cells", "diagonal", "plane", "origin")),
		],
		["disc", () => mesh.disc(), () => mesh.disc(none("radius", "rings"))],
		[
			"sphere",
			() => mesh.sphere(),
			() => mesh.sphere(none("radius", "subdivisions")),
		],
		[
			"tube",
			() => mesh.tube(),
			() => mesh.tube(none("radius", "length", "segments", "rings")),
		],
		[
			"box",
			() => mesh.box(),
			() => mesh.box(none("size", "cells", "elements", "split", "origin")),
		],
		[
			"line",
			() => mesh.line(),
			() => mesh.line(none("from", "to", "segments")),
		],
		[
			"curve",
			() => mesh.curve({ points }),
			() => mesh.curve({ points, ...(none("closed", "segments") as object) }),
		],
		[
			"bar",
			() => frames.bar().surface,
			() => frames.bar(none("size", "frames", "edge")).surface,
		],
		[
			"uShape",
			() => frames.uShape().surface,
			() =>
				frames.uShape(none("width", "height", "thickness", "depth", "edge"))
					.surface,
		],
		[
			"tShape",
			() => frames.tShape().surface,
			() =>
				frames.tShape(none("width", "height", "thickness", "depth", "edge"))
					.surface,
		],
		[
			"puma",
			() => frames.puma().surface,
			() => frames.puma(none("length", "vertices")).surface,
		],
		[
			"turtle",
			() => frames.turtle().surface,
			() => frames.turtle(none("length", "vertices")).surface,
		],
		[
			"bunny",
			() => frames.bunny().surface,
			() => frames.bunny(none("height", "vertices")).surface,
		],
		[
			"jitter",
			() => mesh.jitter(mesh.grid()),
			() =>
				mesh.jitter(
					mesh.grid(),
					none("amount", "seed", "keepBoundary", "keep"),
				),
		],
		[
			"repairMesh",
			() => mesh.repairMesh(mesh.grid()),
			() => mesh.repairMesh(mesh.grid(), none("mergeDistance")),
		],
		[
			"createMesh",
			() => p.createMesh({ positions: [0, 0, 0] }),
			() =>
				p.createMesh({
					positions: [0, 0, 0],
					...(none("edges", "triangles", "tetrahedra", "groups") as object),
				}),
		],
		[
			"voxelise",
			() => voxels.voxelise(surface, { count: 200 }),
			() => voxels.voxelise(surface, { count: 200, size: undefined } as never),
		],
		[
			"Scene",
			() => new p.Scene().gravity,
			() => new p.Scene(none("gravity")).gravity,
		],
		[
			"collide",
			() => {
				const { name, friction, distance, moves } = new p.Scene().collide(
					p.collider.plane(),
				);
				return { name, friction, distance, moves };
			},
			() => {
				const { name, friction, distance, moves } = new p.Scene().collide(
					p.collider.plane(),
					none("name", "friction", "distance", "motion", "turn"),
				);
				return { name, friction, distance, moves };
			},
		],
		[
			"cloth",
			() => {
				const { bending: _, ...rest } = silk;
				return described(p.cloth.grid({}, rest));
			},
			() =>
				described(
					p.cloth.grid(none("cells", "size"), {
						...silk,
						...(none("name", "bending") as object),
					} as never),
				),
		],
		[
			"sheetOf",
			() => p.sheetOf("paper").bending.material,
			() => p.sheetOf("paper", none("thickness")).bending.material,
		],
		[
			"softSolid",
			() => p.softSolid("muscle").solid.material,
			() => p.softSolid("muscle", none("poissonRatio")).solid.material,
		],
		[
			"simulate",
			() => checkSimulation(new p.Scene(), { linear: {}, damping: {} }),
			() =>
				checkSimulation(new p.Scene(), {
					...(none(
						"timeStep",
						"accuracy",
						"substeps",
						"interactive",
						"integrator",
						"solver",
						"sweeps",
						"newtonIterations",
						"mustConverge",
						"tolerance",
						"linearTolerance",
						"mass",
						"backend",
						"threads",
					) as object),
					linear: none("method", "operator", "maxIterations"),
					damping: none("mass", "stiffness"),
				}),
		],
		[
			"solveStatics",
			() => staticsSettings({}),
			() => staticsSettings(none("loadSteps", "tolerance", "iterations")),
		],
	])("%s", (_, leftOut, asUndefined) => {
		expect(asUndefined()).toStrictEqual(leftOut());
	});

	for (const { name, parameters, apply } of models.namedModels)
		test(`parameters of ${name}`, () => {
			const values = (hasDefault: boolean) =>
				Object.entries(parameters).filter(
					([, { default: value }]) => (value !== undefined) === hasDefault,
				);
			const required = Object.fromEntries(
				values(false).map(([key, { typical }]) => [key, typical]),
			);
			const optional = none(...values(true).map(([key]) => key));
			expect(
				apply({ ...required, ...(optional as object) }).material,
			).toStrictEqual(apply(required).material);
		});

	test("slide takes the one that is given", () => {
		const sheet = p.cloth.grid({}, silk);
		sheet.slide([0], { plane: undefined, line: [1, 0, 0] } as never);
		expect(sheet.constraints.get(0)?.normals.length).toBe(2);
		expect(() => sheet.slide([0], {} as never)).toThrow(
			/slide: its plane or line is missing; it must be three finite numbers/,
		);
	});
});
