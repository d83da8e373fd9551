/** Positions and velocities of bodies' vertices as others see them: in the body's own order, following frames where they do. */
import { isFramed } from "../frames/isFramed.ts";
import type { BodyRange } from "../scene/bodyRange.ts";
import type { BuiltScene } from "../scene/build.ts";
import type { FrameRange } from "../scene/frameRange.ts";
import type { SceneBody } from "../scene/scene.ts";

type Quantity = "x" | "v";

/** What was given out for a body whose vertices are not nodes in their own order. */
interface Copy {
	readonly body: SceneBody;
	readonly quantity: Quantity;
	readonly to: Float64Array;
	readonly write: () => void;
}

export class VertexViews {
	private scene: BuiltScene;
	private readonly copies: Copy[] = [];

	constructor(scene: BuiltScene) {
		this.scene = scene;
	}

	/** Shows another structure of the same bodies from now on, in the views that were given out. */
	show(scene: BuiltScene): void {
		this.scene = scene;
		this.refresh();
	}

	/** A view that `refresh` brings up to date. */
	view(quantity: Quantity, body: SceneBody): Float64Array {
		const { array } = this.scene.state[quantity];
		const range = this.range(body);
		const { sewn } = this.scene;
		if (!("part" in range) && !range.order && !sewn && !isShared(array))
			return array.subarray(3 * range.first, 3 * (range.first + range.count));
		let copy = this.copies.find(
			(one) => one.body === body && one.quantity === quantity,
		);
		if (!copy) {
			const to = new Float64Array(3 * body.vertexCount);
			const write = () => this.write(this.range(body), quantity, to);
			copy = { body, quantity, to, write };
			write();
			this.copies.push(copy);
		}
		return copy.to;
	}

	private write(
		range: BodyRange | FrameRange,
		quantity: Quantity,
		to: Float64Array,
	): void {
		const { array } = this.scene.state[quantity];
		if (!("part" in range)) range.gather(array, to);
		else if (quantity === "x") range.surface.positions(to);
		else range.surface.velocities(array, to);
	}

	/** To be called when the state has changed. */
	refresh(): void {
		for (const { write } of this.copies) write();
	}

	range(body: SceneBody): BodyRange | FrameRange {
		const { ranges, frameRanges } = this.scene;
		const range = isFramed(body)
			? frameRanges.find((one) => one.body === body)
			: ranges.find((one) => one.body === body);
		if (!range)
			throw new Error(
				`simulation: ${body.label} is not part of it; add it to the scene before simulate`,
			);
		return range;
	}
}

/** Graphics and other platform functions refuse arrays of shared memory. */
const isShared = ({ buffer }: Float64Array) =>
	typeof SharedArrayBuffer !== "undefined" &&
	buffer instanceof SharedArrayBuffer;
