import { requireCount, requireOptions, requirePositive } from "../../checks.ts";
import { createMesh, type Mesh } from "../mesh.ts";

export interface TubeOptions {
	/** [m]. Default 0.5. */
	readonly radius?: number;
	/** [m]. Default 1. */
	readonly length?: number;
	/** Triangles' edges around the tube. Default 24. */
	readonly segments?: number;
	/** Rings of triangles along the tube. Default 8. */
	readonly rings?: number;
}

/**
 * An open cylinder around the y-axis from y = 0 to y = length, normals outward. Every second circle
 * of vertices is turned by half a segment, so that the mesh favours no sense of twist.
 * Groups: "bottom" and "top".
 */
export function tube(options: TubeOptions = {}): Mesh {
	requireOptions("tube", options, ["radius", "length", "segments", "rings"]);
	const { radius = 0.5, length = 1, segments = 24, rings = 8 } = options;
	requirePositive("tube: radius", radius);
	requirePositive("tube: length", length);
	requireCount("tube: segments", segments, 3);
	requireCount("tube: rings", rings);
	const vertexAt = (circle: number, i: number) =>
		circle * segments + (i % segments);

	const positions: number[] = [];
	for (let circle = 0; circle <= rings; circle++) {
		for (let i = 0; i < segments; i++) {
			const angle = (2 * Math.PI * (i + (circle % 2) / 2)) / segments;
			positions.push(
				radius * Math.cos(angle),
				(length * circle) / rings,
				-radius * Math.sin(angle),
			);
		}
	}

	const triangles: number[] = [];
	for (let ring = 0; ring < rings; ring++) {
		// Vertex i of a turned circle lies between i and i + 1 of the others.
		const turned = ring % 2;
		for (let i = 0; i < segments; i++) {
			const a = vertexAt(ring, i);
			const b = vertexAt(ring, i + 1);
			const c = vertexAt(ring + 1, i + turned);
			const d = vertexAt(ring + 1, i + turned + 1);
			triangles.push(a, b, c, b, d, c);
		}
	}

	const circle = (k: number) =>
		Array.from({ length: segments }, (_, i) => vertexAt(k, i));
	return createMesh({
		positions,
		triangles,
		groups: { bottom: circle(0), top: circle(rings) },
	});
}
