/** Marks on points with words beside them, over the picture. */
import {
	BufferGeometry,
	Line,
	LineBasicMaterial,
	Mesh,
	MeshBasicMaterial,
	SphereGeometry,
	type Vector3,
} from "three";
import { element } from "../dom.ts";
import type { Stage } from "./stage.ts";

export class Tag {
	private readonly words = element("div", { className: "tag" });
	private readonly stage: Stage;
	private readonly ball: Mesh;

	constructor(stage: Stage, colour: string) {
		this.stage = stage;
		this.words.style.borderColor = colour;
		this.ball = new Mesh(
			new SphereGeometry(1, 16, 12),
			new MeshBasicMaterial({
				color: colour,
				depthTest: false,
				transparent: true,
			}),
		);
		this.ball.renderOrder = 9;
		stage.addMarks(this.ball);
		stage.container.append(this.words);
	}

	/** Without words it is a mark alone. */
	show(place: Vector3, text: string): void {
		const { stage, ball, words } = this;
		ball.position.copy(place);
		ball.scale.setScalar(0.007 * stage.camera.position.distanceTo(place));
		const [x, y] = stage.seenAt(place);
		words.hidden = text === "";
		words.textContent = text;
		words.style.transform = `translate(${Math.round(x + 10)}px, ${Math.round(y - 30)}px)`;
	}

	remove(): void {
		this.words.remove();
		this.ball.removeFromParent();
		this.stage.draw();
	}
}

/** A line over all else. */
export function overlayLine(colour: string): Line {
	const line = new Line(
		new BufferGeometry(),
		new LineBasicMaterial({
			color: colour,
			depthTest: false,
			transparent: true,
		}),
	);
	line.frustumCulled = false;
	line.renderOrder = 9;
	return line;
}
