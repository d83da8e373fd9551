/** Deformed bricks over the reference, seen from the side: lines of both on one face, and dots by how far apart they are. */
import { localEdges } from "pliant/mesh";
import { dot, line, type Point, sketch } from "../sketch.ts";
import type { Equilibrium, NodalErrors } from "./finiteElements.ts";

interface Shown {
	readonly title: string;
	readonly found: Equilibrium;
	readonly errors: NodalErrors;
}

interface View {
	/** The axes that go right and up, and the one along which the face is at zero. */
	readonly right: number;
	readonly up: number;
	readonly away: number;
}

const size = { width: 330, height: 250 };

/** Beside each other, with one scale of colours. */
export function sideView(
	reference: Equilibrium,
	shown: readonly Shown[],
	view: View,
): string {
	const outline = faceEdges(reference, view).map((edge) =>
		line(edge, { color: "#c9c4b8", width: 1 }),
	);
	const most = Math.max(...shown.map(({ errors }) => errors.max));
	const panels = shown.map(({ title, found, errors }) => {
		const edges = faceEdges(found, view);
		const radius = edges.length > 100 ? 2.2 : 4;
		const dots = errors.values.flatMap((error, v) =>
			isOnFace(found, v, view)
				? [dot(placeOf(found, v, view), heat(error / most), radius)]
				: [],
		);
		const lines = edges.map((edge) =>
			line(edge, { color: "#1f4e79", width: 1.4 }),
		);
		return { title, shapes: [...outline, ...lines, ...dots] };
	});
	return sketch(panels, 3, size);
}

const isOnFace = ({ mesh }: Equilibrium, v: number, { away }: View) =>
	Math.abs(mesh.positions[3 * v + away]) < 1e-9;

const placeOf = (
	{ mesh, u }: Equilibrium,
	v: number,
	{ right, up }: View,
): Point => [
	mesh.positions[3 * v + right] + u[3 * v + right],
	mesh.positions[3 * v + up] + u[3 * v + up],
];

function faceEdges(found: Equilibrium, view: View): [Point, Point][] {
	const { hexahedra } = found.mesh;
	const edges = new Map<string, [Point, Point]>();
	for (let cell = 0; cell < hexahedra.length; cell += 8)
		for (const [a, b] of localEdges.hexahedron) {
			const ends = [hexahedra[cell + a], hexahedra[cell + b]];
			if (!ends.every((v) => isOnFace(found, v, view))) continue;
			ends.sort((v, w) => v - w);
			edges.set(ends.join(), [
				placeOf(found, ends[0], view),
				placeOf(found, ends[1], view),
			]);
		}
	return [...edges.values()];
}

/** From green over yellow to red. */
const heat = (share: number): string =>
	`hsl(${Math.round(120 * (1 - Math.min(1, share)))} 75% 42%)`;
