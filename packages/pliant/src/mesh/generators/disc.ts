import { requireCount, requireOptions, requirePositive } from "../../checks.ts";
import { createMesh, type Mesh } from "../mesh.ts";

export interface DiscOptions {
	/** [m]. Default 1. */
	readonly radius?: number;
	/** Rings of triangles around the centre. Default 10. */
	readonly rings?: number;
}

/**
 * A disc of nearly equilateral triangles in the xy-plane around the origin, normal +z: ring k has
 * 6k vertices, the first one on the x-axis. Groups: "rim" and "centre".
 */
export function disc(options: DiscOptions = {}): Mesh {
	requireOptions("disc", options, ["radius", "rings"]);
	const { radius = 1, rings = 10 } = options;
	requirePositive("disc: radius", radius);
	requireCount("disc: rings", rings);
	const vertexOnRing = (ring: number, i: number) =>
		ring === 0 ? 0 : 1 + 3 * ring * (ring - 1) + (i % (6 * ring));

	const positions = [0, 0, 0];
	for (let ring = 1; ring <= rings; ring++) {
		const r = (radius * ring) / rings;
		for (let i = 0; i < 6 * ring; i++) {
			const angle = (Math.PI * i) / (3 * ring);
			positions.push(r * Math.cos(angle), r * Math.sin(angle), 0);
		}
	}

	const triangles: number[] = [];
	for (let ring = 1; ring <= rings; ring++) {
		for (let sextant = 0; sextant < 6; sextant++) {
			const outer = (i: number) => vertexOnRing(ring, sextant * ring + i);
			const inner = (i: number) =>
				vertexOnRing(ring - 1, sextant * (ring - 1) + i);
			for (let i = 0; i < ring; i++) {
				triangles.push(inner(i), outer(i), outer(i + 1));
				if (i + 1 < ring) triangles.push(inner(i), outer(i + 1), inner(i + 1));
			}
		}
	}

	const rim = Array.from({ length: 6 * rings }, (_, i) =>
		vertexOnRing(rings, i),
	);
	return createMesh({ positions, triangles, groups: { rim, centre: [0] } });
}
