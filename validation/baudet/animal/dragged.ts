/** A puma of bricks whose nose is dragged about its neck by points of its skin, its paws held. */
import {
	type Body,
	Scene,
	simulate,
	solid,
	springBetween,
	type Vector3,
} from "pliant";
import { puma } from "pliant/frames";
import { brick } from "pliant/models";

const length = 1.4;
/** In units of its length: what is dragged lies beyond this x, what is held below this y; it turns about this x. */
const [nose, ground, neck] = [0.6, 0.05, 0.36];

export interface DraggedPuma {
	readonly body: Body;
	/** Of the skin [m], xyz per vertex. */
	readonly skin: Float64Array;
	/** Of the cubes. */
	readonly cubes: Float64Array;
	/** How far dragged points are from where they were dragged to, at most [m]. */
	readonly gap: number;
	/** How far the nose went [m]. */
	readonly way: number;
	/** Sum of the forces that drag [N], and of all that hold it, with their moments about the origin [N m]. */
	readonly pull: number;
	readonly unbalanced: number;
	readonly unbalancedMoment: number;
}

export async function draggedPuma(
	degrees: number,
	{
		cellSize,
		vertices,
	}: { readonly cellSize: number; readonly vertices: number },
): Promise<DraggedPuma> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(
		solid.voxels(puma({ length, vertices }).surface, {
			name: "puma",
			cellSize,
			solid: brick({ youngModulus: 2e4, poissonRatio: 0.3 }),
			density: 1000,
		}),
	);
	body.pin(body.where((_x, y) => y < ground * length));
	const dragged =
		body.skin?.points.filter(({ rest }) => rest[0] > nose * length) ?? [];
	const angle = (degrees * Math.PI) / 180;
	const target = ([x, y, z]: Vector3): Vector3 => {
		const [c, s, arm] = [Math.cos(angle), Math.sin(angle), x - neck * length];
		return [neck * length + c * arm - s * z, y, s * arm + c * z];
	};
	const kind = springBetween({ stiffness: 2000, restLength: 0 });
	const attachments = dragged.map((point) =>
		scene.attach(point, target(point.rest), { kind }),
	);
	const simulation = await simulate(scene);
	simulation.solveStatics({ loadSteps: 1, iterations: 200, tolerance: 1e-9 });
	const places = dragged.map((point) => simulation.positionOf(point));
	const { force, moment } = simulation.reaction(body);
	const [sum, turn] = [[...force], [...moment]];
	const pulls = attachments.map((one) => simulation.attachmentForce(one));
	for (const [i, f] of pulls.entries())
		for (let k = 0; k < 3; k++) {
			const [a, b] = [(k + 1) % 3, (k + 2) % 3];
			sum[k] += f[k];
			turn[k] += places[i][a] * f[b] - places[i][b] * f[a];
		}
	const distance = (a: readonly number[], b: readonly number[]) =>
		Math.hypot(...a.map((c, k) => c - b[k]));
	return {
		body,
		skin: simulation.skin(body).positions.slice(),
		cubes: simulation.positions(body).slice(),
		gap: Math.max(
			...places.map((place, i) => distance(place, target(dragged[i].rest))),
		),
		way: Math.max(
			...places.map((place, i) => distance(place, dragged[i].rest)),
		),
		pull: pulls.reduce((total, f) => total + Math.hypot(...f), 0),
		unbalanced: Math.hypot(...sum),
		unbalancedMoment: Math.hypot(...turn),
	};
}
