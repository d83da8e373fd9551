/** Surfaces around the y-axis, to be drawn. */
import type { Mesh } from "../../mesh/mesh.ts";

const segments = 48;

export const cylinderSurface = (half: number, radius: number) =>
	revolved([
		[0, -half],
		[radius, -half],
		[radius, -half],
		[radius, half],
		[radius, half],
		[0, half],
	]);

export function capsuleSurface(half: number, radius: number) {
	const quarter = Array.from({ length: 9 }, (_, i) => (i * Math.PI) / 16);
	return revolved([
		...quarter.map((a): [number, number] => [
			radius * Math.sin(a),
			-half - radius * Math.cos(a),
		]),
		...quarter.map((a): [number, number] => [
			radius * Math.cos(a),
			half + radius * Math.sin(a),
		]),
	]);
}

/** A profile of (ρ, y), from bottom to top, turned around the axis. Points given twice make a sharp edge. */
function revolved(
	profile: readonly (readonly [number, number])[],
): Pick<Mesh, "positions" | "triangles"> {
	const positions: number[] = [];
	const triangles: number[] = [];
	for (const [ring, [rho, y]] of profile.entries())
		for (let i = 0; i < segments; i++) {
			const angle = (2 * Math.PI * i) / segments;
			positions.push(rho * Math.cos(angle), y, rho * Math.sin(angle));
			if (ring === 0) continue;
			const [a, b] = [
				ring * segments + i,
				ring * segments + ((i + 1) % segments),
			];
			triangles.push(a, b, a - segments, b, b - segments, a - segments);
		}
	return {
		positions: Float64Array.from(positions),
		triangles: Uint32Array.from(triangles),
	};
}
