/** Deformed bricks over the reference, seen from the side: lines of both on one face, and dots by how far apart they are. */
import { localEdges } from "pliant/mesh";
import { type Place, Sketch } from "../sketch.ts";
import type { Equilibrium, NodalErrors } from "./finiteElements.ts";

interface Panel {
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

const wide = 330;
const gap = 24;
const head = 26;

export function sideView(
	reference: Equilibrium,
	panels: readonly Panel[],
	view: View,
): string {
	const outline = faceEdges(reference, view);
	const shown = panels.map((panel) => faceEdges(panel.found, view));
	const points = [outline, ...shown].flatMap((edges) => edges.flat());
	const [left, right] = extremes(points.map(([x]) => x));
	const [low, high] = extremes(points.map(([, y]) => y));
	const scale = (wide - 2 * gap) / (right - left);
	const height = head + scale * (high - low) + 2 * gap;
	const sketch = new Sketch(wide * panels.length, Math.ceil(height));
	const most = Math.max(...panels.map(({ errors }) => errors.max));
	for (const [i, { title, found, errors }] of panels.entries()) {
		const at = ([x, y]: Place): Place => [
			wide * i + gap + scale * (x - left),
			height - gap - scale * (y - low),
		];
		for (const [a, b] of outline)
			sketch.lines([at(a), at(b)], { color: "#c9c4b8", width: 1 });
		for (const [a, b] of shown[i])
			sketch.lines([at(a), at(b)], { color: "#1f4e79", width: 1.4 });
		const radius = shown[i].length > 100 ? 2.2 : 4;
		for (let v = 0; 3 * v < found.u.length; v++)
			if (isOnFace(found, v, view))
				sketch.dots(
					[at(placeOf(found, v, view))],
					heat(errors.values[v] / most),
					radius,
				);
		sketch.text([wide * (i + 0.5), 18], title);
	}
	return sketch.svg();
}

const extremes = (values: readonly number[]) => [
	Math.min(...values),
	Math.max(...values),
];

const isOnFace = ({ mesh }: Equilibrium, v: number, { away }: View) =>
	Math.abs(mesh.positions[3 * v + away]) < 1e-9;

const placeOf = (
	{ mesh, u }: Equilibrium,
	v: number,
	{ right, up }: View,
): Place => [
	mesh.positions[3 * v + right] + u[3 * v + right],
	mesh.positions[3 * v + up] + u[3 * v + up],
];

function faceEdges(found: Equilibrium, view: View): [Place, Place][] {
	const { hexahedra } = found.mesh;
	const edges = new Map<string, [Place, Place]>();
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
