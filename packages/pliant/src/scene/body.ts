/** One deformable object of a scene: a mesh, the models on it, its mass, and what holds and loads it. */
import { createRandom } from "../mesh/generators/random.ts";
import { cellMeasure } from "../mesh/measure.ts";
import {
	type CellKind,
	cells,
	type Mesh,
	type Vector3,
	vertexCount,
	verticesPerCell,
} from "../mesh/mesh.ts";
import {
	group,
	nearest,
	type Selection,
	selectionWords,
	selectVertices,
} from "../mesh/select.ts";
import type { AppliedModel } from "../models/elementModel.ts";
import type { DeadLoad, PressureLoad } from "../system/loads.ts";
import {
	alsoHeldAlong,
	axes,
	type BodyConstraint,
	perpendicular,
	unconstrained,
	unit,
} from "./bodyConstraint.ts";
import { checkModels } from "./checkModels.ts";
import {
	type Field,
	type FieldContext,
	fieldNumbers,
	type Timed,
	vectorOverTime,
} from "./field.ts";
import {
	boundarySegments,
	type SurfacePart,
	surfaceParts,
	triangleMeans,
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

/** Vertices of a body: by index, by the name of a group, or as a selection such as `{ corners: "+y" }`. */
export type Vertices = Uint32Array | readonly number[] | Selection | string;

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
		checkModels(`body${name && ` "${name}"`}`, mesh, massOn, models);
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

	/** Mass [kg] of each vertex: equal shares of its cells. */
	vertexMasses(): Float64Array {
		const nodes = verticesPerCell[this.massOn];
		const masses = new Float64Array(this.vertexCount);
		const cellMasses = this.cellMasses();
		for (const [i, vertex] of cells(this.mesh, this.massOn).entries())
			masses[vertex] += cellMasses[Math.floor(i / nodes)] / nodes;
		return masses;
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

	/** Holds vertices where they are. `pin` and `move` replace earlier constraints; simulations made before do not notice. */
	pin(vertices: Vertices): this {
		return this.move(vertices, () => [0, 0, 0]);
	}

	/** Moves vertices by a displacement [m] from their initial positions. */
	move(vertices: Vertices, displacement: Timed<Vector3>): this {
		const motion = this.motion("move", displacement);
		for (const vertex of this.chosen(vertices))
			this.constraints.set(vertex, { normals: axes, displacement: motion });
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
		const { plane, line }: { plane?: Vector3; line?: Vector3 } = on;
		const given = plane ?? line;
		if (given === undefined)
			throw new Error(
				`${this.label}: slide: there is neither plane nor line; give { plane: normal } or { line: direction }`,
			);
		const direction = unit(given, this.label);
		const normals = plane ? [direction] : perpendicular(direction);
		const motion = this.motion("slide", displacement);
		for (const vertex of this.chosen(vertices)) {
			let constraint = this.constraints.get(vertex) ?? unconstrained;
			for (const normal of normals)
				constraint = alsoHeldAlong(constraint, normal, motion);
			this.constraints.set(vertex, constraint);
		}
		return this;
	}

	/** A force [N] on each of the vertices. */
	pull(vertices: Vertices, force: Field<Vector3>): this {
		const chosen = this.chosen(vertices);
		const weights = new Float64Array(chosen.length).fill(1);
		return this.load(
			{ vertices: chosen, weights },
			force,
			this.field("pull: the force", "N", 3, chosen),
		);
	}

	/** A force per rest length [N/m] on the boundary edges (or line elements) between the vertices. */
	lineLoad(vertices: Vertices, forcePerLength: Field<Vector3>): this {
		const chosen = this.chosen(vertices);
		const segments = boundarySegments(this.mesh, chosen);
		if (segments.length === 0)
			throw new Error(
				`${this.label}: a line load needs vertices with boundary edges between them`,
			);
		return this.load(
			tributary(this.mesh, segments, 2),
			forcePerLength,
			this.field("lineLoad: the force per length", "N/m", 3, chosen),
		);
	}

	/** A force per rest area [N/m²] on the surface triangles between the vertices; on all of the surface where none are given. */
	surfaceLoad(forcePerArea: Field<Vector3>, vertices?: Vertices): this {
		const chosen = this.chosen(vertices ?? "all");
		const context = this.field(
			"surfaceLoad: the force per area",
			"N/m²",
			3,
			chosen,
		);
		for (const { triangles, share } of this.surface(vertices, chosen)) {
			const part = tributary(this.mesh, triangles, 3);
			const weights = part.weights.map((weight) => share * weight);
			this.load({ ...part, weights }, forcePerArea, context);
		}
		return this;
	}

	/** A force per mass [m/s²]: accelerates the vertices, all of them where none are given, as gravity does. */
	accelerate(acceleration: Field<Vector3>, vertices?: Vertices): this {
		const chosen = this.chosen(vertices ?? "all");
		const masses = this.vertexMasses();
		const weights = Float64Array.from(chosen, (vertex) => masses[vertex]);
		return this.load(
			{ vertices: chosen, weights },
			acceleration,
			this.field("accelerate: the acceleration", "m/s²", 3, chosen),
		);
	}

	/**
	 * A pressure [Pa] that follows the surface and pushes along its normals: it inflates closed surfaces and the skin of solids
	 * from within; a negative one presses on them from outside. A triangle has the mean of its vertices' pressures.
	 */
	pressurize(pressure: Field<number>, vertices?: Vertices): this {
		const chosen = this.chosen(vertices ?? "all");
		const context = this.field("pressurize: the pressure", "Pa", 1, chosen);
		for (const { triangles, share } of this.surface(vertices, chosen)) {
			const corners = fieldNumbers(pressure, { ...context, wanted: triangles });
			this.pressures.push({
				triangles,
				pressure: (time) => triangleMeans(corners(time), share),
			});
		}
		return this;
	}

	private surface(
		vertices: Vertices | undefined,
		chosen: Uint32Array,
	): SurfacePart[] {
		const parts = surfaceParts(
			this.mesh,
			vertices === undefined ? undefined : chosen,
		);
		if (parts.length === 0)
			throw new Error(
				`${this.label}: a surface load needs vertices with surface triangles between them`,
			);
		return parts;
	}

	private load(
		part: Omit<DeadLoad, "force">,
		force: Field<Vector3>,
		context: FieldContext,
	): this {
		this.deadLoads.push({
			...part,
			force: fieldNumbers(force, { ...context, wanted: part.vertices }),
		});
		return this;
	}

	private field(
		what: string,
		unit: string,
		size: 1 | 3,
		chosen: Uint32Array,
	): FieldContext {
		const label = `${this.label}: ${what}`;
		return { label, unit, size, mesh: this.mesh, chosen, wanted: chosen };
	}

	private motion(
		method: string,
		displacement: Timed<Vector3>,
	): (time: number) => Vector3 {
		const label = `${this.label}: ${method}: the displacement`;
		return vectorOverTime(displacement, label, "m");
	}

	private chosen(vertices: Vertices): Uint32Array {
		const indices = this.indices(vertices);
		if (indices.length === 0)
			throw new Error(
				`${this.label}: the selection has no vertices; check the condition or group it came from`,
			);
		for (const vertex of indices)
			if (
				!(Number.isInteger(vertex) && vertex >= 0 && vertex < this.vertexCount)
			)
				throw new Error(
					`${this.label}: there is no vertex ${vertex}; its mesh has ${this.vertexCount}`,
				);
		return Uint32Array.from(indices);
	}

	private indices(vertices: Vertices): Uint32Array | readonly number[] {
		if (Array.isArray(vertices) || ArrayBuffer.isView(vertices))
			return vertices as Uint32Array | readonly number[];
		return typeof vertices === "string" && !selectionWords.has(vertices)
			? this.group(vertices)
			: this.select(vertices as Selection);
	}

	/** How messages refer to it. */
	get label(): string {
		return `body "${this.name}"`;
	}
}
