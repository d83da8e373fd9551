/** Fig. 2: lines of a bar that two frames carry, and the turn of its sections in closed form. */
import type { FrameView, Vector3 } from "pliant";
import { exact, type Row } from "../../experiment.ts";
import { line, type Panel, type Point, type Shape } from "../../sketch.ts";
import { frameShapes } from "./frameShapes.ts";

const between = (count: number) =>
	Array.from({ length: count + 1 }, (_, i) => i / count);

/** Lines along and across a bar [m], where its frames carry them. */
export function skinnedLines(
	[length, width, depth]: Vector3,
	frames: FrameView,
): Shape[] {
	const at = (u: number, v: number): Point => {
		const [x, y] = frames.positionOf([u * length, v * width, depth / 2]);
		return [x, y];
	};
	return [
		...between(4).map((v) => line(between(40).map((u) => at(u, v)))),
		...between(16).map((u) => line(between(8).map((v) => at(u, v)))),
	];
}

export function skinningPanel(
	title: string,
	size: Vector3,
	frames: FrameView,
): Panel {
	return {
		title,
		shapes: [
			...skinnedLines(size, frames),
			...[0, 1].flatMap((i) =>
				frameShapes(
					frames.pose(i),
					`${i}`,
					undefined,
					i === 0 ? [-12, 5] : [14, 16],
				),
			),
		],
	};
}

/**
 * Sections between frames that are turned against each other by an angle: the blend (1 − w) q₀ + w q₁ of unit quaternions turns by φ with
 * tan φ/2 = w sin θ/2 / (1 − w + w cos θ/2).
 */
export function turnOfSections(
	[length, width, depth]: Vector3,
	frames: FrameView,
	angle: number,
): Row {
	let off = 0;
	for (const w of between(10)) {
		const [low, high] = [0, width].map((y) =>
			frames.positionOf([w * length, y, depth / 2]),
		);
		const turn = -Math.atan2(high[0] - low[0], high[1] - low[1]);
		const half = Math.atan2(
			w * Math.sin(angle / 2),
			1 - w + w * Math.cos(angle / 2),
		);
		off = Math.max(off, Math.abs(turn - 2 * half));
	}
	return exact(
		"two frames: largest error of the turn of a section [rad]",
		off,
		{
			atMost: 1e-12,
			source: "blend of two quaternions in closed form",
		},
	);
}
