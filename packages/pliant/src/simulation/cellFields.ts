/** Strain and stress of a body's cells, those that carry its mass. Made when first asked for, and kept. */
import { cellCount } from "../mesh/mesh.ts";
import type { Body } from "../scene/body.ts";
import type { BuiltScene } from "../scene/build.ts";
import {
	cauchyStress,
	firstPiolaStress,
	GreenStrain,
	matrixSize,
	type StressedCells,
	secondPiolaStress,
	tensorSize,
} from "../system/cellTensors.ts";

export class CellFields {
	private readonly scene: BuiltScene;
	private readonly strains = new Map<Body, GreenStrain>();
	private readonly stresses = new Map<Body, Float64Array>();

	constructor(scene: BuiltScene) {
		this.scene = scene;
	}

	/** @param positions of the body's vertices [m] */
	strain(body: Body, positions: Float64Array): Float64Array {
		const strain =
			this.strains.get(body) ?? new GreenStrain(body.mesh, body.massOn);
		this.strains.set(body, strain);
		strain.update(positions);
		return strain.values;
	}

	stress(body: Body, positions: Float64Array): Float64Array {
		const values =
			this.stresses.get(body) ??
			new Float64Array(tensorSize * cellCount(body.mesh, body.massOn));
		this.stresses.set(body, values);
		cauchyStress(this.stressedCells(body, positions), values);
		return values;
	}

	piolaStress(
		body: Body,
		positions: Float64Array,
		which: "first" | "second",
	): Float64Array {
		const count = cellCount(body.mesh, body.massOn);
		const first = which === "first";
		const values = new Float64Array((first ? matrixSize : tensorSize) * count);
		const compute = first ? firstPiolaStress : secondPiolaStress;
		compute(this.stressedCells(body, positions), values);
		return values;
	}

	private stressedCells(body: Body, positions: Float64Array): StressedCells {
		const { model, state, elasticParts } = this.scene;
		const kind = body.massOn;
		return {
			elastic: model.elastic,
			at: { x: state.x },
			parts: elasticParts
				.map((part, group) => ({ ...part, group }))
				.filter((part) => part.body === body && part.domain === kind),
			kind,
			rest: body.mesh,
			now: { ...body.mesh, positions },
		};
	}
}
