/** Points that are held by hand while a simulation runs: springs to places that whoever steers it changes between steps. */
import type { Vector3 } from "../mesh/mesh.ts";
import type { MaterialPoint } from "../points/materialPoint.ts";
import type { NodeTerm, TakeBlock, TermStep } from "../system/nodeTerm.ts";
import { Attachment } from "./attachment.ts";
import { ball } from "./attachmentKinds.ts";
import { Attachments, type PointReference, type Tie } from "./attachments.ts";

export interface Grip {
	/** Where the point is pulled to [m]. */
	readonly target: Vector3;
	/** Of the spring [N/m]. */
	readonly stiffness: number;
}

export class Grips implements NodeTerm {
	private readonly follow: (point: MaterialPoint) => PointReference;
	private readonly ties = new Map<string, Tie>();
	private springs = new Attachments([]);

	constructor(follow: (point: MaterialPoint) => PointReference) {
		this.follow = follow;
	}

	/** Pulls a point to a place from now on, another one than before where it was gripped already. */
	set(point: MaterialPoint, { target, stiffness }: Grip): void {
		const key = [point.body.name, ...(point.vertices ?? point.rest)].join(" ");
		const kind = ball({ stiffness });
		this.ties.set(key, {
			attachment: new Attachment(point, target, { kind }),
			from: this.ties.get(key)?.from ?? this.follow(point),
			to: () => target,
			stiffness,
			restLength: 0,
		});
		this.springs = new Attachments([...this.ties.values()]);
	}

	clear(): void {
		for (const { from } of this.ties.values()) from.points.release?.();
		this.ties.clear();
		this.springs = new Attachments([]);
	}

	get hasBlocks(): boolean {
		return this.ties.size > 0;
	}

	/** The nodes of a point belong to one body, which couples them anyway. */
	visitCouplings(): void {}

	begin(step: TermStep): void {
		this.springs.begin(step);
	}

	countFrom(step: TermStep): void {
		this.springs.countFrom(step);
	}

	beginIteration(): void {}

	moved(): void {
		this.springs.moved();
	}

	value(): number {
		return this.springs.value();
	}

	addGradient(out: Float64Array): number {
		return this.springs.addGradient(out);
	}

	visitBlocks(positive: boolean, take: TakeBlock): void {
		this.springs.visitBlocks(positive, take);
	}
}
