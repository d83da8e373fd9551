/** Dragging with a spring, and pins by a click, with mouse, pen or finger. */
import {
	BufferGeometry,
	Line,
	LineBasicMaterial,
	Mesh,
	MeshBasicMaterial,
	type Plane,
	SphereGeometry,
	Vector3,
} from "three";
import type { Change, PointOf } from "../protocol.ts";
import type { Aim, Touched } from "./aim.ts";
import { pinColour } from "./palette.ts";
import type { Tool } from "./tool.ts";

/** Pixels that a click may move. */
const clickReach = 5;

interface Held extends PointOf {
	readonly plane: Plane;
	/** From the point to where it was touched [m]. */
	readonly offset: Vector3;
	readonly startX: number;
	readonly startY: number;
	hasMoved: boolean;
}

export class Hand implements Tool {
	/** Of the spring, over the weight of the body per its size. */
	strength = 10;
	private readonly aim: Aim;
	private readonly make: (change: Change) => void;
	/** Stiffness [N/m] that pulls a body's weight by its own size. */
	private readonly unitStiffness: (body: number) => number;
	private readonly line = new Line(
		new BufferGeometry().setFromPoints([new Vector3(), new Vector3()]),
		new LineBasicMaterial({
			color: pinColour,
			depthTest: false,
			transparent: true,
		}),
	);
	private readonly ball = new Mesh(
		new SphereGeometry(1, 16, 12),
		new MeshBasicMaterial({
			color: pinColour,
			depthTest: false,
			transparent: true,
		}),
	);
	private held: Held | undefined;

	constructor(options: {
		readonly aim: Aim;
		readonly make: (change: Change) => void;
		readonly unitStiffness: (body: number) => number;
	}) {
		({
			aim: this.aim,
			make: this.make,
			unitStiffness: this.unitStiffness,
		} = options);
		this.line.frustumCulled = false;
		for (const part of [this.line, this.ball]) {
			part.visible = false;
			// Over all else.
			part.renderOrder = 9;
		}
		this.aim.stage.addMarks(this.line, this.ball);
	}

	down(event: PointerEvent): boolean {
		const touched = this.pinNear(event) ?? this.aim.touched(event);
		if (!touched) return false;
		const { body, point, at } = touched;
		this.held = {
			body,
			point,
			plane: this.aim.facing(at),
			offset: at.clone().sub(this.aim.place(touched)),
			startX: event.clientX,
			startY: event.clientY,
			hasMoved: false,
		};
		return true;
	}

	/** The held point whose ball is under the pointer. */
	private pinNear(event: PointerEvent): Touched | undefined {
		for (const [body, points] of this.aim.view.held.entries())
			for (const point of points) {
				const at = this.aim.place({ body, point });
				if (this.aim.isAt(event, at)) return { body, point, at };
			}
		return undefined;
	}

	move(event: PointerEvent): void {
		const { held } = this;
		if (!held) return;
		held.hasMoved ||=
			Math.hypot(event.clientX - held.startX, event.clientY - held.startY) >
			clickReach;
		if (!held.hasMoved) return;
		const target = this.aim
			.ray(event)
			.intersectPlane(held.plane, new Vector3());
		if (!target) return;
		target.sub(held.offset);
		const { body, point } = held;
		const stiffness = this.strength * this.unitStiffness(body);
		this.make({
			kind: "grip",
			body,
			point,
			target: target.toArray(),
			stiffness,
		});
		this.ball.position.copy(target);
		this.show();
	}

	/** Draws the spring. */
	show(): void {
		const { held, aim } = this;
		const isShown = held?.hasMoved ?? false;
		this.line.visible = isShown;
		this.ball.visible = isShown;
		if (!held || !isShown) return;
		const target = this.ball.position;
		this.ball.scale.setScalar(
			0.008 * aim.stage.camera.position.distanceTo(target),
		);
		this.line.geometry.setFromPoints([aim.place(held), target]);
		aim.stage.draw();
	}

	up(): void {
		const { held } = this;
		if (!held) return;
		this.held = undefined;
		this.show();
		if (held.hasMoved) {
			this.make({ kind: "release" });
			return;
		}
		const { body, point } = held;
		const isHeld = this.aim.view.held[body]?.includes(point);
		this.make({ kind: isHeld ? "unpin" : "pin", body, point });
	}
}
