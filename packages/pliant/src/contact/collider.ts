/** Something rigid that bodies cannot enter: a shape that rests or moves as prescribed. */
import {
	requireFinite,
	requireFunction,
	requireOptions,
	requireVector3,
} from "../checks.ts";
import { isVector3, type Mesh, type Vector3 } from "../mesh/mesh.ts";
import {
	coefficientsOf,
	type Friction,
	type FrictionCoefficients,
	requireFriction,
} from "./friction.ts";
import { axisRotation, type Pose, product, toWorld } from "./pose.ts";
import { aligned, type Shape } from "./shapes/shape.ts";

export interface ColliderOptions {
	/** What messages and results call it. */
	readonly name?: string;
	/** Coulomb's coefficients; 0 by default. */
	readonly friction?: Friction;
	/** What it is made of, as tables of friction call it. */
	readonly material?: string;
	/** Distance [m] below which it pushes; by default a thousandth of the body's extent. */
	readonly distance?: number;
	/** Displacement [m] at a time [s]. */
	readonly motion?: (time: number) => Vector3;
	/** Turns it about an axis; `motion` comes on top. */
	readonly turn?: {
		readonly axis: Vector3;
		/** A point on the axis [m]. */
		readonly centre?: Vector3;
		/** Angle [rad] at a time [s]. */
		readonly angle: (time: number) => number;
	};
}

export const colliderOptions = [
	"name",
	"friction",
	"material",
	"distance",
	"motion",
	"turn",
];

export class Collider {
	readonly name: string;
	readonly shape: Shape;
	readonly friction: FrictionCoefficients;
	readonly material: string | undefined;
	readonly distance: number | undefined;
	private readonly motion: ColliderOptions["motion"];
	private readonly turn: ColliderOptions["turn"];

	constructor(shape: Shape, options: ColliderOptions & { name: string }) {
		this.shape = shape;
		this.name = options.name;
		const { friction = 0 } = options;
		this.friction = coefficientsOf(friction);
		this.material = options.material;
		this.distance = options.distance;
		this.motion = options.motion;
		this.turn = options.turn;
		for (const name of Object.keys(options))
			if (!colliderOptions.includes(name))
				throw new Error(
					`${this.label}: there is no option '${name}'; it takes ${colliderOptions.join(", ")}`,
				);
		requireFriction(`${this.label}: friction`, friction);
		if (
			this.distance !== undefined &&
			!(this.distance > 0 && Number.isFinite(this.distance))
		)
			throw new Error(
				`${this.label}: distance is ${this.distance}; it must be positive [m]`,
			);
		if (this.motion !== undefined)
			requireVector3(
				`${this.label}: its motion at 0 s`,
				atStart(`${this.label}: motion`, this.motion),
			);
		if (this.turn === undefined) return;
		requireOptions(`${this.label}: turn`, this.turn, [
			"axis",
			"centre",
			"angle",
		]);
		requireFinite(
			`${this.label}: turn.angle at 0 s`,
			atStart(`${this.label}: turn.angle`, this.turn.angle) as number,
		);
		const { axis, centre = [0, 0, 0] } = this.turn;
		if (!isVector3(axis) || !isVector3(centre) || axis.every((c) => c === 0))
			throw new Error(
				`${this.label}: it turns about the axis [${axis}] through [${centre}]; both must be three finite numbers, the axis not zero`,
			);
	}

	/** How messages refer to it. */
	get label(): string {
		return `collider "${this.name}"`;
	}

	get moves(): boolean {
		return (
			this.motion !== undefined ||
			this.turn !== undefined ||
			this.shape.deforms === true
		);
	}

	get turns(): boolean {
		return this.turn !== undefined;
	}

	/** Angle [rad] that it turns by between two times [s]. */
	turnBetween(from: number, to: number): number {
		return this.turn
			? Math.abs(this.turn.angle(to) - this.turn.angle(from))
			: 0;
	}

	/** Where it is at a time [s]. */
	poseAt(time: number, out: Pose): void {
		const { rotation, origin } = this.shape;
		const { motion, turn } = this;
		const Q = turn ? axisRotation(turn.axis, turn.angle(time)) : aligned;
		const centre = turn?.centre ?? [0, 0, 0];
		const by = motion?.(time) ?? [0, 0, 0];
		out.set(turn ? product(Q, rotation) : rotation);
		const r = origin.map((c, k) => c - centre[k]);
		for (let k = 0; k < 3; k++)
			out[9 + k] = turn
				? Q[3 * k] * r[0] +
					Q[3 * k + 1] * r[1] +
					Q[3 * k + 2] * r[2] +
					centre[k] +
					by[k]
				: origin[k] + by[k];
		if (!out.every(Number.isFinite))
			throw new Error(
				`${this.label}: its motion is not finite at ${time} s; check the function that gives it`,
			);
	}

	/** Its surface at a time [s], to be drawn; none of a plane, which has no end. */
	surfaceAt(time: number): Pick<Mesh, "positions" | "triangles"> | undefined {
		const surface = this.shape.surface?.(time);
		if (!surface) return undefined;
		const { positions, triangles } = surface;
		const pose = new Float64Array(12);
		this.poseAt(time, pose);
		for (let i = 0; i < positions.length; i += 3)
			toWorld(
				pose,
				positions[i],
				positions[i + 1],
				positions[i + 2],
				positions.subarray(i, i + 3),
			);
		return { positions, triangles };
	}
}

/** What a function of time gives at the beginning. */
function atStart(name: string, given: unknown): unknown {
	requireFunction(name, given);
	return (given as (time: number) => unknown)(0);
}
