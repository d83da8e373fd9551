import { describe, expect, test } from "vitest";
import { wasmBackend } from "../../src/backends/wasm.ts";
import {
	type Body,
	cloth,
	Scene,
	solid,
	stableNeoHookean,
	stableNeoHookeanHexahedra,
	trbs,
} from "../../src/index.ts";
import { linearBending } from "../../src/models/index.ts";
import { buildScene } from "../../src/scene/build.ts";
import { createLinearSolver } from "../../src/solvers/linear/linearSolvers.ts";
import { SolverMemory } from "../../src/solvers/linear/solverMemory.ts";
import { Hessian } from "../../src/time/hessian.ts";
import { vectorOf } from "../system/context.ts";

/** What each solver says of the stiffness of a body that is held at one end and pushed together by some strains. */
async function verdicts(body: () => Body, strains: readonly number[]) {
	const scene = new Scene();
	const added = scene.add(body());
	added.pin(added.where((x) => x === 0 || x === 1));
	const built = await buildScene(scene, {
		backend: wasmBackend,
		mass: "lumped",
		timeStep: 1 / 60,
	});
	const { model, state, constraints, arena, space, team } = built;
	const rest = state.x.array.slice();
	const hessian = new Hessian({ ...built });
	const context = {
		pattern: model.pattern,
		space,
		memory: new SolverMemory(),
		edges: () => ({
			pattern: model.edges,
			constraints: constraints.inArena(arena),
			filter: (vector: Float64Array) => constraints.filter(vector),
			fixed: constraints.fixed,
			held: constraints.vertices,
			frames: [],
			innerNodes: new Map(),
			positions: state.x,
			restPositions: () => vectorOf(space, rest),
			arena,
			space,
			team,
		}),
	};
	const solvers = (
		[
			{ method: "direct" },
			{ method: "multigrid" },
			{ method: "conjugate-gradient" },
			{ method: "conjugate-gradient", operator: "matrix-free" },
		] as const
	).map((options) => createLinearSolver(context, options));
	const buffers = [space.vector(), space.vector()] as const;
	return strains.map((strain) => {
		state.x.array.set(rest.map((x, i) => (i % 3 === 0 ? (1 - strain) * x : x)));
		hessian.set({ mass: 0, dissipation: 0, damping: 0, shift: 1e-10 }, false);
		return solvers.map((solver) => solver.isPositiveDefinite(hessian, buffers));
	});
}

const shape = { size: [1, 0.1, 0.1], cells: [12, 2, 2] } as const;
const material = { youngModulus: 1e5, poissonRatio: 0.3 };

describe("all solvers agree on whether a stiffness is positive definite", () => {
	test.each<[string, () => Body, readonly number[]]>([
		[
			"a sheet with bending",
			() =>
				cloth.grid(
					{ size: [1, 0.2], cells: [20, 4] },
					{
						membrane: trbs({ youngModulus2d: 500, poissonRatio: 0.3 }),
						bending: linearBending({ bendingModulus: 1e-3 }),
						arealDensity: 0.2,
					},
				),
			[-0.1, 0, 1e-6, 4e-6, 2e-5, 1e-4, 0.01, 0.3],
		],
		[
			"tetrahedra",
			() =>
				solid.box(shape, {
					solid: stableNeoHookean.elements.tetrahedra(material),
					density: 1,
				}),
			[-0.1, 0, 0.01, 0.02, 0.03, 0.05, 0.1, 0.4],
		],
		[
			"hexahedra",
			() =>
				solid.box(shape, {
					solid: stableNeoHookeanHexahedra(material),
					density: 1,
				}),
			[-0.1, 0, 0.01, 0.02, 0.03, 0.05, 0.1, 0.4],
		],
	])("of %s, stretched to crushed", async (_, body, strains) => {
		const found = await verdicts(body, strains);
		for (const [direct, ...others] of found)
			for (const other of others) expect(other).toBe(direct);
		expect(found[0][0]).toBe(true);
		expect(found.at(-1)?.[0]).toBe(false);
		console.info(
			strains.map((strain, i) => `${strain}: ${found[i][0]}`).join(", "),
		);
	});
});
