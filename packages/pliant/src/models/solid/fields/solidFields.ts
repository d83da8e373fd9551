/**
 * Stress and strain of a solid at its vertices, and how far they may be off. Values at integration points are carried on to the corners of
 * their cell and averaged there, weighted by volume; what lies between is interpolated. Zienkiewicz and Zhu 1987: where that smooth field
 * differs from the values of the cells, the mesh is too coarse.
 */
import type { SolidKind } from "../../../mesh/cellShape.ts";
import {
	cellCount,
	cells,
	type Mesh,
	type Vector3,
	vertexCount,
	verticesPerCell,
} from "../../../mesh/mesh.ts";
import type { RestSample } from "../quadraticElements.ts";
import {
	greenStrainOf,
	piolaStressOf,
	type SampleSource,
	tensorAxes,
	visitSamples,
} from "./solidSamples.ts";

const tensorSize = tensorAxes.length;

/** Fields of a solid; arrays are by vertex or by cell, tensors as xx, yy, zz, xy, yz, xz. */
export interface SolidFields {
	/** Cauchy's stress [Pa] and Green's strain at vertices. */
	readonly vertexStress: Float64Array;
	readonly vertexStrain: Float64Array;
	/** Means over cells. */
	readonly cellStress: Float64Array;
	readonly cellStrain: Float64Array;
	/** Estimated error of the stress in each cell: of the root of its mean square [Pa]. */
	readonly cellError: Float64Array;
	/** The same over the whole body, relative to the stress: 0.1 is an error of 10 %. */
	readonly relativeError: number;
}

/** Where the integration points of cells are, as weights of their corners; more than 1 and less than 0 beyond. */
export interface SamplePlaces {
	/** Values at corners from those at samples: corner by corner, a weight of each sample. */
	readonly toCorners: readonly (readonly number[])[];
	/** Values at samples from those at corners: sample by sample, a weight of each corner. */
	readonly fromCorners: readonly (readonly number[])[];
}

interface Kept {
	readonly cell: number;
	readonly sample: number;
	readonly volume: number;
	readonly stress: Float64Array;
	readonly strain: Float64Array;
}

/** What solid elements can tell of themselves. */
export interface SolidSampling {
	readonly fields: (mesh: Mesh, source: SampleSource) => SolidFields;
	/** Means over cells of Piola and Kirchhoff's stress [Pa]: 9 numbers of the first by rows, 6 of the second. */
	readonly piolaStress: (
		mesh: Mesh,
		source: SampleSource,
		which: "first" | "second",
	) => Float64Array;
}

export const solidSampling = (
	kind: SolidKind,
	places: SamplePlaces,
	restAt: (X: readonly Vector3[], sample: number) => RestSample,
): SolidSampling => ({
	fields: (mesh, source) => {
		const samples: Kept[] = [];
		visitSamples(restAt, source, ({ cell, sample, volume, F, stress }) =>
			samples.push({
				cell,
				sample,
				volume,
				stress: stress.slice(),
				strain: Float64Array.from(greenStrainOf(F)),
			}),
		);
		return solidFields(mesh, kind, places, samples);
	},
	piolaStress: (mesh, source, which) => {
		const size = which === "first" ? 9 : tensorSize;
		const volumes = new Float64Array(cellCount(mesh, kind));
		const sums = new Float64Array(size * volumes.length);
		visitSamples(restAt, source, ({ cell, volume, F, stress }) => {
			volumes[cell] += volume;
			for (const [k, value] of piolaStressOf(F, stress, which).entries())
				sums[size * cell + k] += volume * value;
		});
		return sums.map((sum, i) => sum / volumes[Math.floor(i / size)]);
	},
});

function solidFields(
	mesh: Mesh,
	kind: SolidKind,
	places: SamplePlaces,
	samples: readonly Kept[],
): SolidFields {
	const vertices = cells(mesh, kind);
	const nodes = verticesPerCell[kind];
	const count = vertices.length / nodes;
	const volumes = new Float64Array(count);
	for (const { cell, volume } of samples) volumes[cell] += volume;
	const corner = (cell: number, node: number) => vertices[cell * nodes + node];

	const meanOf = (key: "stress" | "strain"): Float64Array => {
		const means = new Float64Array(tensorSize * count);
		for (const { cell, volume, [key]: values } of samples)
			for (let k = 0; k < tensorSize; k++)
				means[tensorSize * cell + k] += (volume / volumes[cell]) * values[k];
		return means;
	};
	const atVertices = (key: "stress" | "strain"): Float64Array => {
		const sums = new Float64Array(tensorSize * vertexCount(mesh));
		const weights = new Float64Array(vertexCount(mesh));
		for (let i = 0; i < vertices.length; i++)
			weights[vertices[i]] += volumes[Math.floor(i / nodes)];
		for (const { cell, sample, [key]: values } of samples)
			for (let node = 0; node < nodes; node++) {
				const vertex = corner(cell, node);
				const share =
					(volumes[cell] / weights[vertex]) * places.toCorners[node][sample];
				for (let k = 0; k < tensorSize; k++)
					sums[tensorSize * vertex + k] += share * values[k];
			}
		return sums;
	};

	const vertexStress = atVertices("stress");
	const squaredErrors = new Float64Array(count);
	let total = 0;
	for (const { cell, sample, volume, stress } of samples) {
		const smooth = new Float64Array(tensorSize);
		for (let node = 0; node < nodes; node++)
			for (let k = 0; k < tensorSize; k++)
				smooth[k] +=
					places.fromCorners[sample][node] *
					vertexStress[tensorSize * corner(cell, node) + k];
		const error = smooth.map((s, k) => s - stress[k]);
		squaredErrors[cell] += volume * squaredNorm(error);
		total += volume * squaredNorm(stress);
	}
	const squaredError = squaredErrors.reduce((a, b) => a + b, 0);
	return {
		vertexStress,
		vertexStrain: atVertices("strain"),
		cellStress: meanOf("stress"),
		cellStrain: meanOf("strain"),
		cellError: squaredErrors.map((e, cell) => Math.sqrt(e / volumes[cell])),
		relativeError: total > 0 ? Math.sqrt(squaredError / total) : 0,
	};
}

/** σ:σ of a symmetric tensor, whose entries beside the diagonal count twice. */
const squaredNorm = (t: Float64Array): number =>
	t.reduce((sum, entry, k) => sum + (k < 3 ? 1 : 2) * entry * entry, 0);
