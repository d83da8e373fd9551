/** One deformable object of a scene: a mesh, the models on it, its mass, and what holds and loads it. */
import { createRandom } from "../mesh/generators/random.ts";
import { cellMeasure } from "../mesh/measure.ts";
import {
	type CellKind,
	type Mesh,
	type Vector3,
	vertexCount,
} from "../mesh/mesh.ts";
import {
	group,
	nearest,
	type Selection,
	selectVertices,
} from "../mesh/select.ts";
import type { AppliedModel } from "../models/elementModel.ts";
import { MaterialPoint } from "../points/materialPoint.ts";
import { pointInCell } from "../points/pointInCell.ts";
import type { DeadLoad, PressureLoad } from "../system/loads.ts";
import {
	boundarySegments,
	type SurfacePart,
	surfaceParts,
	tributary,
} from "./loadedParts.ts";

export interface BodyDefinition {
	/** What messages and results call it. */
	readonly name?: string;
	readonly mesh: Mesh;
	readonly models: readonly AppliedModel[];
	/** The cells that carry the mass, and its density per their length [kg/m], area [kg/m²] or volume [kg/m³]. */
	readonly massOn: CellKind;
	readonly density: number;
}

/** Vertices of a body, by index. */
export type Vertices = Uint32Array | readonly number[];

/** A constant, or a function of time [s]. */
export type Timed<T> = T | ((time: number) => T);

const atTime = <T>(value: Timed<T>): ((time: number) => T) =>
	typeof value === "function" ? (value as (time: number) => T) : () => value;

/** Holds a vertex along unit normals, at a displacement [m] from its initial position. */
export interface BodyConstraint {
	readonly normals: readonly Vector3[];
	readonly displacement: (time: number) => Vector3;
}

const axes: readonly Vector3[] = [
	[1, 0, 0],
	[0, 1, 0],
	[0, 0, 1],
];

export class Body {
	name: string;
	readonly mesh: Mesh;
	readonly models: readonly AppliedModel[];
	readonly massOn: CellKind;
	readonly density: number;
	/** Initial positions [m], xyz per vertex; the mesh's own are the rest shape. */
	readonly positions: Float64Array;
	/** Initial velocities [m/s], xyz per vertex. */
	readonly velocities: Float64Array;
	readonly constraints = new Map<number, BodyConstraint>();
	readonly deadLoads: DeadLoad[] = [];
	readonly pressures: PressureLoad[] = [];

	constructor({ name = "", mesh, models, massOn, density }: BodyDefinition) {
		if (!(density > 0 && Number.isFinite(density)))
			throw new Error(
				`body${name && ` "${name}"`}: density is ${density}; it must be positive`,
			);
		this.name = name;
		this.mesh = mesh;
		this.models = models;
		this.massOn = massOn;
		this.density = density;
		this.positions = mesh.positions.slice();
		this.velocities = new Float64Array(mesh.positions.length);
	}

	get vertexCount(): number {
		return vertexCount(this.mesh);
	}

	/** Mass [kg]. */
	get mass(): number {
		return this.cellMasses().reduce((sum, mass) => sum + mass, 0);
	}

	/** Mass [kg] of each cell of the kind `massOn`. */
	cellMasses(): Float64Array {
		return cellMeasure(this.mesh, this.massOn).map((m) => m * this.density);
	}

	/** Moves the initial positions; the rest shape stays. */
	place(map: (x: number, y: number, z: number) => Vector3): this {
		for (let v = 0; v < this.vertexCount; v++)
			this.positions.set(map(...this.position(v)), 3 * v);
		return this;
	}

	/** Moves the initial positions at random by up to a distance [m] along each axis, so that what is flat can buckle. */
	shake(distance: number, seed = 1): this {
		const random = createRandom(seed);
		for (let i = 0; i < this.positions.length; i++)
			this.positions[i] += distance * (2 * random() - 1);
		return this;
	}

	/** Sets initial velocities [m/s] by position. */
	launch(velocity: (x: number, y: number, z: number) => Vector3): this {
		for (let v = 0; v < this.vertexCount; v++)
			this.velocities.set(velocity(...this.position(v)), 3 * v);
		return this;
	}

	private position(vertex: number): [number, number, number] {
		const [x, y, z] = this.positions.subarray(3 * vertex, 3 * vertex + 3);
		return [x, y, z];
	}

