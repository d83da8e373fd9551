/** How far the stress of solids may be off, and which cells would do. */
import type { LoadedScene } from "@pliant/files";
import { Body, type SceneBody, type Simulation } from "pliant";
import {
	cellCount,
	cells,
	edgeLength,
	localEdges,
	type Mesh,
	type Vector3,
} from "pliant/mesh";
import { InterruptedError } from "pliant/simulation";

export interface Accuracy {
	/** Estimated error of the stress over the whole body: 0.1 is 10 %. */
	readonly relativeError: number;
	/** The middle of the cell where it is largest, at rest [m]. */
	readonly worst: Vector3;
	/** Mean length of the cells' edges [m], and with which the error would be the one that is aimed at. */
	readonly cellSize: number;
	readonly betterCellSize?: number;
}

/** What could not be estimated, and why. */
export interface UnknownAccuracy {
	readonly unknown: string;
}

/** A stress that may be off by more than this is worth a line, and cells that bring it there worth naming. */
export const worthTelling = 0.1;

export const isSolid = (body: SceneBody): body is Body =>
	body instanceof Body && body.models.some(({ model }) => model.solid);

/** Of a solid in the present state of its simulation; nothing where it bears no stress. */
export function accuracyOf(
	simulation: Simulation,
	body: Body,
): Accuracy | undefined {
	const { cellError, relativeError } = simulation.solidFields(body);
	if (!(relativeError > 0)) return undefined;
	const { mesh, massOn } = body;
	const nodes = cells(mesh, massOn).length / cellCount(mesh, massOn);
	const largest = cellError.reduce((a, b) => Math.max(a, b));
	const first = nodes * cellError.indexOf(largest);
	const corners = cells(mesh, massOn).subarray(first, first + nodes);
	const middle = (k: number) =>
		corners.reduce((sum, v) => sum + mesh.positions[3 * v + k], 0) / nodes;
	const cellSize = meanEdge(mesh, massOn);
	// Edges of holds and loads concentrate stress, so that errors fall like the size of cells rather than its square.
	const better = (cellSize * worthTelling) / relativeError;
	return {
		relativeError,
		worst: [middle(0), middle(1), middle(2)],
		cellSize,
		...(better < 0.95 * cellSize && { betterCellSize: better }),
	};
}

function meanEdge(mesh: Mesh, kind: Body["massOn"]): number {
	const all = cells(mesh, kind);
	const nodes = all.length / cellCount(mesh, kind);
	let total = 0;
	for (let first = 0; first < all.length; first += nodes)
		for (const [a, b] of localEdges[kind])
			total += edgeLength(mesh.positions, all[first + a], all[first + b]);
	return total / ((all.length / nodes) * localEdges[kind].length);
}

/** One line for people; nothing that goes without saying. */
export function printAccuracy({
	relativeError,
	worst,
	cellSize,
	betterCellSize,
}: Accuracy): string {
	const error = `its stress may be off by ${rounded(100 * relativeError)} %, most near (${worst.map(rounded).join(", ")})`;
	return betterCellSize === undefined
		? error
		: `${error}; finer cells there help, or for ${100 * worthTelling} % throughout cells of ${rounded(betterCellSize)} m, which are ${rounded(cellSize)} m now`;
}

const rounded = (value: number): number => Number(value.toPrecision(2));

/** More vertices than this have no equilibrium within seconds. */
const mostVertices = 5000;

/**
 * Finds equilibrium under the loads that a scene starts with, and estimates the error of the stress there, for each of its solids; says why where
 * that cannot be had.
 */
export function sceneAccuracy(
	{ bodies, run }: Pick<LoadedScene, "bodies" | "run">,
	simulation: Simulation,
): ReadonlyMap<SceneBody, Accuracy | UnknownAccuracy> {
	const solids = bodies.filter(isSolid);
	const unknown = (why: string) =>
		new Map(solids.map((body) => [body, { unknown: why }]));
	const vertices = bodies.reduce((sum, body) => sum + body.vertexCount, 0);
	if (solids.length === 0) return new Map();
	if (vertices > mostVertices)
		return unknown(
			`equilibrium of ${vertices} vertices takes long; \`pliant run\` estimates it at its end`,
		);
	try {
		simulation.solveStatics(run.statics);
	} catch (error) {
		return unknown(
			error instanceof InterruptedError
				? "equilibrium takes long; `pliant run` estimates it at its end"
				: (error as Error).message,
		);
	}
	const noLoad = { unknown: "nothing loads it at the start" };
	return new Map(
		solids.map((body) => [body, accuracyOf(simulation, body) ?? noLoad]),
	);
}
