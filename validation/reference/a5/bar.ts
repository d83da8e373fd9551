/** The bar of A5: 1 m long, clamped at x = 0, pulled down at x = 1 by a dead load. */
import {
	type AppliedModel,
	Scene,
	simulate,
	solid,
	type Vector3,
} from "pliant";
import A5 from "../A5.json" with { type: "json" };

export function variantOf(id: string) {
	const variant = A5.variants.find((variant) => variant.id === id);
	if (!variant) throw new Error(`A5.json has no variant ${id}`);
	const { probes, lines, strain_energy: strainEnergy } = variant.results;
	return {
		/** [m], by the name of the place. */
		displacements: new Map(
			probes.map(({ name, displacement }) => [name, displacement]),
		),
		/** [J] */
		strainEnergy,
		/** Places x, z along the axis of the bar [m]; none where the file has none. */
		axis: (lines?.[0].positions ?? []).map(([x, , z], i) => {
			const [u, , w] = lines?.[0].displacements[i] ?? [];
			return [x + u, z + w] as const;
		}),
	};
}

export const barSize = A5.geometry.size as unknown as Vector3;
export const material = {
	youngModulus: A5.variants[0].material.E,
	poissonRatio: A5.variants[0].material.nu,
};
/** On the end [N/m²]. */
export const traction = A5.variants[0].loads[0].vector as unknown as Vector3;
export const places = new Map(
	A5.variants[0].results.probes.map(({ name, position }) => [name, position]),
);

/** The bar, or one of another size, as finite elements, at rest under a traction [N/m²]. What comes out is over the factor of the load. */
export async function bentBar(
	model: AppliedModel,
	cells: Vector3,
	{ loadFactor = 1, size = barSize, pull = traction } = {},
) {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const bar = scene.add(
		solid.box({ size, cells }, { solid: model, density: 1000 }),
	);
	bar.pin(bar.group("x-min"));
	const [x, y, z] = pull;
	bar.surfaceLoad(
		[loadFactor * x, loadFactor * y, loadFactor * z],
		bar.group("x-max"),
	);
	const simulation = await simulate(scene, { linear: { method: "direct" } });
	simulation.solveStatics({ tolerance: 1e-9 });
	const moved = simulation.positions(bar);
	const displacement = (place: ArrayLike<number>): number[] => {
		// The vertex there counts, or the mean of the two beside it along y.
		const vertices = [-1e-6, 1e-6].map((aside) =>
			bar.nearest([place[0], place[1] + aside, place[2]]),
		);
		return [0, 1, 2].map((k) => {
			const [a, b] = vertices.map(
				(v) => moved[3 * v + k] - bar.mesh.positions[3 * v + k],
			);
			return (a + b) / 2 / loadFactor;
		});
	};
	return {
		/** [m] */
		displacement,
		/** [J] */
		strainEnergy: simulation.energies().elastic / loadFactor ** 2,
	};
}
