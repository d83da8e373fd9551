/** What bodies of frames have in common, frame bodies and rigid ones: frames that are held, moved and loaded, and how they start. */
import {
	isObject,
	requireFunction,
	requireOptions,
	requireThat,
	requireVector3,
} from "../checks.ts";
import type { Quaternion } from "../mappings/quaternion.ts";
import type { Mesh, Vector3 } from "../mesh/mesh.ts";
import type { MaterialValue } from "../models/parameters.ts";
import type { BodyContact } from "../points/bodyContact.ts";
import { MaterialPoint } from "../points/materialPoint.ts";
import { requireDensity } from "../system/density.ts";
import type { FrameMassKind, FrameSystem } from "./frameSystem.ts";
import { framed } from "./isFramed.ts";

/** Where a frame is. */
export interface FramePose {
	/** Where its origin is [m]. */
	readonly position: Vector3;
	/** Unit quaternion [a b c w], vector part first; by default along the axes of the world. */
	readonly orientation?: Quaternion;
}

/** A value, or one for every time [s]. */
export type InTime<T> = T | ((time: number) => T);

export interface PointLoad {
	/** Rest position [m] of the material point. */
	readonly point: Vector3;
	/** [N] */
	readonly force: (time: number) => Vector3;
}

export interface FrameLoad {
	readonly frame: number;
	/** Torque [N m] about the frame's origin, and force [N]. */
	readonly wrench: (time: number) => readonly number[];
}

/** What of a frame is held: its six velocities, angular first, along the axes of the world. */
export type HeldPart = "all" | "orientation" | "position";

const heldParts: readonly HeldPart[] = ["all", "orientation", "position"];

/** Velocity [m/s] of matter at a position [m], and how it turns there [rad/s]. */
export interface FrameLaunch {
	readonly velocity: (...x: Vector3) => Vector3;
	readonly angularVelocity: Vector3;
}

export abstract class FramedBody {
	readonly [framed] = true;
	name: string;
	readonly held = new Map<number, HeldPart>();
	readonly moved = new Map<number, (time: number) => FramePose>();
	readonly pointLoads: PointLoad[] = [];
	readonly frameLoads: FrameLoad[] = [];
	/** Poses at the beginning, where they are not those of rest. */
	readonly started = new Map<number, FramePose>();
	start: FrameLaunch | undefined;
	/** How it touches, in scenes whose surfaces do. */
	contact: BodyContact = {};
	/** What was changed last, and how often something was: simulations made before do not have it. */
	readonly change = { what: "", holds: 0, values: 0, others: 0 };

	constructor(name: string) {
		this.name = name;
	}

	/** How messages refer to it. */
	abstract get label(): string;
	/** Frames at rest. */
	abstract get restFrames(): readonly FramePose[];
	/** Vertices that follow the frames, at rest; they are looked at, and touch. */
	abstract get mesh(): Mesh;
	/** The name of the density that it was not given, if any. */
	abstract get missingDensity(): string | undefined;
	/** [kg]; that of any density where none is given. */
	abstract get assumedMass(): number;
	/** What makes it elastic; nothing of rigid ones. */
	abstract get models(): readonly {
		readonly model: { readonly name: string };
		readonly material: Readonly<Record<string, MaterialValue>>;
	}[];

	/** Makes its part of a simulation; here, so that programs have the code of the bodies that they use alone. */
	abstract createSystem(mass: FrameMassKind): Promise<FrameSystem>;

	/** Frames that it may have in a simulation. */
	get frameCapacity(): number {
		return this.frameCount;
	}

	/** The surface that touches, at rest. */
	get collisionMesh(): Mesh {
		return this.mesh;
	}

	/** Points all over the body at rest [m], xyz each. */
	get extentPoints(): Float64Array {
		return this.mesh.positions;
	}

	/** [kg] */
	get mass(): number {
		requireDensity(this, "mass");
		return this.assumedMass;
	}

	get vertexCount(): number {
		return this.mesh.positions.length / 3;
	}

	get frameCount(): number {
		return this.restFrames.length;
	}

	/** The material point at a rest position [m]. */
	point(rest: Vector3): MaterialPoint {
		checkVector(`${this.label}: point`, rest);
		return new MaterialPoint(this, rest);
	}

