import type { Mesh } from "pliant";
import { delaunay } from "../../delaunay.ts";
import { planarMesh } from "../../planarMesh.ts";

/** A square sheet of side 1 with one row of clamp before x = 0, whose triangles are equilateral and turned by an angle [°], but for its sides. */
export function turnedSheet(cells: number, degrees: number): Mesh {
	const points: [number, number][] = [];
	for (let i = 0; i <= cells; i++) points.push([-1, i], [0, i], [cells, i]);
	for (let i = 1; i < cells; i++) points.push([i, 0], [i, cells]);
	const angle = (degrees * Math.PI) / 180;
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	const isInside = (p: number) => p > 0.6 && p < cells - 0.6;
	for (let a = -2 * cells; a <= 2 * cells; a++)
		for (let b = -2 * cells; b <= 2 * cells; b++) {
			const [u, v] = [a + b / 2, (b * Math.sqrt(3)) / 2];
			const [x, y] = [c * u - s * v + cells / 2, s * u + c * v + cells / 2];
			if (isInside(x) && isInside(y)) points.push([x, y]);
		}
	const { vertices, triangles } = delaunay(points);
	return planarMesh({
		vertices: vertices.map((point) => point.map((p) => p / cells)),
		triangles,
	});
}
