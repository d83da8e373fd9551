/** Rigid things that objects cannot enter. */
import { z } from "../../zod.ts";
import {
	direction,
	nonNegative,
	object,
	positive,
	rotation,
	vector3,
} from "./object.ts";
import { timedNumber, timedVector } from "./timed.ts";

const radius = positive.describe("[m]");

/** Shapes of colliders, by the name of their key. */
export const colliderShapes = {
	plane: object({
		point: vector3
			.default([0, 0, 0])
			.describe("A point of the plane [m]; the origin by default."),
		normal: direction
			.default([0, 1, 0])
			.describe("To the side that objects are on; up by default."),
	}).describe("All that is below a plane."),
	sphere: object({
		centre: vector3.default([0, 0, 0]).describe("[m]; the origin by default."),
		radius,
	}).describe("A ball."),
	box: object({
		size: z.tuple([positive, positive, positive]).describe("Extent [m]."),
		centre: vector3.default([0, 0, 0]).describe("[m]; the origin by default."),
		rotate: rotation.default([0, 0, 0]),
	}).describe("A block."),
	cylinder: object({
		from: vector3.describe("The centre of one end [m]."),
		to: vector3.describe("The centre of the other end [m]."),
		radius,
	}).describe("A cylinder with flat ends."),
	capsule: object({
		from: vector3.describe("One end of its axis [m]."),
		to: vector3.describe("The other end of its axis [m]."),
		radius,
	}).describe("A rod with round ends."),
};

export const collider = object({
	plane: colliderShapes.plane.exactOptional(),
	sphere: colliderShapes.sphere.exactOptional(),
	box: colliderShapes.box.exactOptional(),
	cylinder: colliderShapes.cylinder.exactOptional(),
	capsule: colliderShapes.capsule.exactOptional(),
	friction: nonNegative
		.default(0)
		.describe("Coulomb's coefficient; 0 by default."),
	distance: positive
		.exactOptional()
		.describe(
			"Below which it pushes [m]; by default a thousandth of the extent of all objects.",
		),
	motion: timedVector
		.exactOptional()
		.describe("Its displacement [m] over time."),
	turn: object({
		axis: direction,
		centre: vector3.default([0, 0, 0]).describe("A point on the axis [m]."),
		angle: timedNumber.describe("[°] over time."),
	})
		.exactOptional()
		.describe("Turns it about an axis; `motion` comes on top."),
});

/** The keys of which a collider has one. */
export const colliderKeys = Object.keys(colliderShapes);
