/** Dragging with a spring, and pins by a click, with mouse, pen or finger. */
import {
	BufferGeometry,
	Line,
	LineBasicMaterial,
	Mesh,
	MeshBasicMaterial,
	Plane,
	Raycaster,
	SphereGeometry,
	Vector2,
	Vector3,
} from "three";
import type { Change } from "../protocol.ts";
import { pinColour } from "./palette.ts";
import type { SceneView } from "./sceneView.ts";
import type { Stage } from "./stage.ts";

/** Pixels that a click may move. */
const clickReach = 5;

/** Pixels about a pin that count as it. */
const pinReach = 9;

interface Touched {
	readonly body: number;
	readonly point: number;
	/** Where it was touched [m]. */
	readonly at: Vector3;
}

interface Held {
	readonly body: number;
	readonly point: number;
	readonly plane: Plane;
	/** From the point to where it was touched [m]. */
	readonly offset: Vector3;
	readonly startX: number;
	readonly startY: number;
	hasMoved: boolean;
}

export class Hand {
	/** Of the spring, over the weight of the body per its size. */
	strength = 10;
	private readonly stage: Stage;
	private readonly view: SceneView;
	private readonly make: (change: Change) => void;
	/** Stiffness [N/m] that pulls a body's weight by its own size. */
	private readonly unitStiffness: (body: number) => number;
	private readonly rays = new Raycaster();
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
		readonly stage: Stage;
		readonly view: SceneView;
		readonly make: (change: Change) => void;
		readonly unitStiffness: (body: number) => number;
	}) {
		({
			stage: this.stage,
			view: this.view,
			make: this.make,
			unitStiffness: this.unitStiffness,
		} = options);
		this.line.frustumCulled = false;
		for (const part of [this.line, this.ball]) {
			part.visible = false;
			// Over all else.
			part.renderOrder = 9;
		}
		this.stage.add(this.line, this.ball);
		const { domElement } = this.stage.renderer;
		// Before the camera's controls hear of it.
		domElement.addEventListener("pointerdown", (event) => this.down(event), {
			capture: true,
		});
		domElement.addEventListener("pointermove", (event) => this.move(event));
		for (const kind of ["pointerup", "pointercancel"] as const)
			domElement.addEventListener(kind, (event) => this.up(event));
	}

	private aim(event: PointerEvent): void {
		const box = this.stage.renderer.domElement.getBoundingClientRect();
		const place = new Vector2(
			(2 * (event.clientX - box.left)) / box.width - 1,
			1 - (2 * (event.clientY - box.top)) / box.height,
		);
		this.rays.setFromCamera(place, this.stage.camera);
	}

	private down(event: PointerEvent): void {
		if (event.button !== 0 || event.shiftKey || this.held) return;
		const touched = this.pinNear(event) ?? this.touched(event);
		if (!touched) return;
		this.view.keepCamera();
		event.stopImmediatePropagation();
		this.stage.renderer.domElement.setPointerCapture(event.pointerId);
		const { body, point, at } = touched;
		const towards = this.stage.camera.getWorldDirection(new Vector3());
		this.held = {
			body,
			point,
			plane: new Plane().setFromNormalAndCoplanarPoint(towards, at),
			offset: at.clone().sub(this.place(body, point)),
			startX: event.clientX,
			startY: event.clientY,
			hasMoved: false,
		};
	}

	/** The point of a body under the pointer. */
	private touched(event: PointerEvent): Touched | undefined {
		this.aim(event);
		const objects = this.view.bodies.map(({ object }) => object);
		const [hit] = this.rays.intersectObjects(objects, true);
		if (!hit) return undefined;
		const body = objects.findIndex((object) => isWithin(hit.object, object));
		const point = this.view.nearestPoint(body, hit.point);
		return { body, point, at: hit.point };
	}

	/** The held point whose ball is under the pointer. */
	private pinNear(event: PointerEvent): Touched | undefined {
		const box = this.stage.renderer.domElement.getBoundingClientRect();
		for (const [body, points] of this.view.held.entries())
			for (const point of points) {
				const at = this.place(body, point);
				const seen = at.clone().project(this.stage.camera);
				const x = box.left + (0.5 + 0.5 * seen.x) * box.width;
				const y = box.top + (0.5 - 0.5 * seen.y) * box.height;
				if (Math.hypot(x - event.clientX, y - event.clientY) < pinReach)
					return { body, point, at };
			}
		return undefined;
	}

	private place(body: number, point: number): Vector3 {
		return new Vector3().fromArray(this.view.points[body], 3 * point);
	}

	private move(event: PointerEvent): void {
		const { held } = this;
		if (!held) return;
		held.hasMoved ||=
			Math.hypot(event.clientX - held.startX, event.clientY - held.startY) >
			clickReach;
		if (!held.hasMoved) return;
		this.aim(event);
		const target = this.rays.ray.intersectPlane(held.plane, new Vector3());
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
		this.show(target);
	}

	/** Draws the spring; to be called when points have moved, too. */
	show(target = this.ball.position): void {
		const { held } = this;
		const isShown = held?.hasMoved ?? false;
		this.line.visible = isShown;
		this.ball.visible = isShown;
		if (!held || !isShown) return;
		this.ball.position.copy(target);
		this.ball.scale.setScalar(
			0.008 * this.stage.camera.position.distanceTo(target),
		);
		this.line.geometry.setFromPoints([
			this.place(held.body, held.point),
			target,
		]);
		this.stage.draw();
	}

	private up(event: PointerEvent): void {
		const { held } = this;
		if (!held) return;
		event.stopImmediatePropagation();
		this.held = undefined;
		this.show();
		this.stage.draw();
		if (held.hasMoved) {
			this.make({ kind: "release" });
			return;
		}
		const { body, point } = held;
		const isHeld = this.view.held[body]?.includes(point);
		this.make({ kind: isHeld ? "unpin" : "pin", body, point });
	}
}

function isWithin(object: Mesh["parent"], ancestor: Mesh["parent"]): boolean {
	for (let at = object; at; at = at.parent) if (at === ancestor) return true;
	return false;
}
