/** What is to be simulated: bodies, what ties them, colliders and gravity. */

import {
	type Anchor,
	Attachment,
	type AttachmentOptions,
} from "../attachments/attachment.ts";
import { requireList, requireOptions, requireThat, shown } from "../checks.ts";
import {
	Collider,
	type ColliderOptions,
	colliderOptions,
} from "../contact/collider.ts";
import { isShape, type Shape } from "../contact/shapes/shape.ts";
import { checkContactValues } from "../contact/surface/contactValues.ts";
import type { SurfaceContactOptions } from "../contact/surface/surfaceOptions.ts";
import type { FramedBody } from "../frames/framedBody.ts";
import { isFramed } from "../frames/isFramed.ts";
import { assertMesh } from "../mesh/check.ts";
import { isVector3, type Vector3 } from "../mesh/mesh.ts";
import { MaterialPoint } from "../points/materialPoint.ts";
import { requireDensity } from "../system/density.ts";
import { checkWind, type Wind } from "../system/wind.ts";
import { Body } from "./body.ts";
import { Seam, type SeamOptions, type SeamSide } from "./seam.ts";

export interface SceneOptions {
	/** Acceleration [m/s²]; by default the earth's, along −y. */
	readonly gravity?: Vector3;
	/** Lets the surfaces of bodies touch each other, and cloth and cables themselves; without, vertices keep out of colliders and that is all. */
	readonly contact?: SurfaceContactOptions;
	/** Pushes cloth, and brakes it; without, there is no air. */
	readonly wind?: Wind;
}

/** A body of cables, cloth or solid elements, of frames, or a rigid one. */
export type SceneBody = Body | FramedBody;

export class Scene {
	readonly gravity: Vector3;
	readonly wind: Wind | undefined;
	readonly bodies: SceneBody[] = [];
	readonly attachments: Attachment[] = [];
	readonly seams: Seam[] = [];
	readonly colliders: Collider[] = [];
	private readonly contactOptions: SurfaceContactOptions | undefined;

	constructor(options: SceneOptions = {}) {
		requireOptions("scene", options, ["gravity", "contact", "wind"]);
		const { gravity = [0, -9.81, 0], contact, wind } = options;
		if (wind !== undefined) checkWind("scene: wind", wind);
		this.wind = wind;
		if (contact !== undefined) checkContactValues(contact);
		this.contactOptions = contact;
		if (!isVector3(gravity))
			throw new Error(
				`scene: gravity is ${shown(gravity)}; it must be a vector of three finite numbers [m/s²]`,
			);
		this.gravity = gravity;
	}

	/** How surfaces touch; undefined where they do not. Colliders that are meshes have surfaces alone. */
	get contact(): SurfaceContactOptions | undefined {
		const hasMeshes = this.colliders.some(({ shape }) => shape.kind === "mesh");
		return this.contactOptions ?? (hasMeshes ? { self: false } : undefined);
	}

	/** Bodies whose vertices move. */
	get meshBodies(): Body[] {
		return this.bodies.filter((body) => body instanceof Body);
	}

	/** Frame bodies and rigid ones. */
	get framedBodies(): FramedBody[] {
		return this.bodies.filter(isFramed);
	}

	/** Adds a body and returns it; one without a name gets one. */
	add<B extends SceneBody>(body: B): B {
		requireThat(
			body instanceof Body || isFramed(body),
			"scene.add: the body",
			body,
			"cloth, a cable, a solid, or a body of frames",
		);
		body.name ||= `body ${this.bodies.length + 1}`;
		if (this.bodies.some(({ name }) => name === body.name))
			throw new Error(
				`scene: there is a ${body.label} already; give this one another name`,
			);
		if (body instanceof Body) assertMesh(body.mesh, body.name);
		if (this.gravity.some(Boolean)) requireDensity(body, "gravity");
		this.bodies.push(body);
		return body;
	}

	/**
	 * Ties a material point to another, or to a place in the world [m] that may move with time [s]: by a ball joint where no other kind is
	 * given. Returns what `simulation.attachmentForce` asks for.
	 */
	attach(
		from: MaterialPoint,
		to: MaterialPoint | Anchor,
		options: AttachmentOptions = {},
	): Attachment {
		requireOptions("scene.attach", options, ["name", "kind", "breakForce"]);
		requirePoint("scene.attach: from", from);
		const attachment = new Attachment(from, to, options);
		for (const point of [from, to])
			if (
				typeof point === "object" &&
				"body" in point &&
				!this.bodies.includes(point.body as SceneBody)
			)
				throw new Error(
					`scene: ${attachment.label} needs ${point.body.label}, which is not in the scene; add it first`,
				);
		this.attachments.push(attachment);
		return attachment;
	}

	/** Sews two rows of points together, the first to the first and so on. */
	sew(
		from: readonly MaterialPoint[],
		to: readonly MaterialPoint[],
		options: AttachmentOptions = {},
	): Attachment[] {
		requireList("scene.sew: from", from);
		requireList("scene.sew: to", to);
		for (const point of [...from, ...to]) requirePoint("scene.sew", point);
		if (from.length !== to.length)
			throw new Error(
				`scene: ${from.length} points cannot be sewn to ${to.length}; give as many on both sides`,
			);
		return from.map((point, i) => this.attach(point, to[i], options));
	}

	/**
	 * Sews two sides of panels together, vertex by vertex: they are pulled together within some seconds and welded then, all seams of a scene at the same time. A side
	 * that is longer than the other is gathered. `sew` is for points that are tied but stay what they are.
	 */
	seam(from: SeamSide, to: SeamSide, options: SeamOptions = {}): Seam {
		const seam = new Seam(from, to, options);
		for (const { body } of [seam.from, seam.to])
			if (!this.bodies.includes(body))
				throw new Error(
					`scene: ${seam.label} needs ${body.label}, which is not in the scene; add it first`,
				);
		this.seams.push(seam);
		return seam;
	}

	/** Adds something rigid that no vertex of a body enters, such as `collider.plane()`, and returns it. */
	collide(shape: Shape, options: ColliderOptions = {}): Collider {
		requireThat(
			isShape(shape),
			"scene.collide: the shape",
			shape,
			"one such as collider.sphere({ radius: 0.2 })",
		);
		requireOptions("scene.collide", options, colliderOptions);
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

function requirePoint(name: string, point: unknown): void {
	requireThat(
		point instanceof MaterialPoint,
		name,
		point,
		"a point of a body, such as body.vertexPoint(0)",
	);
}
