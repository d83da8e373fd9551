import { describe, expect, test } from "vitest";
import { wasmBackend } from "../../src/backends/wasm.ts";
import { cloth, Scene, trbs } from "../../src/index.ts";
import { buildScene } from "../../src/scene/build.ts";
import { BlockMatrix } from "../../src/system/blockMatrix.ts";
import type { EdgeMatrix } from "../../src/system/edgeMatrix.ts";
import { stepArrays } from "../../src/system/model.ts";
import { randomNumbers } from "../../src/testing/index.ts";
import { Hessian } from "../../src/time/hessian.ts";
import { multiplyBlocks, vectorOf } from "../system/context.ts";

/** A held, sliding and damped sheet in some state. */
async function sheetState() {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ cells: [3, 2] },
			{
				membrane: trbs({
					youngModulus2d: 50,
					poissonRatio: 0.3,
					dampingTime: 0.1,
				}),
				arealDensity: 0.3,
			},
		),
	);
	sheet.pin(sheet.group("top-left"));
	sheet.slide(sheet.group("bottom"), { plane: [1, 2, 2] });
	const built = await buildScene(scene, {
		backend: wasmBackend,
		mass: "consistent",
		timeStep: 1 / 60,
	});
	const { state, work } = built;
	const random = randomNumbers(5);
	for (const [i, x] of state.x.array.entries())
		state.x.array[i] = x + 0.05 * random();
	work.dissipationPositions.array.set(state.x.array);
	const x = Float64Array.from(state.x.array, random);
	return { ...built, x };
}

describe("matrices that a solver owns", () => {
	test("hold the Hessian at positions that the state need not have, until they are filled again", async () => {
		const built = await sheetState();
		const { model, state, work, space } = built;
		const hessian = new Hessian({ ...built });
		hessian.set({ mass: 3, dissipation: 2, damping: 0, shift: 0 }, true);
		const numbers = ({ blocks, weights }: EdgeMatrix) => [
			...blocks.array,
			...weights.array,
		];
		const elsewhere = vectorOf(
			space,
			state.x.array.map((x, i) => (i % 3 === 0 ? 1.2 * x : x)),
		);
		const before = [state.x, work.dissipationPositions, work.stepVelocity].map(
			({ array }) => array.slice(),
		);
		const made = { hasContact: false, isExact: false };
		const [own, other] = [model.edges.matrix(), model.edges.matrix()];
		hessian.fillEdges(own);
		const kept = numbers(own);
		hessian.fillEdgesAt(elsewhere, made, other);
		expect(numbers(own)).toEqual(kept);
		expect(numbers(other)).not.toEqual(kept);
		expect(
			[state.x, work.dissipationPositions, work.stepVelocity].map(
				({ array }) => array,
			),
		).toEqual(before);
		// The same as at a state that is there and rests.
		state.x.array.set(elsewhere.array);
		work.dissipationPositions.array.set(elsewhere.array);
		work.stepVelocity.array.fill(0);
		hessian.fillEdges(own);
		expect(numbers(own)).toEqual(numbers(other));
	});
});

describe("matrix-free products", () => {
	const factors = { mass: 3, dissipation: 2, damping: 0 };
	const shift = 0.25;

	test("with a shift: plus so many mean diagonal entries", async () => {
		const { x, ...built } = await sheetState();
		const { model, state, work, constraints, space } = built;
		const assembled = new BlockMatrix(model.pattern);
		const at = stepArrays(state, work);
		const term = { scale: 1, positive: false };
		model.elastic.addHessian(at.elastic, term, assembled);
		model.dissipation.addHessian(
			at.dissipation,
			{ ...term, scale: factors.dissipation },
			assembled,
		);
		model.mass.addTo(assembled, factors.mass);
		const entries = [...assembled.diagonal].flatMap((block) =>
			[0, 4, 8].map((entry) => assembled.blocks[9 * block + entry]),
		);
		const mean = entries.reduce((a, b) => a + Math.abs(b)) / entries.length;

		const free = new Hessian({ ...built });
		const product = (shift: number) => {
			const out = space.vector();
			free.set({ ...factors, shift }, false);
			// What a shift amounts to is known with the diagonal.
			free.diagonalBlocks(new Float64Array(9 * model.vertexCount));
			free.apply(vectorOf(space, x), out);
			return out.array;
		};
		const [plain, shifted] = [product(0), product(shift)];
		const allowed = x.slice();
		constraints.filter(allowed);
		for (const [i, value] of shifted.entries())
			expect(value - plain[i]).toBeCloseTo(shift * mean * allowed[i], 10);

		// Both of them as a matrix has it.
		assembled.shiftDiagonal(shift);
		constraints.restrict(assembled);
		const expected = multiplyBlocks(assembled, x);
		for (const [i, value] of shifted.entries())
			expect(value).toBeCloseTo(expected[i], 10);
		const diagonal = new Float64Array(9 * model.vertexCount);
		free.diagonalBlocks(diagonal);
		for (const [row, block] of assembled.diagonal.entries())
			for (let j = 0; j < 9; j++)
				expect(diagonal[9 * row + j]).toBeCloseTo(
					assembled.blocks[9 * block + j],
					10,
				);
	});
});
