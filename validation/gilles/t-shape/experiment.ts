import { Scene, simulate, solid, type Vector3 } from "pliant";
import {
	type FrameBody,
	type FramePose,
	frameBody,
	harmonicWeights,
	tShape,
	voxelSamples,
} from "pliant/frames";
import { laws, stvkHexahedra } from "pliant/models";
import { VoxelGrid, voxelise, voxelMesh } from "pliant/voxels";
import {
	type Experiment,
	exact,
	type Form,
	ordering,
	type Row,
	told,
} from "../../experiment.ts";
import { paper } from "../paper.ts";
import { simulateFrames } from "../simulateFrames.ts";

const material = { youngModulus: 200e3, poissonRatio: 0.3 };
const [height, thickness, depth] = [0.12, 0.03, 0.03];
/** Size of voxels, and a width that is an odd number of them [m]: frames stand in the middle of one. */
interface Fineness {
	readonly size: number;
	readonly width: number;
}
const finenessOf: Readonly<Record<Form, Fineness>> = {
	full: { size: 0.006, width: 0.126 },
	short: { size: 0.01, width: 0.13 },
};
/** Around frames [m], where the T follows them. */
const radius = 0.012;
const top = height - thickness / 2;

type Twist = readonly [Vector3, Vector3];
/** Forces [N] and torques [N m] at the middle of the bar. */
const modes: readonly [string, Twist][] = [
	[
		"compression",
		[
			[0, -2, 0],
			[0, 0, 0],
		],
	],
	[
		"shear",
		[
			[0.2, 0, 0],
			[0, 0, 0],
		],
	],
	[
		"bending",
		[
			[0, 0, 0],
			[0, 0, 0.02],
		],
	],
	[
		"torsion",
		[
			[0, 0, 0],
			[0, 0.02, 0],
		],
	],
];

/** @param prepare holds and loads it */
async function rubberT(
	{ size, width }: Fineness,
	frames: "two" | "three",
	prepare: (body: FrameBody) => void = () => {},
	cut = false,
) {
	const shape = tShape({ width, height, thickness, depth, frames });
	const whole = voxelise(shape.surface, { size });
	const grid = cut ? withThinArm(whole) : whole;
	const body = frameBody({
		name: "T",
		samples: voxelSamples(grid),
		frames: shape.frames,
		weights: harmonicWeights(
			grid,
			shape.frames.map(({ position }) => position),
			{ radius },
		),
		density: 1000,
		law: laws.stVenantKirchhoff(material),
		surface: shape.surface,
	});
	prepare(body);
	const found = await simulateFrames(body, { gravity: [0, 0, 0] });
	return { shape, grid, ...found };
}

/** The left arm without its front half. */
function withThinArm(grid: VoxelGrid): VoxelGrid {
	const inside = grid.inside.slice();
	for (const voxel of grid.voxels) {
		const [x, , z] = grid.centre(voxel);
		if (x < -thickness / 2 && z > 0) inside[voxel] = 0;
	}
	return new VoxelGrid({ ...grid, inside });
}

/** Work of the load at rest under it, twice the energy where things are linear [J]. */
async function framesGiveWay(
	fineness: Fineness,
	[force, torque]: Twist,
): Promise<number> {
	const { simulation } = await rubberT(fineness, "two", (body) =>
		body.hold(1).loadFrame(0, { force, torque }),
	);
	simulation.solveStatics();
	return simulation.energies().elastic;
}

/** The same for hexahedra whose foot is held below the middle of the foot's frame; forces are spread over the middle of the bar. */
async function elementsGiveWay(
	grid: VoxelGrid,
	[force, torque]: Twist,
): Promise<number> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(
		solid.mesh(voxelMesh(grid), {
			solid: stvkHexahedra(material),
			density: 1000,
		}),
	);
	body.pin(
		body.where((x, y, z) => Math.hypot(x, y - thickness / 2, z) < radius),
	);
	const X = body.mesh.positions;
	const middle = [
		...body.where(
			(x, y) =>
				Math.abs(x) < thickness / 2 + 1e-9 && y > height - thickness - 1e-9,
		),
	];
	const inertia = middle.reduce((sum, v) => {
		const d = [X[3 * v], X[3 * v + 1] - top, X[3 * v + 2]];
		return sum + (torque[1] ? d[0] ** 2 + d[2] ** 2 : d[0] ** 2 + d[1] ** 2);
	}, 0);
	for (const v of middle) {
		const [x, y, z] = [X[3 * v], X[3 * v + 1] - top, X[3 * v + 2]];
		const [, b, c] = torque.map((t) => t / inertia);
		body.pull(
			[v],
			[
				force[0] / middle.length + b * z - c * y,
				force[1] / middle.length + c * x,
				force[2] / middle.length - b * x,
			],
		);
	}
	const simulation = await simulate(scene);
	simulation.solveStatics();
	return simulation.energies().elastic;
}

const turned = (
	axis: number,
	angle: number,
): readonly [number, number, number, number] => {
	const q: [number, number, number, number] = [0, 0, 0, Math.cos(angle / 2)];
	q[axis] = Math.sin(angle / 2);
	return q;
};

