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

export type Shape = (x: number, y: number, z: number) => Vector3;

/** A sheet that resists nothing but bending. */
const bareSheet = (mesh: Mesh, bending: AppliedModel): Body =>
	new Body({ mesh, models: [bending], massOn: "triangle", density: 1 });

/** A function that gives the sheet's energy [J] in a shape. */
export async function energyOf(
	mesh: Mesh,
	bending: AppliedModel,
): Promise<(shape: Shape) => number> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const sheet = scene.add(bareSheet(mesh, bending));
	const simulation = await simulate(scene);
	const { state, ranges } = (simulation as unknown as Internals).scene;
	return (shape) => {
		sheet.positions.set(mesh.positions);
		ranges[0].scatter(sheet.place(shape).positions, state.x.array);
		return simulation.energies().elastic;
	};
}

/**
 * The forces [N] that the sheet's vertices feel in a shape, their sum, and their torque [N·m] about the origin: what they give a sheet
 * at rest in an instant.
 */
export async function forcesOn(
	mesh: Mesh,
	bending: AppliedModel,
	shape: Shape,
) {
	const instant = 1e-3;
	const scene = new Scene({ gravity: [0, 0, 0] });
	const sheet = scene.add(bareSheet(mesh, bending).place(shape));
	const masses = new Float64Array(sheet.vertexCount);
	for (const [t, mass] of sheet.cellMasses().entries())
		for (let i = 0; i < 3; i++) masses[mesh.triangles[3 * t + i]] += mass / 3;
	const simulation = await simulate(scene, {
		timeStep: instant,
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
