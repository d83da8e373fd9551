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

	internalGradient(): Float64Array {
		return this.model.samples.unloaded(() => {
			this.assemble("none");
			return this.gradient.slice();
		});
	}

	setInertia(factor: number, targets?: Float64Array): void {
		this.model.samples.setInertia(factor, targets);
	}

	setGravity(gravity: readonly number[]): boolean {
		return this.model.samples.setGravity(gravity);
	}
}
