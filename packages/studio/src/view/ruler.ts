/** The distance of two points, as it changes: a click on each; a third begins anew. */
import { short } from "../dom.ts";
import type { Opened, PointOf } from "../protocol.ts";
import type { Aim } from "./aim.ts";
import { overlayLine, Tag } from "./tags.ts";
import type { Tool } from "./tool.ts";

const colour = "#1f7f89";

export class Ruler implements Tool {
	private readonly aim: Aim;
	private readonly line = overlayLine(colour);
	private ends: (PointOf & { readonly tag: Tag })[] = [];
	/** When it was laid [m]. */
	private first = 0;

	constructor(aim: Aim) {
		this.aim = aim;
		this.line.visible = false;
		aim.stage.addMarks(this.line);
	}

	down(event: PointerEvent): boolean {
		const touched = this.aim.touched(event);
		if (!touched) return false;
		if (this.ends.length === 2) this.clear();
		const { body, point } = touched;
		this.ends.push({ body, point, tag: new Tag(this.aim.stage, colour) });
		this.first = this.length;
		this.show();
		return true;
	}

	move(): void {}
	up(): void {}

	/** [m] */
	private get length(): number {
		const [a, b] = this.ends.map((end) => this.aim.place(end));
		return b ? a.distanceTo(b) : 0;
	}

	clear(): void {
		for (const { tag } of this.ends) tag.remove();
		this.ends = [];
		this.line.visible = false;
		this.aim.stage.draw();
	}

	open({ keptState }: Opened): void {
		if (!keptState) this.clear();
	}

	show(): void {
		const { ends, line, length, first } = this;
		const places = ends.map((end) => this.aim.place(end));
		const change = first > 0 ? 100 * (length / first - 1) : 0;
		for (const [i, { tag }] of ends.entries())
			tag.show(
				places[i],
				i === 1 ? `${short(1000 * length)} mm (${signed(change)} %)` : "",
			);
		line.visible = ends.length === 2;
		if (!line.visible) return;
		line.geometry.setFromPoints(places);
		this.aim.stage.draw();
	}
}

const signed = (value: number): string => {
	const digits = Math.abs(value).toFixed(1);
	if (digits === "0.0") return "±0";
	return `${value < 0 ? "−" : "+"}${digits}`;
};
