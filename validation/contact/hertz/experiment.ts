import {
	type Body,
	collider,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
} from "pliant";
import { box, grade, type Mesh } from "pliant/mesh";
import {
	colors,
	type Experiment,
	exact,
	type Figure,
	ordering,
	type Row,
	told,
} from "../../experiment.ts";

const radius = 1;
const youngModulus = 1e6;
const poissonRatio = 0.3;
/** The bodies are so many times as wide and high as where they touch; finer meshes reach farther, since Hertz's bodies have no end. */
const extentOf = (cells: number): number => 20 * 2 ** ((cells - 8) / 2);
/** Half of the cells are alike, over so many times that radius; the others grow. */
const resolved = 1.25;

const material = {
	solid: stableNeoHookean({ youngModulus, poissonRatio }),
	density: 1000,
};

/** F = 4/3 E* √R δ^{3/2}; E* is that of one soft body, or half of it with two. */
const hertz = (indentation: number, softBodies: number): number =>
	((4 / 3) * youngModulus * Math.sqrt(radius) * indentation ** 1.5) /
	(softBodies * (1 - poissonRatio ** 2));

/**
 * A quarter of the cap of a round body about where it touches, with its lowest point in the origin: cells grow geometrically away from there.
 * @param touching radius of where it touches [m], which cells follow
 * @param height of the surface over the plane that touches it
 */
function cap(
	cells: number,
	touching: number,
	height: (x: number, z: number) => number,
): Mesh {
	const extent = extentOf(cells);
	const size = extent * touching;
	// Across the surface there is more to resolve than below it.
	const layers = cells - 2;
	const along = (s: number, count: number) => {
		const cell = (2 * resolved) / count;
		const growth = growthOf((extent - resolved) / cell, count / 2);
		const beyond = count * Math.max(s - 0.5, 0);
		const far = (cell * (growth ** beyond - 1)) / (growth - 1);
		return touching * (2 * resolved * Math.min(s, 0.5) + far);
	};
	const block = box({ cells: [cells, layers, cells], elements: "hexahedra" });
	return grade(block, (s, t, u) => {
		const [x, y, z] = [along(s, cells), along(t, layers), along(u, cells)];
		return [x, y + (1 - y / size) * height(x, z), z];
	});
}

/** q > 1 with 1 + q + … + q^(n − 1) = sum. */
function growthOf(sum: number, n: number): number {
	let [low, high] = [1 + 1e-9, sum];
	for (let i = 0; i < 100; i++) {
		const q = (low + high) / 2;
		if ((q ** n - 1) / (q - 1) < sum) low = q;
		else high = q;
	}
	return low;
}

const round = (squared: number): number =>
	radius - Math.sqrt(radius ** 2 - squared);

/** Adds a quarter of a body whose far face goes by a displacement along y [m] as the load rises. */
function addQuarter(scene: Scene, mesh: Mesh, by: number): Body {
	const body = scene.add(solid.mesh(mesh, material));
	body.slide("x-min", { plane: [1, 0, 0] });
	body.slide("z-min", { plane: [0, 0, 1] });
	body.slide("y-max", { plane: [0, 1, 0] }, [0, by, 0]);
	return body;
}

/** A hard thing that a soft one is pressed on, and the height of the soft surface over the plane that touches both. */
interface Pressed {
	readonly hard: () => Parameters<Scene["collide"]>[0];
	readonly height: (x: number, z: number) => number;
}

const onPlane: Pressed = {
	hard: () => collider.plane(),
	height: (x, z) => round(x * x + z * z),
};

const onCylinder: Pressed = {
	hard: () =>
		collider.cylinder({
			from: [-1, -radius, 0],
			to: [1, -radius, 0],
			radius,
		}),
	height: (x) => round(x * x),
};

/** Force of a soft body that is pressed on a hard one, over Hertz's. */
async function onHard(
	{ hard, height }: Pressed,
	indentation: number,
	cells: number,
): Promise<number> {
	const touching = Math.sqrt(radius * indentation);
	const scene = new Scene({ gravity: [0, 0, 0] });
	const gap = 1e-3 * indentation;
	const body = addQuarter(
		scene,
		cap(cells, touching, height),
		-indentation - gap,
	);
	body.place((x, y, z) => [x, y + gap, z]);
	scene.collide(hard(), { distance: gap });
	const simulation = await simulate(scene);
	simulation.solveStatics({ loadSteps: 2, iterations: 100 });
	const [{ normalForce }] = simulation.contacts(body);
	return (4 * normalForce[1]) / hertz(indentation, 1);
}

