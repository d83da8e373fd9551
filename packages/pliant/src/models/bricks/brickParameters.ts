/** Parameters of bricks, what bricks refuse, and meshes of boxes. */
import { cellPositions } from "../../mesh/cellPositions.ts";
import { cellCount, type Mesh, type Vector3 } from "../../mesh/mesh.ts";
import { dotProduct } from "../geometry.ts";
import { between, flag, nonNegative } from "../parameters.ts";
import { solidMaterial } from "../solid/solidMaterial.ts";
import { boxCorners, combinedRest, meanEdgeShares } from "./brickShape.ts";

export const negativeSprings = flag({
	unit: "1",
	meaning:
		"1 permits springs of negative stiffness, which long cells or a negative Poisson ratio ask for",
	typical: 0,
	default: 0,
});

export const twistStiffness = nonNegative({
	unit: "1",
	meaning:
		"stiffness against twisting a brick, which its springs do not resist, over that of the material; 0 leaves it out",
	typical: 0.7,
	default: 1,
});

export const brickMaterial = {
	youngModulus: solidMaterial.youngModulus,
	// A grows with 1/(1 − 2ν): beyond this, forces would lose three digits to it.
	poissonRatio: between(-1, 0.4995, {
		unit: "1",
		meaning:
			"Poisson ratio; towards 1/2 the corrective stiffness grows without bound",
		typical: 0.4,
	}),
	twistStiffness,
	negativeSprings,
} as const;

/** Refuses springs that push when they are pulled: bricks of them may have no stable shape. */
export function requireStiffness(
	edges: readonly number[],
	sides: readonly number[],
	poissonRatio: number,
	permitted: number,
): void {
	const [a] = edges.flatMap((k, a) => (k < 0 ? [a] : []));
	if (a === undefined || permitted) return;
	const short = (value: number) => Number(value.toPrecision(4));
	throw new Error(
		`its springs along the side of ${short(sides[a])} m would get the stiffness ${short(edges[a])} N/m (sides ${sides.map(short).join(" × ")} m, poissonRatio ${poissonRatio}); take cells nearer to ${sides.length === 3 ? "cubes" : "squares"}, or permit it with negativeSprings: 1`,
	);
}

/** How far edges may be from those of a box, over its longest side: more than rounding of files. */
const tolerance = 1e-4;

/** Throws for hexahedra that are no boxes: bricks would have other moduli there. */
export function requireBoxes(mesh: Mesh): void {
	for (let cell = 0; cell < cellCount(mesh, "hexahedron"); cell++)
		if (!isBox(cellPositions(mesh, "hexahedron", cell)))
			throw new Error(
				`hexahedron ${cell} is not a box; bricks are: take cells with right angles, such as those of solid.box and solid.voxels, or finite elements such as stvk-hexahedra`,
			);
}

function isBox(X: readonly Vector3[]): boolean {
	const edges = combinedRest(X, meanEdgeShares(boxCorners));
	const lengths = edges.map((e) => Math.sqrt(dotProduct(e, e)));
	const allowed = tolerance * Math.max(...lengths);
	const isRight = [0, 1, 2].every((a) => {
		const b = (a + 1) % 3;
		const cosine = dotProduct(edges[a], edges[b]) / (lengths[a] * lengths[b]);
		return Math.abs(cosine) < tolerance;
	});
	return (
		isRight &&
		boxCorners.every((sides, p) =>
			[0, 1, 2].every((k) => {
				const place = sides.reduce(
					(sum, side, a) => sum + 0.5 * (side + 1) * edges[a][k],
					X[0][k],
				);
				return Math.abs(X[p][k] - place) < allowed;
			}),
		)
	);
}
