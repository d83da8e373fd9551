/** Skins of springs that slide over shapes which move, and what they look like. */
import { Scene, simulate } from "pliant";
import { edgeTopology, type Mesh, type Vector3 } from "pliant/mesh";
import { round } from "./drawing.ts";
import { exact, type Figure, type Row, told } from "./experiment.ts";
import {
	constantRule,
	type EdgeRule,
	springMesh,
	vanGelderRule,
} from "./springMesh.ts";
import { unevenness } from "./unevenness.ts";

interface SkinSetup {
	/** As it lies on the shapes before they move. */
	readonly mesh: Mesh;
	/** How many times as long as without tension its edges are there; 1 if not given. */
	readonly stretch?: number;
	readonly rule: EdgeRule;
	/** Puts the shapes that move into the scene. */
	readonly shapes: (scene: Scene) => void;
	/** Where a vertex is held: how it moves with a shape, from its rest position; nothing where it is free. */
	readonly held: (x: Vector3) => ((time: number) => Vector3) | undefined;
	/** Distance [m] of a point to the shapes at a time, negative inside. */
	readonly distance: (x: Vector3, time: number) => number;
	/** Duration of the motion [s]; then it comes to rest. */
	readonly duration: number;
	/** Damping by mass [1/s]. */
	readonly damping: number;
}

interface RelaxedSkin {
	readonly rule: EdgeRule;
	readonly positions: Float64Array;
	/** Distance of a vertex from a shape at least [m], negative inside. */
	readonly leastDistance: number;
	/** Largest way [m] of a free vertex along x, beside the shape that does not move. */
	readonly slid: number;
	/** Unevenness of the principal stretches of free triangles. */
	readonly unevenness: number;
	/** Root mean square of how much stretches differ between free triangles that share an edge. */
	readonly roughness: number;
}

/** Two dampings [1/s], which lead to the same equilibrium if there is only one. */
const dampings = [4, 8];

/** The same skin with springs of constant stiffness and with those of eq. 29. */
export async function skinsByRule(setup: Omit<SkinSetup, "rule" | "damping">) {
	const [damping, another] = dampings;
	const relaxed = (rule: EdgeRule, damping: number) =>
		relaxedSkin({ ...setup, rule, damping });
	const constant = await relaxed(constantRule, damping);
	const formula = await relaxed(vanGelderRule, damping);
	const again = await relaxed(vanGelderRule, another);
	return { constant, formula, again };
}

export type SkinsByRule = Awaited<ReturnType<typeof skinsByRule>>;

/** How evenly neighbouring triangles are stretched; that the skin stays outside of a shape, and has one equilibrium. */
export function skinRows(
	{ constant, formula, again }: SkinsByRule,
	shape: string,
): Row[] {
	const skins = [constant, formula];
	return [
		...skins.map(({ rule, roughness }) =>
			told(`${rule.name}: roughness of stretches`, roughness, {
				source: "the paper gives pictures only",
			}),
		),
		exact(
			"eq. 29: farthest a vertex is from where another damping leads it [m]",
			formula.positions.reduce(
				(most, c, i) => Math.max(most, Math.abs(c - again.positions[i])),
				0,
			),
			{ atMost: 1e-6, source: "there is one equilibrium" },
		),
		...skins.map(({ rule, leastDistance }) =>
			exact(`${rule.name}: least distance to ${shape} [m]`, leastDistance, {
				atLeast: 0,
				source: "the skin stays outside",
			}),
		),
	];
}

export const skinFigure = (
	mesh: Mesh,
	{ constant, formula }: SkinsByRule,
): Figure => ({
	kind: "drawing",
	title:
		"Circles in the triangles at rest, and what has become of them with either rule",
	svg: ellipseDrawing(mesh, [
		{ title: "rest", positions: mesh.positions },
		...[constant, formula].map(({ rule, positions }) => ({
			title: rule.name,
			positions,
		})),
	]),
});

/** The skin of eq. 29 at several times, one after the other: at each of them it comes to rest before shapes move on. */
export const skinInPoses = (
	setup: Omit<SkinSetup, "rule" | "damping" | "duration">,
	times: readonly number[],
): Promise<RelaxedSkin[]> =>
	relaxedSkins({ ...setup, rule: vanGelderRule, damping: dampings[0] }, times);

async function relaxedSkin(setup: SkinSetup): Promise<RelaxedSkin> {
	const [skin] = await relaxedSkins(setup, [setup.duration]);
	return skin;
}

async function relaxedSkins(
	setup: Omit<SkinSetup, "duration">,
	times: readonly number[],
): Promise<RelaxedSkin[]> {
	const { mesh, rule, shapes, held, distance, damping, stretch = 1 } = setup;
	const scene = new Scene({ gravity: [0, 0, 0] });
	const cut = { ...mesh, positions: mesh.positions.map((c) => c / stretch) };
	const body = scene.add(springMesh(cut, rule));
	body.place((x, y, z) => [x * stretch, y * stretch, z * stretch]);
	const isHeld: boolean[] = [];
	for (let v = 0; v < body.vertexCount; v++) {
		const X = pointOf(mesh.positions, v);
		const motion = held(X);
		isHeld.push(motion !== undefined);
		if (motion) body.move([v], (time) => minus(motion(time), X));
	}
	shapes(scene);
	const simulation = await simulate(scene, {
		damping: { mass: damping },
	});
	const isFree = (t: number) =>
		[0, 1, 2].every((k) => !isHeld[mesh.triangles[3 * t + k]]);
	const skins: RelaxedSkin[] = [];
	for (const time of times) {
		await simulation.run({ seconds: time - simulation.time });
		simulation.solveStatics({ iterations: 1000 });
		const { values } = simulation.principalStretches(body);
		const positions = simulation.positions(body).slice();
		skins.push({
			rule,
			positions,
			leastDistance: Math.min(
				...isHeld.map((_, v) => distance(pointOf(positions, v), time)),
			),
			slid: largestSlide(mesh, positions, isHeld),
			unevenness: unevenness(
				[...values].filter((_, i) => isFree(Math.floor(i / 2))),
			),
			roughness: roughness(mesh, values, isFree),
		});
	}
	return skins;
}

