/** A cube, or a bar of cubes, pulled along x: the moduli that force and contraction tell, by the variants of the correction. */
import { Scene, simulate, solid, type Vector3 } from "pliant";
import { brick } from "pliant/models";
import { elementFunctions } from "../element.ts";
import { corners, literalForces } from "./literalBrick.ts";

export interface Tension {
	/** Force over section and strain, over E asked for, less one. */
	readonly youngError: number;
	/** Contraction over stretch, over ν asked for, less one. */
	readonly poissonError: number;
}

interface Pull {
	readonly youngModulus: number;
	readonly poissonRatio: number;
	readonly strain: number;
}

const unitCube: Vector3 = [1, 1, 1];

/** Positions of a unit cube that is stretched to x along x and to y across. */
const stretched = (x: number, y: number): Vector3[] =>
	corners.map((c) => [(x * c[0]) / 2, (y * c[1]) / 2, (y * c[2]) / 2]);

/** Where the forces across vanish; they grow with y. */
function balanced(
	strain: number,
	forces: (x: readonly Vector3[]) => readonly number[],
	{ youngModulus, poissonRatio }: Pull,
): Tension {
	/** What pulls the side of larger coordinate inward. */
	const inward = (y: number, axis: number) => {
		const f = forces(stretched(1 + strain, y));
		return -corners.reduce(
			(sum, corner, p) => (corner[axis] > 0 ? sum + f[3 * p + axis] : sum),
			0,
		);
	};
	// By secants: the force is nearly linear in y.
	let [before, y] = [1, 1 - poissonRatio * strain];
	let force = inward(before, 1);
	for (let i = 0; i < 12; i++) {
		const next = inward(y, 1);
		if (next === force) break;
		[before, y, force] = [y, y - (next * (y - before)) / (next - force), next];
	}
	return {
		youngError: inward(y, 0) / strain / youngModulus - 1,
		poissonError: (1 - y) / strain / poissonRatio - 1,
	};
}

/** With corrective forces as in the paper. */
export const literalTension = (pull: Pull): Tension =>
	balanced(pull.strain, (x) => literalForces(x, unitCube, pull).flat(), pull);

/** With the corrective energy, from the model's formula. */
export function energyTension(pull: Pull): Tension {
	const { youngModulus, poissonRatio } = pull;
	// The model's corners go around each face.
	const order = [0, 1, 3, 2, 4, 5, 7, 6];
	const { gradient } = elementFunctions(
		brick,
		order.map((p) => stretched(1, 1)[p]),
		{ youngModulus, poissonRatio, twistStiffness: 1, negativeSprings: 0 },
	);
	return balanced(
		pull.strain,
		(x) => {
			const g = gradient(order.map((p) => x[p]));
			const forces = new Array<number>(24);
			for (const [i, p] of order.entries())
				for (let k = 0; k < 3; k++) forces[3 * p + k] = -g[3 * i + k];
			return forces;
		},
		pull,
	);
}

/** A bar of so many cubes in the library's statics. */
export async function simulatedTension(
	cells: Vector3,
	{ youngModulus, poissonRatio, strain }: Pull,
): Promise<Tension> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const bar = scene.add(
		solid.box(
			{ size: cells, cells },
			{ solid: brick({ youngModulus, poissonRatio }), density: 1 },
		),
	);
	for (const [axis, plane] of (
		[
			[1, 0, 0],
			[0, 1, 0],
			[0, 0, 1],
		] as const
	).entries())
		bar.slide(bar.group(`${"xyz"[axis]}-min`), { plane });
	const end = bar.group("x-max");
	bar.slide(end, { plane: [1, 0, 0] }, [strain * cells[0], 0, 0]);
	const simulation = await simulate(scene);
	simulation.solveStatics({ tolerance: 1e-13, iterations: 40 });
	const { forces } = simulation.reaction(bar);
	const force = [...end].reduce((sum, v) => sum + (forces.get(v)?.[0] ?? 0), 0);
	const x = simulation.positions(bar);
	const width = x[3 * bar.nearest(cells) + 1];
	return {
		youngError: force / (cells[1] * cells[2]) / strain / youngModulus - 1,
		poissonError: (1 - width / cells[1]) / strain / poissonRatio - 1,
	};
}

/** Strains of the curves, up to 20 %. */
export const strains = [
	0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.14, 0.17, 0.2,
];
