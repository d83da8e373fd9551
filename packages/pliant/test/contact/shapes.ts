import { collider, type Shape } from "../../src/index.ts";

/** One of each kind, all of them out of line with the axes. */
export const tilted: Readonly<Record<string, Shape>> = {
	plane: collider.plane({ point: [0.1, 0.2, 0], normal: [1, 2, -0.5] }),
	sphere: collider.sphere({ centre: [0.1, -0.2, 0.3], radius: 0.4 }),
	box: collider.box({
		size: [0.5, 0.3, 0.7],
		centre: [0.1, 0, 0],
		rotate: [0.3, -0.5, 0.9],
	}),
	cylinder: collider.cylinder({
		from: [-0.2, 0, 0.1],
		to: [0.3, 0.4, -0.1],
		radius: 0.3,
	}),
	capsule: collider.capsule({
		from: [-0.2, 0, 0.1],
		to: [0.3, 0.4, -0.1],
		radius: 0.2,
	}),
};

/** Shapes whose highest point is the origin. */
export const level: Readonly<Record<string, Shape>> = {
	plane: collider.plane(),
	sphere: collider.sphere({ centre: [0, -0.5, 0], radius: 0.5 }),
	box: collider.box({ size: [1, 0.2, 1], centre: [0, -0.1, 0] }),
	cylinder: collider.cylinder({
		from: [0, -0.1, 0],
		to: [0, 0, 0],
		radius: 0.5,
	}),
	lyingCylinder: collider.cylinder({
		from: [-1, -0.3, 0],
		to: [1, -0.3, 0],
		radius: 0.3,
	}),
	capsule: collider.capsule({
		from: [-0.5, -0.3, 0],
		to: [0.5, -0.3, 0],
		radius: 0.3,
	}),
};
