/** Forces between frames from the samples of their body. */
import type { FrameModel } from "./frameModel.ts";
import type { FrameElasticity } from "./frameSystem.ts";
import type { StiffnessKind } from "./sampleSystem.ts";

export class SampleElasticity implements FrameElasticity {
	readonly isPotential = true;
	readonly weighs: boolean;
	private readonly model: FrameModel;

	constructor(model: FrameModel, weighs: boolean) {
		this.model = model;
		this.weighs = weighs;
	}

	get gradient(): Float64Array {
		return this.model.gradient;
	}

	get stiffness(): Float64Array {
		return this.model.stiffness;
	}

	assemble(kind: StiffnessKind | "none"): void {
		this.model.assemble(kind);
	}

	energy() {
		return this.model.energy();
	}

	setGravity(gravity: readonly number[]): void {
		this.model.samples.setGravity(gravity);
	}
}
