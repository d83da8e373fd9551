/** A rectangle of four triangles with a node in the middle, its edges springs by Van Gelder's rule. */
import { edgesOf, grid } from "pliant/mesh";
import { quadraticSpring, springStiffness } from "pliant/models";
import { LinearStatics } from "pliant/testing";

export interface Rectangle {
	/** Width and height, l₀ and h₀ [m]. */
	readonly sides: readonly [number, number];
	/** [N/m] */
	readonly youngModulus2d: number;
	readonly poissonRatio: number;
}

/** E and ν of small strains in tension along the height. */
export function pulledRectangle({ sides, ...material }: Rectangle) {
	const [l, h] = sides;
	const mesh = grid({ size: sides, cells: [1, 1], diagonal: "crossed" });
	const { axialStiffness } = springStiffness(mesh, "van-gelder", material);
	const statics = new LinearStatics(edgesOf(mesh), quadraticSpring, {
		axialStiffness,
	});
	// Corners are bottom left, bottom right, top left, top right. A unit force pulls the top.
	const forces = new Float64Array(statics.size);
	forces[3 * 2 + 1] = forces[3 * 3 + 1] = 0.5;
	const held = new Set([0, 1, 3 * 1 + 1]);
	const u = statics.solve(forces, (i) => i % 3 === 2 || held.has(i));
	const stretch = (u[3 * 2 + 1] + u[3 * 3 + 1]) / 2 / h;
	const contraction = (u[0] - u[3] + u[3 * 2] - u[3 * 3]) / 2 / l;
	return {
		youngModulus2d: 1 / l / stretch,
		poissonRatio: contraction / stretch,
	};
}

/** The same in closed form: E and ν of a rectangle, with what is printed as 4 l⁴ ν² in the latter's denominator as 4 l⁴ ν. */
export function closedForm({
	sides: [l, h],
	youngModulus2d: E,
	poissonRatio: nu,
}: Rectangle) {
	const [l2, h2] = [l * l, h * h];
	const C = 4 * l2 * l2 * nu - 5 * l2 * l2 - 2 * l2 * h2 - h2 * h2;
	const I =
		(l2 * l2 - 6 * l2 * h2 + h2 * h2) * nu +
		5 * l2 * l2 +
		2 * l2 * h2 +
		5 * h2 * h2;
	const H = (l2 - h2) ** 2 * nu + 4 * l2 * h2;
	return {
		youngModulus2d: (-I / (2 * (1 + nu) * C)) * E,
		poissonRatio: -H / C,
	};
}
