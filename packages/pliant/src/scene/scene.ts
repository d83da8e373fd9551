/** What is to be simulated: bodies, colliders and gravity. */
import { Collider, type ColliderOptions } from "../contact/collider.ts";
import type { Shape } from "../contact/shapes/shape.ts";
import { assertMesh } from "../mesh/check.ts";
import { isVector3, type Vector3 } from "../mesh/mesh.ts";
import type { Body } from "./body.ts";

export interface SceneOptions {
	/** Acceleration [m/s²]; by default the earth's, along −y. */
	readonly gravity?: Vector3;
}

export class Scene {
	readonly gravity: Vector3;
	readonly bodies: Body[] = [];
	readonly colliders: Collider[] = [];

	constructor({ gravity = [0, -9.81, 0] }: SceneOptions = {}) {
		if (!isVector3(gravity))
			throw new Error(
				`scene: gravity is [${gravity}]; it must be a vector of three finite numbers [m/s²]`,
			);
		this.gravity = gravity;
	}

	/** Adds a body and returns it; one without a name gets one. */
	add(body: Body): Body {
		body.name ||= `body ${this.bodies.length + 1}`;
		if (this.bodies.some(({ name }) => name === body.name))
			throw new Error(
				`scene: there is a ${body.label} already; give this one another name`,
			);
		assertMesh(body.mesh, body.name);
		this.bodies.push(body);
		return body;
	}

	/** Adds something rigid that no vertex of a body enters, such as `collider.plane()`, and returns it. */
	collide(shape: Shape, options: ColliderOptions = {}): Collider {
		const name = options.name ?? `collider ${this.colliders.length + 1}`;
		const added = new Collider(shape, { ...options, name });
		if (this.colliders.some((other) => other.name === name))
			throw new Error(
				`scene: there is a ${added.label} already; give this one another name`,
			);
		this.colliders.push(added);
		return added;
	}
}