	/** The vertices of a named group of the mesh. */
	group(name: string): Uint32Array {
		return this.explained(() => group(this.mesh, name));
	}

	/** The vertices that a selection chooses, such as `{ corners: "+y" }` or `{ box: { min, max } }`. */
	select(selection: Selection): Uint32Array {
		return this.explained(() => selectVertices(this.mesh, selection));
	}

	/** Errors say which body they are about. */
	private explained<T>(work: () => T): T {
		try {
			return work();
		} catch (error) {
			throw new Error(`${this.label}: ${(error as Error).message}`);
		}
	}

	/** The corners of a grid: all four, or those of one side. */
	corners(side?: "top" | "bottom" | "left" | "right"): Uint32Array {
		const sides = ["top", "bottom", "left", "right"];
		if (side && !sides.includes(side))
			throw new Error(
				`${this.label}: there is no side '${side}'; it has ${sides.join(", ")}`,
			);
		const names = ["bottom-left", "bottom-right", "top-left", "top-right"];
		return Uint32Array.from(
			names
				.filter((name) => !side || name.split("-").includes(side))
				.flatMap((name) => [...this.group(name)]),
		);
	}

	/** The vertices whose rest position fulfils a condition. */
	where(condition: (x: number, y: number, z: number) => boolean): Uint32Array {
		const { positions } = this.mesh;
		return Uint32Array.from({ length: this.vertexCount }, (_, v) => v).filter(
			(v) =>
				condition(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]),
		);
	}

	/** The vertex whose rest position is nearest to a point. */
	nearest(point: Vector3): number {
		return nearest(this.mesh, point);
	}

	/** The material point of a vertex. */
	vertexPoint(vertex: number): MaterialPoint {
		this.check([vertex]);
		const [x, y, z] = this.mesh.positions.subarray(3 * vertex);
		return new MaterialPoint(this, [x, y, z], [vertex], [1]);
	}

	/** The material point at a rest position [m], or the nearest one: on a line element or triangle, or in a solid cell. */
	point(rest: Vector3): MaterialPoint {
		if (rest?.length !== 3 || !rest.every(Number.isFinite))
			throw new Error(
				`${this.label}: the position of a point is [${rest}]; it must be three finite numbers [m]`,
			);
		const { vertices, weights } = this.explained(() =>
			pointInCell(this.mesh, this.massOn, rest),
		);
		return new MaterialPoint(this, rest, vertices, weights);
	}

	/** Holds vertices where they are. `pin` and `move` replace earlier constraints; simulations made before do not notice. */
	pin(vertices: Vertices): this {
		return this.move(vertices, () => [0, 0, 0]);
	}

	/** Moves vertices by a displacement [m] from their initial positions. */
	move(vertices: Vertices, displacement: Timed<Vector3>): this {
		for (const vertex of this.check(vertices))
			this.constraints.set(vertex, {
				normals: axes,
				displacement: atTime(displacement),
			});
		return this;
	}

	/**
	 * Lets vertices slide: on the plane with a normal, or along a line of a direction. The plane or line moves with a
	 * displacement [m]. A vertex that slides on two planes slides on the line they have in common.
	 */
	slide(
		vertices: Vertices,
		on: { readonly plane: Vector3 } | { readonly line: Vector3 },
		displacement: Timed<Vector3> = [0, 0, 0],
	): this {
		const given = "plane" in on ? on.plane : on.line;
		const direction = unit(given, this.label);
		const normals = "plane" in on ? [direction] : perpendicular(direction);
		for (const vertex of this.check(vertices)) {
			let constraint: BodyConstraint = this.constraints.get(vertex) ?? free;
			for (const normal of normals)
				constraint = alsoHeldAlong(constraint, normal, atTime(displacement));
			this.constraints.set(vertex, constraint);
		}
		return this;
	}

	/** A force [N] on each of the vertices. */
	pull(vertices: Vertices, force: Timed<Vector3>): this {
		const loaded = this.check(vertices);
		return this.load(loaded, new Float64Array(loaded.length).fill(1), force);
	}

	/** A force per rest length [N/m] on the boundary edges (or line elements) between the vertices. */
	lineLoad(vertices: Vertices, forcePerLength: Timed<Vector3>): this {
		const segments = boundarySegments(this.mesh, this.check(vertices));
		if (segments.length === 0)
			throw new Error(
				`${this.label}: a line load needs vertices with boundary edges between them`,
			);
		const { loaded, weights } = tributary(this.mesh, segments, 2);
		return this.load(loaded, weights, forcePerLength);
	}

	/** A force per rest area [N/m²] on the surface triangles between the vertices; on all of the surface where none are given. */
	surfaceLoad(forcePerArea: Timed<Vector3>, vertices?: Vertices): this {
		for (const { triangles, share } of this.surface(vertices)) {
			const { loaded, weights } = tributary(this.mesh, triangles, 3);
			this.load(
				loaded,
				weights.map((weight) => share * weight),
				forcePerArea,
			);
		}
		return this;
	}

	/**
	 * A pressure [Pa] that follows the surface and pushes along its normals: it inflates closed surfaces and the skin of solids
	 * from within; a negative one presses on them from outside.
	 */
	pressurize(pressure: Timed<number>, vertices?: Vertices): this {
		const at = atTime(pressure);
		for (const { triangles, share } of this.surface(vertices))
			this.pressures.push({ triangles, pressure: (time) => share * at(time) });
		return this;
	}

	private surface(vertices: Vertices | undefined): SurfacePart[] {
		const parts = surfaceParts(this.mesh, vertices && this.check(vertices));
		if (parts.length === 0)
			throw new Error(
				`${this.label}: a surface load needs vertices with surface triangles between them`,
			);
		return parts;
	}

	private load(
		vertices: Uint32Array,
		weights: Float64Array,
		force: Timed<Vector3>,
	): this {
		this.deadLoads.push({ vertices, weights, force: atTime(force) });
		return this;
	}

	private check(vertices: Vertices): Uint32Array {
		if (vertices.length === 0)
			throw new Error(
				`${this.label}: the selection has no vertices; check the condition or group it came from`,
			);
		for (const vertex of vertices)
			if (
				!(Number.isInteger(vertex) && vertex >= 0 && vertex < this.vertexCount)
			)
				throw new Error(
					`${this.label}: there is no vertex ${vertex}; its mesh has ${this.vertexCount}`,
				);
		return Uint32Array.from(vertices);
	}

	/** How messages refer to it. */
	get label(): string {
		return `body "${this.name}"`;
	}
}

