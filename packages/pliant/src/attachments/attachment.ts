/** What ties a material point to another, or to a place in the world. */
import { requireOneOf, requireThat, requireVector3 } from "../checks.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import { MaterialPoint } from "../points/materialPoint.ts";
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
		requireThat(
			typeof breakForce === "number" && breakForce > 0,
			`${this.label}: breakForce`,
			breakForce,
			"positive [N]",
		);
		requireOneOf(`${this.label}: its kind`, kind?.name, [
			"ball",
			"weld",
			"spring",
		]);
		if (typeof to === "function") this.to = to;
		else this.to = to instanceof MaterialPoint ? to : () => to;
		if (typeof this.to === "function")
			requireVector3(`${this.label}: its place in the world [m]`, this.to(0));
	}

	get label(): string {
		return `attachment${this.name && ` "${this.name}"`} of ${this.from.body.label}`;
	}
}
