/** What is drawn over bodies: principal directions as lines, and marks where surfaces touch or samples are. */
import {
	BufferAttribute,
	BufferGeometry,
	LineBasicMaterial,
	LineSegments,
	Points,
	PointsMaterial,
} from "three";
import type { Frame } from "../protocol.ts";
import { colourAt } from "./colourScale.ts";
import { pinColour } from "./palette.ts";
import type { Stage } from "./stage.ts";

export class Overlays {
	/** The smallest and the largest principal strain of the lines. */
	range: readonly [number, number] | undefined;
	private readonly lines = new LineSegments(
		new BufferGeometry(),
		new LineBasicMaterial({ vertexColors: true }),
	);
	private readonly marks = new Points(
		new BufferGeometry(),
		new PointsMaterial({
			color: pinColour,
			size: 5,
			sizeAttenuation: false,
			depthTest: false,
			transparent: true,
		}),
	);

	constructor(stage: Stage) {
		for (const part of [this.lines, this.marks]) part.frustumCulled = false;
		// Lines lie in surfaces, which would hide half of each.
		this.lines.material.depthTest = false;
		this.lines.renderOrder = 7;
		this.marks.renderOrder = 8;
		stage.addMarks(this.lines, this.marks);
	}

	take({ directions, marks }: Pick<Frame, "directions" | "marks">): void {
		this.marks.visible = marks.length > 0;
		if (marks.length > 0)
			this.marks.geometry.setAttribute(
				"position",
				new BufferAttribute(marks, 3),
			);
		this.lines.visible = directions !== undefined;
		this.range = undefined;
		if (!directions) return;
		const { ends, strains } = directions;
		let [low, high] = [Infinity, -Infinity];
		for (const strain of strains) {
			low = Math.min(low, strain);
			high = Math.max(high, strain);
		}
		if (low <= high) this.range = [low, high];
		const colours = new Float32Array(ends.length);
		for (let i = 0; i < strains.length; i++)
			for (const end of [0, 1])
				colourAt(
					(strains[i] - low) / (high - low || 1),
					colours,
					6 * i + 3 * end,
				);
		const { geometry } = this.lines;
		geometry.setAttribute("position", new BufferAttribute(ends, 3));
		geometry.setAttribute("color", new BufferAttribute(colours, 3));
	}
}