export const tShapeExperiment: Experiment = {
	id: "gilles/t-shape",
	paper,
	figure: "Fig. 7",
	title: "A rubber T with two and with three frames",
	setup:
		"A T of 12.6 by 12 by 3 cm (E = 200 kPa, ν = 0.3) in voxels of 6 mm with harmonic weights, held at 1 within 12 mm of the frames. Two frames, one held: what 12 degrees of freedom show of compression, shear, bending and torsion, beside hexahedra of the same voxels. Three frames, on a T whose left arm is half as deep: forces on both arms.",
	remarks: [
		"The paper shows pictures. A single tetrahedron, with as many degrees of freedom, has neither bending nor torsion.",
		"Hexahedra are held where the foot's frame has weight 1. Two frames are about as stiff as they in torsion, and too stiff in bending and shear.",
	],
	run: async (form) => {
		const fineness = finenessOf[form];
		const rows: Row[] = [];
		const { shape, grid, simulation, frames } = await rubberT(fineness, "two");
		const rest = shape.frames.map(({ position }) => position);
		const energyWith = (poses: readonly FramePose[]) => {
			for (const [i, pose] of poses.entries()) frames.place(i, pose);
			return simulation.energies().elastic;
		};
		// Six motions of the bar's frame alone strain it, six of both frames together do not.
		const strained: number[] = [];
		const together: number[] = [];
		for (let axis = 0; axis < 3; axis++) {
			const shifted = (p: Vector3): Vector3 => {
				const q: [number, number, number] = [...p];
				q[axis] += 0.003;
				return q;
			};
			const orientation = turned(axis, 0.1);
			strained.push(
				energyWith([{ position: shifted(rest[0]) }, { position: rest[1] }]),
				energyWith([{ position: rest[0], orientation }, { position: rest[1] }]),
			);
			const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
			const spun = (p: Vector3): FramePose => {
				const q: [number, number, number] = [...p];
				q[u] = Math.cos(0.1) * p[u] - Math.sin(0.1) * p[v];
				q[v] = Math.sin(0.1) * p[u] + Math.cos(0.1) * p[v];
				return { position: q, orientation };
			};
			together.push(
				energyWith(rest.map((p) => ({ position: shifted(p) }))),
				energyWith(rest.map(spun)),
			);
		}
		rows.push(
			exact(
				"motions of one frame that strain the T, of 6",
				strained.filter((e) => e > 1e-9 * Math.max(...strained)).length,
				{
					expected: 6,
					tolerance: 0,
					source: "12 degrees of freedom but for 6 of rigid motion",
				},
			),
			exact(
				"energy of both frames moving rigidly, over the least of those",
				Math.max(...together) / Math.min(...strained),
				{ atMost: 1e-12, source: "rigid motion" },
			),
		);
		for (const [name, twist] of modes) {
			const [frames, elements] = [
				await framesGiveWay(fineness, twist),
				await elementsGiveWay(grid, twist),
			];
			rows.push(
				told(
					`two frames: energy in ${name} over that of hexahedra`,
					frames / elements,
					{
						source:
							"hexahedra of the same voxels, held where the foot's frame has weight 1",
					},
				),
			);
		}

		/** How far an arm's frame goes down under a force. */
		const sag = async (arm: 0 | 1, cut: boolean) => {
			const { simulation, frames } = await rubberT(
				fineness,
				"three",
				(body) => body.hold(2).loadFrame(arm, { force: [0, -0.3, 0] }),
				cut,
			);
			simulation.solveStatics();
			return top - frames.pose(arm).position[1];
		};
		rows.push(
			exact(
				"three frames: sag of the left arm over that of the right, symmetric",
				(await sag(0, false)) / (await sag(1, false)),
				{ expected: 1, tolerance: 1e-6, source: "symmetry" },
			),
			ordering(
				"three frames: sag of the right arm over that of the left, half as deep",
				[await sag(1, true), await sag(0, true)],
				{
					source: "Fig. 7: stiffness follows the shape",
				},
			),
		);
		const pictures = [];
		for (const [name, [force, torque]] of form === "full" ? modes : []) {
			const more = (v: Vector3) => v.map((c) => 8 * c) as unknown as Vector3;
			const { simulation, body } = await rubberT(fineness, "two", (body) =>
				body.hold(1).loadFrame(0, { force: more(force), torque: more(torque) }),
			);
			simulation.solveStatics({ loadSteps: 4 });
			pictures.push({
				kind: "picture" as const,
				title: `Two frames: ${name}, 8 times the load`,
				bodies: [
					{
						mesh: shape.surface,
						positions: simulation.positions(body).slice(),
						held: [],
					},
				],
				options: {
					size: { width: 480, height: 420 },
					view: {
						low: [-0.07, 0, -0.05] as const,
						high: [0.07, 0.13, 0.05] as const,
					},
				},
			});
		}
		return { rows, figures: pictures };
	},
};
