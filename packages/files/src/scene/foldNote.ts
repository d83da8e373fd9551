/** What to say of cloth whose mesh is too coarse for its folds. */
import type { Body } from "pliant";
import { foldEdge, isotropicFabric } from "pliant/materials";
import { cellMeasure, edgeLength, type Mesh } from "pliant/mesh";

type Values = Readonly<Record<string, unknown>>;

const named = (values: Values, ...keys: string[]): number[] | undefined => {
	const found = keys.map((key) => values[key]);
	return found.every((value) => typeof value === "number" && value > 0)
		? (found as number[])
		: undefined;
};

/** Young's modulus and rigidity of the sheet that a body's models make, where they are single numbers. */
function sheetOf(
	values: Values,
): { youngModulus2d: number; bendingRigidity: number } | undefined {
	const isotropic = named(values, "youngModulus2d", "bendingRigidity");
	if (isotropic) {
		const [youngModulus2d, bendingRigidity] = isotropic;
		return { youngModulus2d, bendingRigidity };
	}
	const woven = named(
		values,
		...["warpModulus2d", "weftModulus2d"],
		...["warpRigidity", "weftRigidity", "twistRigidity"],
	);
	if (!woven) return undefined;
	const [warpModulus2d, weftModulus2d, warpRigidity, weftRigidity, twist] =
		woven;
	const { membrane, bending } = isotropicFabric({
		...{ warpModulus2d, weftModulus2d, poissonRatio: 0 },
		...{ warpRigidity, weftRigidity, twistRigidity: twist },
	});
	return { youngModulus2d: membrane.youngModulus2d, ...bending };
}

const millimetres = (metres: number): string =>
	`${Number((1000 * metres).toPrecision(2))} mm`;

/** Beyond this part of the length that folds allow, meshes are too coarse. */
const tolerated = 1.2;

/** A note on edges that are too long for folds, for cloth under gravity [m/s²]. */
export function foldNote(body: Body, gravity: number): string | undefined {
	const { mesh, models, name, massOn, density } = body;
	const sheet = sheetOf(Object.assign({}, ...models.map((m) => m.material)));
	if (massOn !== "triangle" || !sheet || !(gravity > 0)) return undefined;
	if (density === undefined) return undefined;
	const needed = foldEdge({ ...sheet, arealDensity: density, gravity });
	const edge = meanEdge(mesh);
	if (!(edge > tolerated * needed)) return undefined;
	const area = cellMeasure(mesh, "triangle").reduce((sum, a) => sum + a, 0);
	const vertices = Math.round(area / needed ** 2);
	return `${name}: its edges are ${millimetres(edge)} long, and folds of this sheet under its weight need ${millimetres(needed)}: coarser triangles cannot bend with them, and it stands off like cardboard. Take cells of ${millimetres(needed)} (some ${vertices} vertices), or a smaller or stiffer sheet`;
}

/** Mean over the sides of all triangles [m]. */
function meanEdge({ positions, triangles }: Mesh): number {
	let sum = 0;
	for (const [i, vertex] of triangles.entries())
		sum += edgeLength(
			positions,
			vertex,
			triangles[i % 3 === 2 ? i - 2 : i + 1],
		);
	return sum / triangles.length;
}
