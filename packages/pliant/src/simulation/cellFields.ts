/** Strain and stress of a body's cells, those that carry its mass. Made when first asked for, and kept. */
import { cellMeasure } from "../mesh/measure.ts";
import { cellCount, cells, verticesPerCell } from "../mesh/mesh.ts";
import type { DomainName } from "../models/domain.ts";
import type { SolidFields } from "../models/solid/fields/solidFields.ts";
import type { SampleSource } from "../models/solid/fields/solidSamples.ts";
import type { MaterialPoint } from "../points/materialPoint.ts";
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

/** Whether elements are the cells that carry a body's mass. */
const isOnCells = (domain: DomainName, { massOn }: Body): boolean =>
	domain === massOn || domain === `quadratic-${massOn}`;

export class CellFields {
	private readonly scene: BuiltScene;
	private readonly strains = new Map<Body, GreenStrain>();
	private readonly stresses = new Map<Body, Float64Array>();

	constructor(scene: BuiltScene) {
		this.scene = scene;
	}

	/** @param positions of the body's vertices [m] */
	strain(body: Body, positions: Float64Array): Float64Array {
		if (this.isQuadratic(body)) return this.solid(body).cellStrain;
		const strain =
			this.strains.get(body) ?? new GreenStrain(body.mesh, body.massOn);
		this.strains.set(body, strain);
		strain.update(positions);
		return strain.values;
	}

	stress(body: Body, positions: Float64Array): Float64Array {
		if (this.isQuadratic(body)) return this.solid(body).cellStress;
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
		if (this.isQuadratic(body)) {
			const { mesh, solid, source } = this.sampled(body);
			return solid.piolaStress(mesh, source, which);
		}
		const compute = first ? firstPiolaStress : secondPiolaStress;
		compute(this.stressedCells(body, positions), values);
		return values;
	}

	/** Strain energy of each cell per its measure at rest, of the models on such cells. */
	strainEnergy(body: Body): Float64Array {
		const { model, state, elasticParts } = this.scene;
		const energies = new Float64Array(cellCount(body.mesh, body.massOn));
		model.elastic.visitEnergies(
			{ x: state.x },
			(group, element, samples, energy) => {
				// Bending over seams, which comes last, is no part of a body.
				const part = elasticParts.at(group);
				if (part?.body !== body || !isOnCells(part.domain, body)) return;
				const place = Math.floor(element / samples);
				energies[part.order ? part.order[place] : place] += energy;
			},
		);
		const measures = cellMeasure(body.mesh, body.massOn);
		return energies.map((energy, cell) => energy / measures[cell]);
	}

	/** Stress and strain at vertices and in cells, with the estimated error. */
	solid(body: Body): SolidFields {
		const { mesh, solid, source } = this.sampled(body);
		return solid.fields(mesh, source);
	}

	private sampled(body: Body) {
		const { model, state, ranges, elasticParts } = this.scene;
		const group = elasticParts.findIndex(
			(part) => part.body === body && part.solid,
		);
		const part = elasticParts[group];
		if (!part?.solid)
			throw new Error(
				`simulation: ${body.label} has no finite elements of solids; its fields are known with models of a law, such as stable-neo-hookean`,
			);
		const rest = new Float64Array(state.x.array.length);
		ranges
			.find((range) => range.body === body)
			?.scatter(body.mesh.positions, rest);
		const { vertices, nodes } = model.elastic.groups[group];
		const source: SampleSource = {
			x: state.x.array,
			rest,
			visit: (each) =>
				model.elastic.visitGradients(
					{ x: state.x },
					(index, element, samples, gradient) => {
						if (index !== group) return;
						const place = Math.floor(element / samples);
						each(
							part.order ? part.order[place] : place,
							element % samples,
							vertices.subarray(element * nodes, (element + 1) * nodes),
							gradient,
						);
					},
				),
		};
		return { mesh: body.mesh, solid: part.solid, source };
	}

	private isQuadratic(body: Body): boolean {
		return this.scene.elasticParts.some(
			(part) => part.body === body && part.domain.startsWith("quadratic"),
		);
	}

	/** Values of cells at a point, interpolated between the means at the vertices around it. */
	at(
		body: Body,
		{ vertices, weights }: MaterialPoint,
		values: Float64Array,
	): number[] {
		const nodes = verticesPerCell[body.massOn];
		const all = cells(body.mesh, body.massOn);
		const measures = cellMeasure(body.mesh, body.massOn);
		const out = new Array<number>(tensorSize).fill(0);
		for (const [n, vertex] of (vertices ?? []).entries()) {
			const sum = new Array<number>(tensorSize).fill(0);
			let total = 0;
			for (
				let i = all.indexOf(vertex);
				i >= 0;
				i = all.indexOf(vertex, i + 1)
			) {
				const cell = Math.floor(i / nodes);
				total += measures[cell];
				for (let k = 0; k < tensorSize; k++)
					sum[k] += measures[cell] * values[tensorSize * cell + k];
			}
			for (let k = 0; k < tensorSize; k++)
				out[k] += (weights[n] * sum[k]) / total;
		}
		return out;
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
