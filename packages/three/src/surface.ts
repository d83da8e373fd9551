/** What is drawn of a body: made where the simulation runs, which may be a worker, and handed to where three.js is. */
import { Body, type SceneBody, type Simulation } from "pliant";
import { type Mesh, skinTriangles } from "pliant/mesh";
import { type DisplaySurface, meshSurface } from "./meshSurface.ts";

export type { DisplaySurface } from "./meshSurface.ts";

/** Its skin where it has one, its triangles, the boundary of its solid cells, its cables. */
export function displaySurface(body: SceneBody): DisplaySurface {
	const skin = body instanceof Body ? body.skin : undefined;
	const mesh: Mesh = skin?.mesh ?? body.mesh;
	const ofCells = skinTriangles(mesh);
	return meshSurface({
		name: body.name,
		isSolid:
			ofCells.length > 0 || skin !== undefined || !(body instanceof Body),
		positions: mesh.positions,
		triangles: Uint32Array.from([...mesh.triangles, ...ofCells]),
		edges: mesh.edges,
		held: body instanceof Body && !skin ? [...body.constraints.keys()] : [],
	});
}

/** Writes where the points of a surface are [m], xyz each. */
export function displayPoints(
	simulation: Simulation,
	body: SceneBody,
	{ vertices }: Pick<DisplaySurface, "vertices">,
	out: Float32Array,
): Float32Array {
	const positions =
		body instanceof Body && body.skin
			? simulation.skin(body).positions
			: simulation.positions(body);
	for (let i = 0; i < vertices.length; i++)
		for (let k = 0; k < 3; k++) out[3 * i + k] = positions[3 * vertices[i] + k];
	return out;
}