/** Force of two soft cylinders that are pressed across each other, over Hertz's. */
async function cylinders(indentation: number, cells: number): Promise<number> {
	const touching = Math.sqrt(radius * indentation);
	const thickness = 2e-3 * indentation;
	const scene = new Scene({
		gravity: [0, 0, 0],
		contact: { thickness, self: false },
	});
	const upper = addQuarter(
		scene,
		cap(cells, touching, (x) => round(x * x)),
		-indentation,
	);
	upper.place((x, y, z) => [x, y + thickness, z]);
	const lower = addQuarter(
		scene,
		turned(cap(cells, touching, (x) => round(x * x))),
		0,
	);
	lower.place((x, y, z) => [x, y, z]);
	const simulation = await simulate(scene);
	simulation.solveStatics({ loadSteps: 2, iterations: 100 });
	const [{ normalForce }] = simulation.surfaceContacts();
	return Math.abs(4 * normalForce[1]) / hertz(indentation, 2);
}

/** Upside down, with x and z exchanged: a rotation. */
const turned = (mesh: Mesh): Mesh => {
	const { groups, ...rest } = grade(mesh, (x, y, z) => [z, -y, x]);
	return {
		...rest,
		groups: {
			...groups,
			"x-min": groups["z-min"],
			"z-min": groups["x-min"],
		},
	};
};

const source = "Hertz 1881: F = 4/3 E* √R δ^{3/2}";

export const hertzExperiment: Experiment = {
	id: "contact/hertz",
	paper: "Hertz 1881",
	figure: "a ball on a plane, two crossed cylinders",
	title: "Soft bodies that are pressed on each other",
	setup:
		"A soft ball of 1 m radius on a hard plane, and two soft cylinders of that radius across each other, pressed in over a decade of indentations; quarters of their caps, 10 and 20 times as wide as where they touch, of 6 and 8 quadratic hexahedra along a side, half of them there and the others growing away from it. The force over Hertz's.",
	remarks: ["The caps end on a plane that is moved; a half-space would go on."],
	run: async (form) => {
		const isShort = form === "short";
		const rows: Row[] = [];
		const figures: Figure[] = [];
		const indentations = isShort ? [3e-4] : [1e-4, 3e-4, 1e-3];
		const meshes = isShort ? [6] : [6, 8];
		const finest = meshes[meshes.length - 1];
		const within = { expected: 1, tolerance: 0.03, source };
		const cases = [
			["ball on a plane", onPlane],
			["crossed cylinders, one of them hard", onCylinder],
		] as const;
		for (const [what, pressed] of isShort ? cases.slice(0, 1) : cases) {
			const found: number[] = [];
			for (const indentation of indentations) {
				const ratio = await onHard(pressed, indentation, finest);
				found.push(ratio);
				const quantity = `${what}, δ/R = ${indentation}: force over Hertz's`;
				rows.push(exact(quantity, ratio, within));
			}
			if (isShort) continue;
			figures.push(plot(what, indentations, found));
			rows.push(
				...(await converging(what, meshes, (cells) =>
					onHard(pressed, 3e-4, cells),
				)),
			);
		}
		if (!isShort)
			rows.push(
				...(await converging("crossed cylinders, both soft", [6, 8], (cells) =>
					cylinders(3e-4, cells),
				)),
			);
		return { rows, figures };
	},
};

/** Rows of finer and finer meshes at one indentation. */
async function converging(
	what: string,
	meshes: readonly number[],
	press: (cells: number) => Promise<number>,
): Promise<Row[]> {
	const rows: Row[] = [];
	const errors: number[] = [];
	for (const cells of meshes) {
		const ratio = await press(cells);
		errors.push(Math.abs(ratio - 1));
		const quantity = `${what}, ${cells} cells along a side: force over Hertz's`;
		rows.push(
			cells === meshes[meshes.length - 1]
				? exact(quantity, ratio, { expected: 1, tolerance: 0.03, source })
				: told(quantity, ratio, { expected: 1, source }),
		);
	}
	rows.push(
		ordering(
			`${what}: error of the finest mesh over that of the coarsest`,
			[errors[errors.length - 1], errors[0]],
			{ source: "finer meshes come nearer" },
		),
	);
	return rows;
}

function plot(
	what: string,
	indentations: readonly number[],
	ratios: readonly number[],
): Figure {
	return {
		kind: "plot",
		title: `${what}: force against indentation`,
		xLabel: "indentation over radius",
		yLabel: "force [N]",
		logarithmic: "both",
		series: [
			{
				name: "Hertz",
				color: colors.expected,
				style: "line",
				points: indentations.map((d) => [d, hertz(d, 1)]),
			},
			{
				name: "computed",
				color: colors.trbs,
				style: "points",
				points: indentations.map((d, i) => [d, ratios[i] * hertz(d, 1)]),
			},
		],
	};
}