	private changed(what: string): void {
		this.change.what = what;
		this.change.others++;
	}

	protected checkFrame(frame: number): void {
		if (!Number.isInteger(frame) || frame < 0 || frame >= this.frameCount)
			throw new Error(
				`${this.label}: there is no frame ${frame}; frames are 0 to ${this.frameCount - 1}`,
			);
	}

	protected holdFrame(frame: number, part: HeldPart): void {
		this.checkFrame(frame);
		if (!heldParts.includes(part))
			throw new Error(
				`${this.label}: hold is given '${part}'; it takes ${heldParts.join(", ")}`,
			);
		this.moved.delete(frame);
		this.held.set(frame, part);
		this.changed("hold");
	}

	protected moveFrame(frame: number, pose: (time: number) => FramePose): void {
		this.checkFrame(frame);
		requireFunction(`${this.label}: motion of frame ${frame}`, pose);
		checkPose(`${this.label}: motion of frame ${frame} at 0 s`, pose(0));
		this.held.delete(frame);
		this.moved.set(frame, pose);
		this.changed("move");
	}

	protected placeFrame(frame: number, pose: FramePose): void {
		this.checkFrame(frame);
		checkPose(`${this.label}: start of frame ${frame}`, pose);
		this.started.set(frame, pose);
		this.changed("place");
	}

	protected loadOfFrame(
		frame: number,
		load: {
			readonly force?: InTime<Vector3>;
			readonly torque?: InTime<Vector3>;
		},
	): void {
		this.checkFrame(frame);
		requireOptions(`${this.label}: load`, load, ["force", "torque"]);
		const force = inTime<Vector3>(load.force ?? [0, 0, 0]);
		const torque = inTime<Vector3>(load.torque ?? [0, 0, 0]);
		checkVector(`${this.label}: load of frame ${frame}`, force(0));
		checkVector(`${this.label}: torque of frame ${frame}`, torque(0));
		this.changed("load");
		this.frameLoads.push({
			frame,
			wrench: (time) => [...torque(time), ...force(time)],
		});
	}

	/** A force [N] on the material point at a rest position [m]. */
	load(point: Vector3, force: InTime<Vector3>): this {
		checkVector(`${this.label}: loaded point`, point);
		checkVector(`${this.label}: load`, inTime(force)(0));
		this.pointLoads.push({ point, force: inTime(force) });
		this.changed("load");
		return this;
	}

	/** Sets the velocity [m/s] that the body starts with, as a function of position, and how fast it turns [rad/s]. */
	launch(
		velocity: Vector3 | ((...x: Vector3) => Vector3),
		angularVelocity: Vector3 = [0, 0, 0],
	): this {
		const at = typeof velocity === "function" ? velocity : () => velocity;
		checkVector(`${this.label}: velocity`, at(0, 0, 0));
		checkVector(`${this.label}: angular velocity`, angularVelocity);
		this.start = { velocity: at, angularVelocity };
		this.changed("launch");
		return this;
	}
}

export function inTime<T>(value: InTime<T>): (time: number) => T {
	return typeof value === "function"
		? (value as (time: number) => T)
		: () => value;
}

export function checkVector(what: string, v: Vector3): void {
	requireVector3(what, v);
}

export function checkPose(what: string, pose: FramePose): void {
	requireThat(
		isObject(pose),
		what,
		pose,
		"a position and, if turned, an orientation",
	);
	checkVector(`${what}: position`, pose.position);
	const { orientation } = pose;
	if (orientation === undefined) return;
	const isUnit =
		Array.isArray(orientation) &&
		orientation.length === 4 &&
		Math.abs(Math.hypot(...orientation) - 1) < 1e-6;
	requireThat(
		isUnit,
		`${what}: orientation`,
		orientation,
		"a unit quaternion [a b c w], vector part first",
	);
}

/** Seven numbers of a pose. */
export const poseNumbers = ({
	position,
	orientation = [0, 0, 0, 1],
}: FramePose): number[] => [...position, ...orientation];

export const poseOfNumbers = (
	numbers: ArrayLike<number>,
): Required<FramePose> => {
	const [x, y, z, a, b, c, w] = Array.from(numbers);
	return { position: [x, y, z], orientation: [a, b, c, w] };
};
