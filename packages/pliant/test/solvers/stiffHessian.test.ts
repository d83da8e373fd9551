/**
 * A Hessian that is too stiff makes Newton's moves short, whatever is left. No test of a solution may believe it (docs/explanation/how-a-step-works.md):
 * a substep is solved as without the error, or it fails.
 */
import {
	cloth,
	collider,
	fabric,
	Scene,
	type SceneBody,
	SimulationError,
	simulate,
	solid,
	stableNeoHookean,
	type Vector3,
} from "pliant";
import { boxSamples, frameBody, linearWeights } from "pliant/frames";
import { laws } from "pliant/models";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ContactTerm } from "../../src/contact/contactTerm.ts";
import { SurfaceTerm } from "../../src/contact/surface/surfaceTerm.ts";
import { FrameTerm } from "../../src/frames/frameTerm.ts";
import { ElementSum } from "../../src/system/elementSum.ts";
import type { NodeTerm, TakeBlock } from "../../src/system/nodeTerm.ts";

afterEach(() => {
	vi.restoreAllMocks();
});

/** Multiplies the blocks of all terms of a type by a factor, along directions that count. */
function stiffen(
	term: { readonly prototype: NodeTerm },
	factor: number,
	directions: Vector3 = [1, 1, 1],
): void {
	const own = term.prototype.visitBlocks;
	vi.spyOn(term.prototype, "visitBlocks").mockImplementation(function (
		this: NodeTerm,
		positive: boolean,
		take: TakeBlock,
	) {
		own.call(this, positive, (row, column, block) => {
			const stiff = block.map((entry, i) => {
				const counts = directions[Math.floor(i / 3)] * directions[i % 3];
				return entry * (1 + (factor - 1) * counts);
			});
			take(row, column, stiff);
		});
	});
}

function stiffenElements(factor: number): void {
	const own = ElementSum.prototype.addEdges;
	vi.spyOn(ElementSum.prototype, "addEdges").mockImplementation(function (
		this: ElementSum,
		arrays,
		{ scale, ...term },
		matrix,
	) {
		own.call(this, arrays, { ...term, scale: factor * scale }, matrix);
	});
}

const gravity: Vector3 = [6.9, -6.9, 0];
const rubber = { youngModulus: 1e6, poissonRatio: 0.35 };
const slope = { normal: [0, 1, 0] } as const;

function slidingBlock(scene: Scene): SceneBody {
	scene.collide(collider.plane(slope), { friction: 0.37 });
	return scene.add(
		solid.box(
			{ size: [0.1, 0.02, 0.1], origin: [0, 1e-4, 0], cells: [2, 1, 2] },
			{ solid: stableNeoHookean(rubber), density: 1000 },
		),
	);
}

const cases = {
	membranes: {
		scene: () => new Scene(),
		make: (scene: Scene) => {
			const sheet = scene.add(
				cloth.grid(
					{ size: [0.3, 0.3], cells: [6, 6], plane: "xz" },
					fabric("denim"),
				),
			);
			sheet.pin(sheet.corners("top"));
			return sheet;
		},
		plant: stiffenElements,
	},
	frames: {
		scene: () => new Scene(),
		make: (scene: Scene) => {
			const places: Vector3[] = [-0.1, 0, 0.1].map((x) => [x, 0, 0]);
			const bar = scene.add(
				frameBody({
					samples: boxSamples({
						...{ size: [0.3, 0.02, 0.02], origin: [-0.15, -0.01, -0.01] },
						counts: [9, 2, 2],
					}),
					frames: places.map((position) => ({ position })),
					weights: linearWeights(places),
					law: laws.stVenantKirchhoff(rubber),
					density: 1000,
				}),
			);
			bar.hold(0);
			return bar;
		},
		plant: (factor: number) => stiffen(FrameTerm, factor),
	},
	friction: {
		scene: () => new Scene({ gravity }),
		make: slidingBlock,
		plant: (factor: number) => stiffen(ContactTerm, factor, [1, 0, 1]),
	},
	"contact with colliders": {
		scene: () => new Scene({ gravity }),
		make: slidingBlock,
		plant: (factor: number) => stiffen(ContactTerm, factor),
	},
	"contact of surfaces": {
		scene: () => new Scene({ gravity, contact: { thickness: 2e-4 } }),
		make: slidingBlock,
		plant: (factor: number) => stiffen(SurfaceTerm, factor),
	},
};

async function moved({
	scene,
	make,
}: (typeof cases)[keyof typeof cases]): Promise<Float64Array> {
	const all = scene();
	const body = make(all);
	const simulation = await simulate(all);
	for (let i = 0; i < 6; i++) simulation.step();
	return simulation.positions(body);
}

/** Distance [m] that two solutions may be apart: each may be off by the default accuracy, over the size of a body, for a tenth of a second. */
const allowed = 2 * 5e-4 * 0.3;

describe.each(Object.entries(cases))("%s", (_, one) => {
	test.each([3, 1000])("of %i times the stiffness", async (factor) => {
		const right = await moved(one);
		one.plant(factor);
		let planted: Float64Array;
		try {
			planted = await moved(one);
		} catch (error) {
			expect(error).toBeInstanceOf(SimulationError);
			expect(factor).toBe(1000);
			return;
		}
		for (const [i, x] of right.entries())
			expect(Math.abs(planted[i] - x)).toBeLessThan(allowed);
	});
});
