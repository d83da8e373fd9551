/** Elements that are pairs, of which stiffness and the sum of energies are enough. */
import { squaredDistance } from "../mesh/measure.ts";
import { CompensatedSum } from "../system/compensatedSum.ts";
import type { BodyRange } from "./bodyRange.ts";
import { elementData } from "./modelElements.ts";
import type { PreparedModel } from "./preparedModels.ts";

export function pairElements(
	range: BodyRange,
	prepared: PreparedModel,
): ReturnType<typeof elementData> {
	const { use, elements, material } = prepared;
	const { pairStiffness = "" } = use.model;
	const stiffness = material[pairStiffness] as ArrayLike<number>;
	const { mesh, label } = range.body;
	const energyAtZero = new CompensatedSum();
	for (let i = 0; i < stiffness.length; i++) {
		const [a, b] = [elements[2 * i], elements[2 * i + 1]];
		const energy = -0.5 * stiffness[i] * squaredDistance(mesh.positions, a, b);
		if (!Number.isFinite(energy))
			throw new Error(
				`${label}: vertices ${a} and ${b} give '${use.model.name}' a stiffness of ${stiffness[i]} N/m; triangles beside them are degenerate`,
			);
		energyAtZero.add(energy);
	}
	return {
		vertices: range.allAmong(elements),
		parameters: () =>
			elementData(range, prepared, "as they are").parameters as Float64Array,
		ofPairs: { stiffness, energyAtZero: energyAtZero.total },
		samples: 1,
		order: undefined,
	};
}
