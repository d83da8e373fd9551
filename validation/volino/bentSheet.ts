import {
	type AppliedModel,
	Body,
	type Mesh,
	Scene,
	simulate,
	type Vector3,
} from "pliant";

/** What a simulation has inside. */
interface Internals {
	readonly scene: {
		readonly state: { readonly x: { readonly array: Float64Array } };
		readonly ranges: readonly {
			scatter(own: Float64Array, all: Float64Array): void;
		}[];
	};
}

/** A sheet that resists nothing but bending. */
const bareSheet = (mesh: Mesh, bending: AppliedModel): Body =>
	new Body({ mesh, models: [bending], massOn: "triangle", density: 1 });

/** A function that gives the sheet's energy [J] for positions of its vertices [m]. */
export async function energyOf(
	mesh: Mesh,
	bending: AppliedModel,
): Promise<(positions: Float64Array) => number> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	scene.add(bareSheet(mesh, bending));
	const simulation = await simulate(scene);
	const { state, ranges } = (simulation as unknown as Internals).scene;
	return (positions) => {
		ranges[0].scatter(positions, state.x.array);
		return simulation.energies().elastic;
	};
}

/** Positions [m] of a sheet in the plane z = 0, by those at rest. */
export const shaped = (
	{ positions }: Mesh,
	shape: (x: number, y: number) => Vector3,
): Float64Array =>
	Float64Array.from(
		Array.from({ length: positions.length / 3 }, (_, v) =>
			shape(positions[3 * v], positions[3 * v + 1]),
		).flat(),
	);

/**
 * The forces [N] on the sheet's vertices at some positions [m], their sum, and their torque [N·m] about the origin: what they give a
 * sheet at rest in an instant.
 */
export async function forcesOn(
	mesh: Mesh,
	bending: AppliedModel,
	positions: Float64Array,
) {
	const instant = 1e-3;
	const scene = new Scene({ gravity: [0, 0, 0] });
	const sheet = scene.add(bareSheet(mesh, bending));
	sheet.positions.set(positions);
	const masses = new Float64Array(sheet.vertexCount);
	for (const [t, mass] of sheet.cellMasses().entries())
		for (let i = 0; i < 3; i++) masses[mesh.triangles[3 * t + i]] += mass / 3;
	const simulation = await simulate(scene, {
		timeStep: instant,
		// An explicit step changes velocities by the forces of its beginning.
		integrator: "symplectic-euler",
	});
	simulation.step();
	const { linear, angular } = simulation.momentum();
	return {
		forces: simulation
			.velocities(sheet)
			.map((v, i) => (v * masses[Math.floor(i / 3)]) / instant),
		sum: Math.hypot(...linear) / instant,
		torque: Math.hypot(...angular) / instant,
	};
}
