/** Points that are followed: a click marks one, a click on its mark lets it go. */
import { short } from "../dom.ts";
import type { Frame, Opened, PointOf, ProbeValue } from "../protocol.ts";
import type { Aim } from "./aim.ts";
import { probeColours } from "./palette.ts";
import { Tag } from "./tags.ts";
import type { Tool } from "./tool.ts";

interface Probe extends PointOf {
	readonly tag: Tag;
	readonly colour: string;
}

export class ProbeTool implements Tool {
	private readonly aim: Aim;
	private readonly changed: (probes: readonly PointOf[]) => void;
	private probes: Probe[] = [];
	private values: readonly ProbeValue[] = [];

	/** @param changed is told of all points that are followed */
	constructor(aim: Aim, changed: (probes: readonly PointOf[]) => void) {
		this.aim = aim;
		this.changed = changed;
	}

	down(event: PointerEvent): boolean {
		const marked = this.probes.find((probe) =>
			this.aim.isAt(event, this.aim.place(probe)),
		);
		const touched = marked ?? this.aim.touched(event);
		if (!touched) return false;
		if (marked) this.remove(marked);
		else this.add(touched);
		this.changed(this.probes.map(({ body, point }) => ({ body, point })));
		return true;
	}

	private add({ body, point }: PointOf): void {
		if (this.probes.length === probeColours.length) this.remove(this.probes[0]);
		const colour =
			probeColours.find(
				(one) => !this.probes.some((probe) => probe.colour === one),
			) ?? probeColours[0];
		const tag = new Tag(this.aim.stage, colour);
		const probe = { body, point, tag, colour };
		this.probes.push(probe);
		this.values = [];
		this.show();
		this.aim.stage.draw();
	}

	private remove(probe: Probe): void {
		this.probes = this.probes.filter((one) => one !== probe);
		probe.tag.remove();
	}

	/** Colours of the points, in their order. */
	get colours(): string[] {
		return this.probes.map(({ colour }) => colour);
	}

	/** The bodies that they are on. */
	get bodies(): number[] {
		return this.probes.map(({ body }) => body);
	}

	clear(): void {
		for (const probe of this.probes) this.remove(probe);
		this.changed([]);
	}

	move(): void {}
	up(): void {}

	open({ keptState }: Opened): void {
		if (!keptState && this.probes.length > 0) this.clear();
	}

	show(frame?: Frame): void {
		if (frame) this.values = frame.probes;
		for (const [i, probe] of this.probes.entries()) {
			const value = this.values[i];
			probe.tag.show(
				this.aim.place(probe),
				value
					? `${short(1000 * value.displacement)} mm · ${short(value.speed)} m/s`
					: "",
			);
		}
	}
}