const dot = (a: Vector3, b: Vector3): number =>
	a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const plus = (a: Vector3, factor: number, b: Vector3): Vector3 => [
	a[0] + factor * b[0],
	a[1] + factor * b[1],
	a[2] + factor * b[2],
];

const free: BodyConstraint = { normals: [], displacement: () => [0, 0, 0] };

/** A constraint with one more direction; one that is held already changes nothing. */
function alsoHeldAlong(
	{ normals, displacement }: BodyConstraint,
	normal: Vector3,
	motion: (time: number) => Vector3,
): BodyConstraint {
	const rest = normals.reduce(
		(n, held) => plus(n, -dot(n, held), held),
		normal,
	);
	const independent = Math.sqrt(dot(rest, rest));
	if (independent < 1e-9) return { normals, displacement };
	const added = plus([0, 0, 0], 1 / independent, rest);
	return {
		normals: [...normals, added],
		displacement: (time) => {
			const before = displacement(time);
			const missing = dot(normal, motion(time)) - dot(normal, before);
			return plus(before, missing / independent, added);
		},
	};
}

function unit(direction: Vector3, label: string): Vector3 {
	const length = Math.hypot(...direction);
	if (!(length > 0 && Number.isFinite(length)))
		throw new Error(
			`${label}: the direction [${direction}] has no length; give one that has`,
		);
	return [direction[0] / length, direction[1] / length, direction[2] / length];
}

/** Two unit vectors perpendicular to a unit vector and to each other. */
function perpendicular([x, y, z]: Vector3): [Vector3, Vector3] {
	// The coordinate axis that the direction is least along.
	const helper: Vector3 =
		Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)
			? [0, -z, y]
			: Math.abs(y) <= Math.abs(z)
				? [z, 0, -x]
				: [-y, x, 0];
	const [a, b, c] = unit(helper, "");
	return [
		[a, b, c],
		[y * c - z * b, z * a - x * c, x * b - y * a],
	];
}
