/** From the pointer to what is under it. */
import {
	type Object3D,
	Plane,
	type Ray,
	Raycaster,
	Vector2,
	Vector3,
} from "three";
import type { PointOf } from "../protocol.ts";
import type { SceneView } from "./sceneView.ts";
import type { Stage } from "./stage.ts";

/** Pixels about a mark that count as it. */
const markReach = 9;

export interface Touched extends PointOf {
	/** Where it was touched [m]. */
	readonly at: Vector3;
}

export class Aim {
	readonly stage: Stage;
	readonly view: SceneView;
	private readonly rays = new Raycaster();

	constructor(stage: Stage, view: SceneView) {
		this.stage = stage;
		this.view = view;
	}

	ray(event: PointerEvent): Ray {
		const box = this.stage.renderer.domElement.getBoundingClientRect();
		const place = new Vector2(
			(2 * (event.clientX - box.left)) / box.width - 1,
			1 - (2 * (event.clientY - box.top)) / box.height,
		);
		this.rays.setFromCamera(place, this.stage.camera);
		return this.rays.ray;
	}

	/** The point of a body under the pointer. */
	touched(event: PointerEvent): Touched | undefined {
		this.ray(event);
		const objects = this.view.bodies.map(({ object }) => object);
		const [hit] = this.rays.intersectObjects(objects, true);
		if (!hit) return undefined;
		const body = objects.findIndex((object) => isWithin(hit.object, object));
		const point = this.view.nearestPoint(body, hit.point);
		return { body, point, at: hit.point };
	}

	/** Whether the pointer is at a place [m], within some pixels. */
	isAt(event: PointerEvent, place: Vector3): boolean {
		const [x, y] = this.stage.seenAt(place);
		const box = this.stage.renderer.domElement.getBoundingClientRect();
		const way = [box.left + x - event.clientX, box.top + y - event.clientY];
		return Math.hypot(...way) < markReach;
	}

	/** Where a point is [m]. */
	place({ body, point }: PointOf): Vector3 {
		return new Vector3().fromArray(this.view.points[body] ?? [], 3 * point);
	}

	/** The plane through a place that faces the camera. */
	facing(place: Vector3): Plane {
		const towards = this.stage.camera.getWorldDirection(new Vector3());
		return new Plane().setFromNormalAndCoplanarPoint(towards, place);
	}
}

function isWithin(object: Object3D | null, ancestor: Object3D): boolean {
	for (let at = object; at; at = at.parent) if (at === ancestor) return true;
	return false;
}
