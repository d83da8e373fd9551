/** Frames and rigid bodies, moved and turned by a gizmo; and frames inserted by a click. */
import {
	Group,
	Mesh,
	MeshBasicMaterial,
	Object3D,
	SphereGeometry,
	Vector3,
} from "three";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import type { Change, Frame, Opened } from "../protocol.ts";
import type { Aim } from "./aim.ts";
import type { Tool } from "./tool.ts";

const frameColour = "#7668b4";

const keyWays: Readonly<Record<string, readonly [number, number, number]>> = {
	ArrowLeft: [-1, 0, 0],
	ArrowRight: [1, 0, 0],
	ArrowUp: [0, 1, 0],
	ArrowDown: [0, -1, 0],
	PageUp: [0, 0, -1],
	PageDown: [0, 0, 1],
};

interface Chosen {
	readonly body: number;
	readonly frame: number;
}

export class Gizmo implements Tool {
	private readonly aim: Aim;
	private readonly make: (change: Change) => void;
	/** Where the chosen frame is shown, and moved to. */
	private readonly handle = new Object3D();
	private readonly controls: TransformControls;
	private readonly marks = new Group();
	private poses: readonly Float32Array[] = [];
	private chosen: Chosen | undefined;
	private isChosen = false;

	constructor(aim: Aim, make: (change: Change) => void) {
		this.aim = aim;
		this.make = make;
		const { stage } = aim;
		this.controls = new TransformControls(
			stage.camera,
			stage.renderer.domElement,
		);
		this.controls.setSize(0.8);
		this.controls.enabled = false;
		this.marks.visible = false;
		stage.addMarks(this.handle, this.controls.getHelper(), this.marks);
		this.controls.addEventListener("change", () => stage.draw());
		this.controls.addEventListener("objectChange", () => this.lead());
		this.controls.addEventListener("dragging-changed", ({ value }) => {
			stage.controls.enabled = !value;
			aim.view.keepCamera();
			if (!value && this.chosen) this.make({ kind: "endLead", ...this.chosen });
		});
	}

	/** Moves or turns what is chosen. */
	set mode(mode: "translate" | "rotate") {
		this.controls.setMode(mode);
		this.aim.stage.draw();
	}

	private lead(): void {
		if (!this.chosen) return;
		const { position, quaternion } = this.handle;
		this.make({
			kind: "lead",
			...this.chosen,
			position: position.toArray(),
			orientation: quaternion.toArray() as [number, number, number, number],
		});
	}

	/** Moves what is chosen by arrows and page keys, or chooses the next by N; says whether it took the key. */
	press(key: string): boolean {
		if (!this.isChosen) return false;
		if (key === "n") {
			const all = this.all;
			const { body, frame } = this.chosen ?? {};
			const at = all.findIndex(
				(one) => one.body === body && one.frame === frame,
			);
			this.attach(all[(at + 1) % all.length]);
			return true;
		}
		const way = keyWays[key];
		if (!way || !this.chosen) return false;
		const { extent } = this.aim.view.bodies[this.chosen.body].surface;
		this.handle.position.addScaledVector(new Vector3(...way), 0.05 * extent);
		this.lead();
		this.aim.stage.draw();
		return true;
	}

	/** Lets go of what keys have moved. */
	lift(key: string): void {
		if (this.isChosen && this.chosen && keyWays[key])
			this.make({ kind: "endLead", ...this.chosen });
	}

	private get all(): Chosen[] {
		return this.poses.flatMap((poses, body) =>
			Array.from({ length: poses.length / 7 }, (_, frame) => ({ body, frame })),
		);
	}

	/** The frame whose mark is under the pointer is chosen; the gizmo itself hears of pointers on its own. */
	down(event: PointerEvent): boolean {
		if (this.controls.axis) return false;
		for (const [body, poses] of this.poses.entries())
			for (let frame = 0; 7 * frame < poses.length; frame++) {
				const place = new Vector3().fromArray(poses, 7 * frame);
				if (!this.aim.isAt(event, place)) continue;
				this.attach({ body, frame });
				return true;
			}
		return false;
	}

	private attach(chosen: Chosen | undefined): void {
		this.chosen = chosen;
		this.controls.enabled = chosen !== undefined && this.isChosen;
		if (this.controls.enabled) this.controls.attach(this.handle);
		else this.controls.detach();
		this.follow();
	}

	move(): void {}
	up(): void {}

	open({ keptState }: Opened): void {
		if (!keptState) this.attach(undefined);
	}

	choose(isChosen: boolean): void {
		this.isChosen = isChosen;
		this.marks.visible = isChosen;
		// What there is one of need not be looked for.
		this.attach(isChosen ? (this.chosen ?? this.all[0]) : this.chosen);
		this.aim.stage.draw();
	}

	show(frame?: Frame): void {
		if (frame) this.poses = frame.frames;
		this.follow();
		if (this.marks.visible) this.showMarks();
	}

	/** Where the gizmo is seen, in pixels. */
	get seenAt(): [x: number, y: number] {
		return this.aim.stage.seenAt(this.handle.position);
	}

	/** The handle is where the frame is, unless a hand has it. */
	private follow(): void {
		const { chosen, controls, handle } = this;
		if (!chosen || controls.dragging) return;
		const pose = this.poses[chosen.body]?.subarray(7 * chosen.frame);
		if (!pose || pose.length < 7) return;
		handle.position.fromArray(pose);
		handle.quaternion.fromArray(pose, 3);
	}

	private showMarks(): void {
		const { marks, poses } = this;
		const places = poses.flatMap((each) =>
			Array.from({ length: each.length / 7 }, (_, i) =>
				new Vector3().fromArray(each, 7 * i),
			),
		);
		while (marks.children.length > places.length)
			marks.children[marks.children.length - 1].removeFromParent();
		while (marks.children.length < places.length) marks.add(mark());
		for (const [i, place] of places.entries()) {
			const distance = this.aim.stage.camera.position.distanceTo(place);
			marks.children[i].position.copy(place);
			marks.children[i].scale.setScalar(0.009 * distance);
		}
	}
}

const mark = (): Mesh => {
	const ball = new Mesh(
		new SphereGeometry(1, 16, 12),
		new MeshBasicMaterial({
			color: frameColour,
			depthTest: false,
			transparent: true,
		}),
	);
	ball.renderOrder = 8;
	return ball;
};

/** A click on a frame body puts a frame there. */
export class Inserter implements Tool {
	private readonly aim: Aim;
	private readonly make: (change: Change) => void;
	private canInsert: readonly boolean[] = [];

	constructor(aim: Aim, make: (change: Change) => void) {
		this.aim = aim;
		this.make = make;
	}

	open({ framed }: Opened): void {
		this.canInsert = framed.map(({ canInsert }) => canInsert);
	}

	down(event: PointerEvent): boolean {
		const touched = this.aim.touched(event);
		if (!touched || !this.canInsert[touched.body]) return false;
		const place = touched.at.toArray();
		this.make({ kind: "insert", body: touched.body, place });
		return true;
	}

	move(): void {}
	up(): void {}
	show(): void {}
}
