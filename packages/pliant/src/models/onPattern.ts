/**
 * Rest shapes by pattern coordinates: a sheet's flat pieces [m] in place of the positions of its mesh in space.
 *
 *   cloth.mesh(mesh, { membrane: onPattern(trbs({ … }), uv), bending: onPattern(calibratedBending({ … }), uv), … })
 *
 * The x axis of the rest shape, from which `warpAngle` is measured, is u. Masses are still those of the mesh. A vertex has one place on the
 * pattern, so a seam that joins pieces needs two vertices.
 */
import type { Mesh, Vector3 } from "../mesh/mesh.ts";
import { domains } from "./domain.ts";
import type { AnyElementModel, AppliedModel } from "./elementModel.ts";

/** The model with the shape that `pattern` [m], uv per vertex, gives its elements at rest. */
export function onPattern(
	use: AppliedModel,
	pattern: ArrayLike<number>,
): AppliedModel {
	const { model, material, prepare } = use;
	const { nodes, elements } = domains[model.domain];
	return {
		model: withShape(model, nodes),
		material,
		prepare: (mesh, isHeld) => {
			checkPattern(mesh, pattern);
			const flat = { ...mesh, positions: inPlane(pattern) };
			const prepared = prepare?.(flat, isHeld) ?? {
				elements: elements(flat),
				material,
			};
			const shape = Object.fromEntries(
				shapeNames(nodes).map((name, i) => [
					name,
					Float64Array.from(
						{ length: prepared.elements.length / nodes },
						(_, element) =>
							pattern[
								2 * prepared.elements[nodes * element + Math.floor(i / 2)] +
									(i % 2)
							],
					),
				]),
			);
			return { ...prepared, material: { ...prepared.material, ...shape } };
		},
	};
}

const inPlane = (pattern: ArrayLike<number>): Float64Array =>
	Float64Array.from({ length: (3 * pattern.length) / 2 }, (_, i) =>
		i % 3 === 2 ? 0 : pattern[2 * Math.floor(i / 3) + (i % 3)],
	);

/** Material values that carry an element's pattern: u0, v0, u1, … */
const shapeNames = (nodes: number): string[] =>
	Array.from(
		{ length: 2 * nodes },
		(_, i) => `${"uv"[i % 2]}${Math.floor(i / 2)}`,
	);

/** The same model, whose rest shape is not that of the mesh but comes with the material. */
function withShape(model: AnyElementModel, nodes: number): AnyElementModel {
	const shaped: AnyElementModel = Object.assign(
		(material: Parameters<AnyElementModel>[0]) => model(material),
		model,
		{
			restNumbers: (
				_: readonly Vector3[],
				material: Readonly<Record<string, number>>,
				sample: number,
				out?: number[],
			) =>
				model.restNumbers(
					Array.from(
						{ length: nodes },
						(_, node): Vector3 => [
							material[`u${node}`],
							material[`v${node}`],
							0,
						],
					),
					material,
					sample,
					out,
				),
			// Pairs alone do not tell their lengths on the pattern.
			pairStiffness: undefined,
		},
	);
	return Object.defineProperty(shaped, "name", { value: model.name });
}

function checkPattern(
	{ positions, triangles }: Mesh,
	pattern: ArrayLike<number>,
): void {
	const count = positions.length / 3;
	if (pattern.length !== 2 * count)
		throw new Error(
			`onPattern: the pattern has ${pattern.length} numbers; the mesh has ${count} vertices, give u and v for each, ${2 * count} numbers`,
		);
	for (let i = 0; i < pattern.length; i++)
		if (!Number.isFinite(pattern[i]))
			throw new Error(
				`onPattern: ${"uv"[i % 2]} of vertex ${Math.floor(i / 2)} is ${pattern[i]}; it must be a finite number`,
			);
	for (let t = 0; t < triangles.length; t += 3) {
		const corners = triangles.subarray(t, t + 3);
		const [a, b, c] = Array.from(corners, (v) => [
			pattern[2 * v],
			pattern[2 * v + 1],
		]);
		const twiceArea =
			(b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
		if (!(twiceArea > 0))
			throw new Error(
				`onPattern: triangle ${t / 3} (vertices ${corners.join(", ")}) has the area ${twiceArea / 2} m² on the pattern; it must be positive: go round it counter-clockwise in uv, as on the mesh, or mirror the pattern`,
			);
	}
}
