/** The sketches of Delingette 2008. */
import { range } from "../../range.ts";
import {
	arrow,
	dot,
	label,
	line,
	outline,
	type Panel,
	type Point,
	type Shape,
	sketch,
} from "../../sketch.ts";
import { circumcircle, cotangents, foot, shapeVectors } from "./triangle.ts";

const [rest, deformed] = ["#1f6fb4", "#d9822b"];

export function curveFigures(): string {
	const bar = (y: number, length: number, color: string): Shape[] => [
		outline(
			[
				[0, y],
				[length, y],
				[length, y + 0.25],
				[0, y + 0.25],
			],
			{ color },
		),
		line(
			[
				[0, y + 0.125],
				[length, y + 0.125],
			],
			{ color, dashed: true },
		),
		line(
			[
				[0, y - 0.15],
				[0, y + 0.4],
			],
			{ color: "#333", width: 3 },
		),
	];
	return sketch([
		{
			title: "Fig. 1: a bar",
			shapes: [
				...bar(0.8, 2, rest),
				...bar(0, 2.6, deformed),
				label([1, 1.05], "L, section A"),
				label([1.2, 0.25], "Φ(L)"),
				arrow([2.6, 0.125], [3, 0.125]),
			],
		},
		curvePanel(),
		mappingPanel(),
	]);
}

function curvePanel(): Panel {
	const shapeOf = (t: number): Point => [2 * t, 1.1 + 0.2 * Math.sin(6 * t)];
	const moved = (t: number): Point => [2.3 * t, 0.45 * Math.sin(5 * t)];
	const [fine, coarse] = [range(0, 1, 40), range(0, 1, 6)];
	return {
		title: "Fig. 2: a curve, and its segments",
		shapes: [
			line(fine.map(shapeOf), { color: "#aac6e2" }),
			line(fine.map(moved), { color: "#efc9a0" }),
			line(coarse.map(shapeOf), { color: rest }),
			line(coarse.map(moved), { color: deformed }),
			...coarse.map((t) => dot(shapeOf(t), rest)),
			...coarse.map((t) => dot(moved(t), deformed)),
			...coarse.slice(1, 3).map((t, i) => label(shapeOf(t), `P${i + 1}`)),
			...coarse.slice(1, 3).map((t, i) => label(moved(t), `Q${i + 1}`)),
		],
	};
}

function mappingPanel(): Panel {
	const count = 3;
	const map = ([x, y]: Point): Point => [
		1.9 + 1.1 * x + 0.25 * y + 0.1 * x * y,
		0.15 + 0.85 * y + 0.2 * x * x,
	];
	const grid: Shape[] = [];
	for (let i = 0; i < count; i++)
		for (let j = 0; j < count; j++) {
			const at = (a: number, b: number): Point => [
				(i + a) / count,
				(j + b) / count,
			];
			for (const triangle of [
				[at(0, 0), at(1, 0), at(1, 1)],
				[at(0, 0), at(1, 1), at(0, 1)],
			])
				grid.push(
					outline(triangle, { color: rest }),
					outline(triangle.map(map), { color: deformed, fill: "#fbf1e6" }),
				);
		}
	return {
		title: "Fig. 4: the deformation Φ",
		shapes: [
			...grid,
			arrow([1.15, 0.8], [1.75, 0.8], "#333"),
			label([1.45, 0.8], "Φ"),
			label([0.5, 0], "Ω", [0, 18]),
			label([2.5, 0.15], "Φ(Ω)", [0, 22]),
		],
	};
}

export function triangleFigures(
	P: readonly Point[],
	Q: readonly Point[],
): string {
	const obtuse: readonly Point[] = [
		[0, 0],
		[1.6, 0],
		[-0.35, 0.5],
	];
	const { center, radius } = circumcircle(Q);
	const D = shapeVectors(P);
	const middle = (i: number): Point => {
		const [a, b] = [P[(i + 1) % 3], P[(i + 2) % 3]];
		return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
	};
	return sketch([
		{ title: "Fig. 5: at rest", shapes: cornersOf(P, "P", rest) },
		{ title: "Fig. 5: deformed", shapes: cornersOf(Q, "Q", deformed) },
		{
			title: "Fig. 6: shape vectors",
			shapes: [
				...cornersOf(P, "P", rest),
				...D.map(([x, y], i) => {
					const [a, b] = middle(i);
					return arrow([a, b], [a + 0.2 * x, b + 0.2 * y]);
				}),
			],
		},
		{
			title: "Fig. 6: foot J and pseudo-foot J*",
			shapes: [...cornersOf(Q, "Q", deformed), ...feet(Q, cotangents(P), 2)],
		},
		{
			title: "Fig. 15: circumscribed circle",
			shapes: [
				...cornersOf(Q, "Q", deformed),
				{ kind: "circle", center, radius },
				dot(center),
				label(center, "O"),
				line([center, Q[1]], { dashed: true }),
			],
		},
		{
			title: "obtuse at rest: J* lies outside",
			shapes: [
				...cornersOf(Q, "Q", deformed),
				...feet(Q, cotangents(obtuse), 2),
			],
		},
	]);
}

function cornersOf(
	corners: readonly Point[],
	letter: string,
	color: string,
): Shape[] {
	const below: Point = [0, 18];
	return [
		outline(corners, { color }),
		...corners.map((point, i) =>
			label(point, `${letter}${i + 1}`, i === 2 ? [0, -7] : below),
		),
	];
}

/** From a corner to its foot, and to its pseudo-foot by the angles at rest. */
function feet(
	Q: readonly Point[],
	cotAtRest: readonly number[],
	i: number,
): Shape[] {
	const J = foot(Q, cotangents(Q), i);
	const pseudo = foot(Q, cotAtRest, i);
	return [
		line([Q[(i + 1) % 3], pseudo], { color: "#bbb", dashed: true }),
		line([Q[i], J], { color: "#333", dashed: true }),
		line([Q[i], pseudo], { color: "#b3261e", dashed: true }),
		dot(J, "#333"),
		dot(pseudo, "#b3261e"),
		label(J, "J", [0, 18]),
		label(pseudo, "J*", [12, 18]),
	];
}

/** Boxes, and what leads from one to the other. */
export function familyFigure(): string {
	const [halfWidth, halfHeight] = [1.3, 0.5];
	const box = (x: number, y: number, text: string, below: string): Shape[] => [
		outline([
			[x - halfWidth, y - halfHeight],
			[x + halfWidth, y - halfHeight],
			[x + halfWidth, y + halfHeight],
			[x - halfWidth, y + halfHeight],
		]),
		label([x, y], text, [0, -3]),
		label([x, y], below, [0, 13]),
	];
	const ink = "#333";
	return sketch(
		[
			{
				title: "StVK, TRBS, TRQS, linear, springs",
				shapes: [
					...box(0, 2, "StVK", "on triangles"),
					...box(4, 2, "TRBS", "l² − L²"),
					...box(4, 0, "TRQS", "2L(l − L)"),
					...box(0, 0, "linear", "small u"),
					...box(4, -2, "springs", "ν = 1/3"),
					arrow([1.3, 2], [2.7, 2], ink),
					label([2, 2], "="),
					arrow([4, 1.5], [4, 0.5], ink),
					arrow([2.7, 1.5], [1.3, 0.5], ink),
					arrow([2.7, 0], [1.3, 0], ink),
					arrow([4, -0.5], [4, -1.5], ink),
				],
			},
		],
		1,
		{ width: 420, height: 320 },
	);
}
