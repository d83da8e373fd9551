/** What ties a material point to another, or to a place in the world. */
import type { Vector3 } from "../mesh/mesh.ts";
import type { MaterialPoint } from "../points/materialPoint.ts";
import { type AttachmentKind, ball } from "./attachmentKinds.ts";

/** A place in the world [m], which may move with time [s]. */
export type Anchor = Vector3 | ((time: number) => Vector3);

export interface AttachmentOptions {
	/** What messages and results call it. */
	readonly name?: string;
	/** `ball()` by default; `weld()`, `springBetween({ … })`. */
	readonly kind?: AttachmentKind;
	/** Force [N] at which it breaks, for good; never where left out. */
	readonly breakForce?: number;
}

export class Attachment {
	readonly name: string;
	readonly from: MaterialPoint;
	readonly to: MaterialPoint | ((time: number) => Vector3);
	readonly kind: AttachmentKind;
	readonly breakForce: number;

	constructor(
		from: MaterialPoint,
		to: MaterialPoint | Anchor,
		{
			name = "",
			kind = ball(),
			breakForce = Number.POSITIVE_INFINITY,
		}: AttachmentOptions,
	) {
		this.name = name;
		this.from = from;
		this.kind = kind;
		this.breakForce = breakForce;
		if (!(breakForce > 0))
			throw new Error(
				`${this.label}: breakForce is ${breakForce}; it must be positive [N]`,
			);
		if (typeof to === "function") this.to = to;
		else this.to = "body" in to ? to : () => to;
		if (typeof this.to !== "function") return;
		const at = this.to(0);
		if (at?.length !== 3 || !at.every(Number.isFinite))
			throw new Error(
				`${this.label}: its place in the world is [${at}]; it must be three finite numbers [m]`,
			);
	}

	get label(): string {
		return `attachment${this.name && ` "${this.name}"`} of ${this.from.body.label}`;
	}
}
