/** A ball that follows the pointer and pushes what it meets: pressed on a body it goes into it, away from who looks. */
import {
	Mesh,
	MeshStandardMaterial,
	type Plane,
	SphereGeometry,
	Vector3,
} from "three";
import type { Change, Frame } from "../protocol.ts";
import type { Aim } from "./aim.ts";
import type { Tool } from "./tool.ts";

/** It appears before what it is to push, so many radii towards the eye. */
const before = 1.05;

export class Ball implements Tool {
	/** Over the size of the largest body. */
	size = 0.12;
	private readonly aim: Aim;
	private readonly make: (change: Change) => void;
	private readonly mesh = new Mesh(
		new SphereGeometry(1, 40, 28),
		new MeshStandardMaterial({
			color: "#6f7c8a",
			roughness: 0.35,
			transparent: true,
			opacity: 0.82,
		}),
	);
	private plane: Plane | undefined;
	private from = new Vector3();

	constructor(aim: Aim, make: (change: Change) => void) {
		this.aim = aim;
		this.make = make;
		this.mesh.visible = false;
		this.mesh.castShadow = true;
		aim.stage.add(this.mesh);
	}

	private get radius(): number {
		const { bodies } = this.aim.view;
		return (
			this.size * Math.max(...bodies.map(({ surface }) => surface.extent), 0)
		);
	}

	down(event: PointerEvent): boolean {
		if (this.aim.view.bodies.length === 0) return false;
		const { stage } = this.aim;
		const at = this.aim.touched(event)?.at ?? stage.controls.target;
		this.plane = this.aim.facing(at);
		const place = this.aim.ray(event).intersectPlane(this.plane, new Vector3());
		if (!place) return false;
		const towardsEye = stage.camera.position.clone().sub(place).normalize();
		this.from = place.addScaledVector(towardsEye, before * this.radius);
		this.move(event);
		return true;
	}

	move(event: PointerEvent): void {
		const { plane } = this;
		if (!plane) return;
		const centre = this.aim.ray(event).intersectPlane(plane, new Vector3());
		if (!centre) return;
		this.make({
			kind: "push",
			from: this.from.toArray(),
			centre: centre.toArray(),
			radius: this.radius,
		});
	}

	up(): void {
		this.plane = undefined;
		this.make({ kind: "endPush" });
	}

	show(frame?: Frame): void {
		const ball = this.plane && frame?.ball;
		this.mesh.visible = ball !== undefined;
		if (!ball) return;
		this.mesh.position.fromArray(ball.centre);
		// Between the points that it pushes, faces are flat.
		this.mesh.scale.setScalar(0.96 * ball.radius);
	}
}
