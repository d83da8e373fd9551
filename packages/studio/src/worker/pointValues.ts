/** What surfaces are coloured by: values at their points. */
import type { DisplaySurface } from "@pliant/three/surface";
import { Body, type SceneBody, type Simulation } from "pliant";
import { FrameBody } from "pliant/frames";
import { cells, verticesPerCell } from "pliant/mesh";
import { vonMises } from "pliant/simulation";
import type { Looks } from "../protocol.ts";

export function pointValues(
	simulation: Simulation,
	body: SceneBody,
	{ vertices }: DisplaySurface,
	{ field, frame }: Pick<Looks, "field" | "frame">,
): Float32Array | undefined {
	if (field === "none") return undefined;
	if (field === "weight") return weights(body, vertices, frame);
	if (field === "speed") {
		const v =
			body instanceof Body && body.skin
				? simulation.skin(body).velocities
				: simulation.velocities(body);
		return Float32Array.from(vertices, (i) =>
			Math.hypot(v[3 * i], v[3 * i + 1], v[3 * i + 2]),
		);
	}
	if (!(body instanceof Body) || body.skin) return undefined;
	if (field === "contact") {
		const f = simulation.contactForces(body);
		return Float32Array.from(vertices, (i) =>
			Math.hypot(f[3 * i], f[3 * i + 1], f[3 * i + 2]),
		);
	}
	if (
		field === "error" &&
		body.massOn !== "tetrahedron" &&
		body.massOn !== "hexahedron"
	)
		return undefined;
	const ofCells = {
		error: () => simulation.solidFields(body).cellError,
		strain: () => largestStrain(simulation.strain(body)),
		stress: () => vonMises(simulation.stress(body)),
		energy: () => energyDensity(simulation, body),
	}[field]();
	const sums = new Float64Array(body.vertexCount);
	const counts = new Float64Array(body.vertexCount);
	const corners = verticesPerCell[body.massOn];
	for (const [i, vertex] of cells(body.mesh, body.massOn).entries()) {
		sums[vertex] += ofCells[Math.floor(i / corners)];
		counts[vertex]++;
	}
	return Float32Array.from(vertices, (v) => sums[v] / (counts[v] || 1));
}

/** S : E / 2 of each cell, by volume, area or length at rest: the energy where stress goes linearly with Green's strain. */
export function energyDensity(
	simulation: Simulation,
	body: Body,
): Float64Array {
	const S = simulation.piolaStress(body, "second").slice();
	const E = simulation.strain(body);
	return Float64Array.from({ length: E.length / 6 }, (_, cell) => {
		let sum = 0;
		for (let k = 0; k < 6; k++)
			sum += (k < 3 ? 0.5 : 1) * S[6 * cell + k] * E[6 * cell + k];
		return sum;
	});
}

/** The largest principal strain of each cell: that of Green's tensor xx, yy, zz, xy, yz, xz. */
function largestStrain(tensors: Float64Array): Float64Array {
	const out = new Float64Array(tensors.length / 6);
	for (let i = 0; i < out.length; i++) {
		const [xx, yy, zz, xy, yz, xz] = tensors.subarray(6 * i, 6 * i + 6);
		const mean = (xx + yy + zz) / 3;
		const [a, b, c] = [xx - mean, yy - mean, zz - mean];
		const p = Math.sqrt(
			(a * a + b * b + c * c + 2 * (xy * xy + yz * yz + xz * xz)) / 6,
		);
		if (p === 0) {
			out[i] = mean;
			continue;
		}
		const determinant =
			a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz);
		const r = Math.min(1, Math.max(-1, determinant / (2 * p ** 3)));
		out[i] = mean + 2 * p * Math.cos(Math.acos(r) / 3);
	}
	return out;
}

/** How much a frame counts at points; nothing of bodies without so many frames. */
function weights(
	body: SceneBody,
	vertices: Uint32Array,
	frame: number,
): Float32Array | undefined {
	if (!(body instanceof FrameBody)) return undefined;
	const { weights: field } = body.definition;
	if (frame >= field.frameCount) return undefined;
	const values = new Float64Array(field.frameCount);
	const gradients = new Float64Array(3 * field.frameCount);
	return Float32Array.from(vertices, (v) => {
		field.evaluate(
			body.mesh.positions.subarray(3 * v, 3 * v + 3),
			values,
			gradients,
		);
		return values[frame];
	});
}