function largestSlide(
	{ positions: X }: Mesh,
	x: Float64Array,
	isHeld: readonly boolean[],
): number {
	let most = 0;
	for (const [v, held] of isHeld.entries())
		if (!held && X[3 * v] < 0)
			most = Math.max(most, Math.abs(x[3 * v] - X[3 * v]));
	return most;
}

/** The principal stretches of neighbours differ little where a skin deforms smoothly, whatever its shape. */
function roughness(
	mesh: Mesh,
	stretches: Float64Array,
	isFree: (triangle: number) => boolean,
): number {
	const { offsets, items } = edgeTopology(mesh, "triangle").edgeCells;
	let [sum, count] = [0, 0];
	for (let edge = 0; edge + 1 < offsets.length; edge++) {
		const [a, b] = items.subarray(offsets[edge], offsets[edge + 1]);
		if (b === undefined || !isFree(a) || !isFree(b)) continue;
		for (let k = 0; k < 2; k++)
			sum += (stretches[2 * a + k] - stretches[2 * b + k]) ** 2;
		count += 2;
	}
	return Math.sqrt(sum / count);
}

const pointOf = (x: Float64Array, v: number): Vector3 => [
	x[3 * v],
	x[3 * v + 1],
	x[3 * v + 2],
];
const minus = (a: Vector3, b: Vector3): Vector3 => [
	a[0] - b[0],
	a[1] - b[1],
	a[2] - b[2],
];
const dotOf = (a: Vector3, b: Vector3): number =>
	a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const corners = 12;
const scale = 95;

/**
 * The skin seen along −z, with what became of a circle in every triangle at rest: an ellipse, drawn where it faces the eye.
 */
function ellipseDrawing(
	mesh: Mesh,
	states: readonly {
		readonly title: string;
		readonly positions: Float64Array;
	}[],
): string {
	const xs = states.flatMap(({ positions }) =>
		[...positions].filter((_, i) => i % 3 === 0),
	);
	const ys = states.flatMap(({ positions }) =>
		[...positions].filter((_, i) => i % 3 === 1),
	);
	const [left, top] = [Math.min(...xs) - 0.1, Math.max(...ys) + 0.1];
	const width = Math.max(...xs) + 0.1 - left;
	const height = top - Math.min(...ys) + 0.1;
	const head = 22;
	const cell = scale * height + head;
	const parts = states.map(({ title, positions }, i) => {
		const paths = ellipses(mesh, positions).map((points) => {
			const pixels = points.map(([x, y]) => [
				Math.round(10 * scale * (x - left)),
				Math.round(10 * scale * (top - y)),
			]);
			// From point to point in tenths of a pixel: a third of the length of the same in pixels.
			const steps = pixels
				.slice(1)
				.map(([x, y], i) => `${x - pixels[i][0]} ${y - pixels[i][1]}`);
			return `M${pixels[0].join(" ")}l${steps.join(" ")}z`;
		});
		return `<g transform="translate(0 ${round(i * cell)})"><text x="8" y="16">${title}</text><path transform="translate(0 ${head}) scale(0.1)" d="${paths.join("")}" fill="#dbe7f3" stroke="#1f4e79" stroke-width="7"/></g>`;
	});
	const [w, h] = [Math.ceil(scale * width), Math.ceil(states.length * cell)];
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="system-ui, sans-serif" font-size="13" fill="#333">
<rect width="100%" height="100%" fill="#fff"/>
${parts.join("\n")}
</svg>
`;
}

/** The inscribed circle of each triangle at rest, taken along to where the triangle is now; only those that face +z. */
function ellipses(mesh: Mesh, positions: Float64Array): [number, number][][] {
	const drawn: [number, number][][] = [];
	for (let t = 0; t < mesh.triangles.length; t += 3) {
		const v = [...mesh.triangles.subarray(t, t + 3)];
		const [a, b, c] = v.map((v) => pointOf(positions, v));
		const [u, w] = [minus(b, a), minus(c, a)];
		if (u[0] * w[1] - u[1] * w[0] <= 0) continue;
		const [A, B, C] = v.map((v) => pointOf(mesh.positions, v));
		const [U, W] = [minus(B, A), minus(C, A)];
		const sides = [
			Math.hypot(...minus(C, B)),
			Math.hypot(...W),
			Math.hypot(...U),
		];
		const around = sides[0] + sides[1] + sides[2];
		// In the rest plane, with the first axis along U: U = (length, 0), W = (along, height).
		const length = sides[2];
		const along = dotOf(U, W) / length;
		const height = Math.sqrt(Math.max(0, dotOf(W, W) - along * along));
		const radius = (length * height) / around;
		const middle = [0, 1].map(
			(k) => (sides[0] * a[k] + sides[1] * b[k] + sides[2] * c[k]) / around,
		);
		drawn.push(
			Array.from({ length: corners }, (_, i): [number, number] => {
				const angle = (2 * Math.PI * i) / corners;
				const r = [radius * Math.cos(angle), radius * Math.sin(angle)];
				const share = [
					r[0] / length - (along * r[1]) / (length * height),
					r[1] / height,
				];
				return [
					middle[0] + share[0] * u[0] + share[1] * w[0],
					middle[1] + share[0] * u[1] + share[1] * w[1],
				];
			}),
		);
	}
	return drawn;
}
