import { type AppliedModel, cloth, createMesh, Scene, simulate } from "pliant";
import { mean } from "../../range.ts";

const rows = 6;
const height = Math.sqrt(3) / 2;
/** So small that only the stiffness at rest counts, so large that rounding does not. */
const stress = 1e-7;

/** A regular triangle of side 1, cut into regular triangles. */
function regularPatch() {
	const vertexAt = (i: number, j: number) =>
		j * (rows + 1) - (j * (j - 1)) / 2 + i;
	const positions: number[] = [];
	const triangles: number[] = [];
	for (let j = 0; j <= rows; j++)
		for (let i = 0; i <= rows - j; i++) {
			positions.push((i + j / 2) / rows, (j * height) / rows, 0);
			if (i + j < rows)
				triangles.push(vertexAt(i, j), vertexAt(i + 1, j), vertexAt(i, j + 1));
			if (i + j + 1 < rows)
				triangles.push(
					vertexAt(i + 1, j),
					vertexAt(i + 1, j + 1),
					vertexAt(i, j + 1),
				);
		}
	return createMesh({ positions, triangles });
}

/** Young's modulus and Poisson's ratio of a membrane model on regular triangles, from uniaxial stress along x. */
export async function effectiveModuli(membrane: AppliedModel) {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const patch = scene.add(
		cloth.mesh(regularPatch(), { membrane, arealDensity: 1 }),
	);
	patch.slide(
		patch.where(() => true),
		{ plane: [0, 0, 1] },
	);
	// The load is in balance: these hold nothing but rigid motions.
	patch.slide([patch.nearest([1, 0, 0])], { line: [1, 0, 0] });
	patch.pin([patch.nearest([0, 0, 0])]);
	// Normals of the sides that are not along x have x = ±cos 30°.
	const traction = stress * Math.cos(Math.PI / 6);
	const onLeft = (x: number, y: number) => Math.abs(x * 2 * height - y) < 1e-9;
	patch.lineLoad(patch.where(onLeft), [-traction, 0, 0]);
	patch.lineLoad(
		patch.where((x, y) => onLeft(1 - x, y)),
		[traction, 0, 0],
	);
	const simulation = await simulate(scene);
	simulation.solveStatics({ tolerance: 1e-12 });
	const strain = [...simulation.strain(patch)];
	const along = mean(strain.filter((_, i) => i % 6 === 0));
	const across = mean(strain.filter((_, i) => i % 6 === 1));
	return { youngModulus: stress / along, poissonRatio: -across / along };
}
