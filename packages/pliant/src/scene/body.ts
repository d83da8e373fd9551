/** One deformable object of a scene: a mesh, the models on it, its mass, and what holds and loads it. */
import {
	requireFunction,
	requireNonNegative,
	requireOptions,
	requirePositive,
	requireVector3,
} from "../checks.ts";
import type { EmbeddedSurface } from "../mesh/embeddedSurface.ts";
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
import { vertexNormals } from "../mesh/vertexNormals.ts";
import type { AppliedModel } from "../models/elementModel.ts";
import type { QuadraticGeometry } from "../models/solid/quadraticGeometry.ts";
import type { BodyContact } from "../points/bodyContact.ts";
import { MaterialPoint } from "../points/materialPoint.ts";
import { pointInCell } from "../points/pointInCell.ts";
import { anyDensity, densityNames, requireDensity } from "../system/density.ts";
import type { DeadLoad } from "../system/loads.ts";
import type { PressureLoad } from "../system/pressure.ts";
import {
	alsoHeldAlong,
	axes,
	type BodyConstraint,
	perpendicular,
	unconstrained,
	unit,
} from "./bodyConstraint.ts";
import { checkModels } from "./checkModels.ts";
import { type Field, type FieldNumbers, fieldNumbers } from "./field.ts";
import {
	boundarySegments,
	type SurfacePart,
	surfaceParts,
	tributary,
} from "./loadedParts.ts";
import { type Skin, skinOn } from "./skin.ts";

export interface BodyDefinition {
	/** What messages and results call it. */
	readonly name?: string;
	readonly mesh: Mesh;
	readonly models: readonly AppliedModel[];
	/**
	 * The cells that carry the mass, and its density per their length [kg/m], area [kg/m²] or volume [kg/m³]. Statics without gravity and other loads by
	 * mass needs none.
	 */
	readonly massOn: CellKind;
	readonly density?: number | undefined;
	/** A surface that follows it, to be looked at in place of its cells. */
	readonly skin?: EmbeddedSurface;
	/** How it touches, in scenes whose surfaces do. */
	readonly contact?: BodyContact;
}

/** Turns edges between vertices about themselves. */
export interface Roll {
	readonly vertices: ReadonlySet<number>;
	/** [rad] */
	readonly angle: (time: number) => number;
}

/** Vertices of a body: by index, by the name of a group, or as a selection such as `{ corners: "+y" }`. */
export type Vertices = Uint32Array | readonly number[] | Selection | string;

const displacement = { label: "the displacement", unit: "m", size: 3 } as const;

/** What the methods of a body take that may differ from vertex to vertex. */
const quantities = {
	move: displacement,
	slide: displacement,
	pull: { label: "the force", unit: "N", size: 3 },
	lineLoad: { label: "the force per length", unit: "N/m", size: 3 },
	surfaceLoad: { label: "the force per area", unit: "N/m²", size: 3 },
	accelerate: { label: "the acceleration", unit: "m/s²", size: 3 },
	pressurize: { label: "the pressure", unit: "Pa", size: 1 },
} as const;

/** A force on the middles of edges, where models have nodes there: `ends` has two vertices for each, and `force` one vector for all or one for each end. */
export interface MiddleLoad extends Omit<DeadLoad, "vertices"> {
	readonly ends: Uint32Array;
}

/** A pressure [Pa] on triangles or faces of quadratic cells: one number for all, or one for each corner. */
export interface BodyPressure
	extends Pick<PressureLoad, "samples" | "pressure"> {
	/** Of each face. */
	readonly size: number;
	readonly corners: Uint32Array;
	/** What each bears of it. */
	readonly share: number;
}

export class Body {
	name: string;
	readonly mesh: Mesh;
	/** What makes it elastic; `setModels` gives it others. */
	models: readonly AppliedModel[];
	readonly massOn: CellKind;
	readonly density: number | undefined;
	readonly skin: Skin | undefined;
	/** How it touches, in scenes whose surfaces do. */
	contact: BodyContact;
	/** Initial positions [m], xyz per vertex; the mesh's own are the rest shape. */
	readonly positions: Float64Array;
	/** Initial velocities [m/s], xyz per vertex. */
	readonly velocities: Float64Array;
	readonly constraints = new Map<number, BodyConstraint>();
	/** Turns of held edges about themselves [rad], between vertices. */
	readonly rolls: Roll[] = [];
	readonly deadLoads: DeadLoad[] = [];
	readonly middleLoads: MiddleLoad[] = [];
	readonly pressures: BodyPressure[] = [];
	/** What was changed last, and how often something was: simulations made before do not have it. */
	readonly change = { what: "", holds: 0, values: 0, others: 0 };

	constructor(definition: BodyDefinition) {
		const { name = "", mesh, models, massOn, density, skin } = definition;
		this.name = name;
		this.mesh = mesh;
		this.models = models.map((use) => use.forMesh?.(mesh) ?? use);
		this.massOn = massOn;
		this.density = density;
		this.contact = definition.contact ?? {};
		if (density !== undefined)
			requirePositive(`${this.label}: density`, density);
		this.explained(() => checkModels(mesh, massOn, this.models));
		this.positions = mesh.positions.slice();
		this.velocities = new Float64Array(mesh.positions.length);
		this.skin = skin && skinOn(this, skin);
	}

	get vertexCount(): number {
		return vertexCount(this.mesh);
	}

	get missingDensity(): string | undefined {
		return this.density === undefined ? densityNames[this.massOn] : undefined;
	}

	/** Mass [kg]. */
	get mass(): number {
		requireDensity(this, "mass");
		return this.cellMasses().reduce((sum, mass) => sum + mass, 0);
	}

	/** Mass [kg] of each cell of the kind `massOn`. */
	cellMasses(): Float64Array {
		const { density = anyDensity } = this;
		return cellMeasure(this.mesh, this.massOn).map((m) => m * density);
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

	/** Gives the same models other values; a simulation that runs takes them by `materialsChanged`. */
	setModels(models: readonly AppliedModel[]): this {
		const applied = models.map((use) => use.forMesh?.(this.mesh) ?? use);
		const names = (list: readonly AppliedModel[]) =>
			list.map(({ model }) => model.name).join(", ");
		if (names(applied) !== names(this.models))
			throw new Error(
				`${this.label}: setModels is given ${names(applied)}; it must be ${names(this.models)}, with other values`,
			);
		this.explained(() => checkModels(this.mesh, this.massOn, applied));
		this.models = applied;
		this.change.what = "setModels";
		this.change.values++;
		return this;
	}

	/** Moves the initial positions; the rest shape stays. */
	place(map: (x: number, y: number, z: number) => Vector3): this {
		requireFunction(`${this.label}: place`, map);
		this.changed("place");
		for (let v = 0; v < this.vertexCount; v++)
			this.positions.set(map(...this.position(v)), 3 * v);
		return this;
	}

	/**
	 * Moves the initial positions at random by up to a distance [m], so that what is flat can buckle. Those of cloth move along its normals, since moves within
	 * its surface would stretch it; others move along each axis.
	 */
	shake(distance: number, seed = 1): this {
		requireNonNegative(`${this.label}: shake: its distance`, distance);
		this.changed("shake");
		const random = createRandom(seed);
		const move = () => distance * (2 * random() - 1);
		const { positions, mesh } = this;
		if (this.massOn !== "triangle") {
			for (let i = 0; i < positions.length; i++) positions[i] += move();
			return this;
		}
		const normals = positions.slice();
		vertexNormals(positions, mesh.triangles, normals);
		for (let i = 0; i < positions.length; i += 3) {
			const along = move();
			for (let k = i; k < i + 3; k++) positions[k] += along * normals[k];
		}
		return this;
	}

	/** Sets initial velocities [m/s] by position. */
	launch(velocity: (x: number, y: number, z: number) => Vector3): this {
		requireFunction(`${this.label}: launch`, velocity);
		this.changed("launch");
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
	private explained<T>(work: () => T, doing = ""): T {
		try {
			return work();
		} catch (error) {
			throw new Error(`${this.label}: ${doing}${(error as Error).message}`);
		}
	}

	/** The corners of a grid: all four, or those of one side. */
	corners(side?: "top" | "bottom" | "left" | "right"): Uint32Array {
		const sides = ["top", "bottom", "left", "right"];
		if (side !== undefined && !sides.includes(side))
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
		requireFunction(`${this.label}: where`, condition);
		const { positions } = this.mesh;
		return Uint32Array.from({ length: this.vertexCount }, (_, v) => v).filter(
			(v) =>
				condition(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]),
		);
	}

	/** The vertex whose rest position is nearest to a point. */
	nearest(point: Vector3): number {
		requireVector3(`${this.label}: nearest: its point`, point);
		return nearest(this.mesh, point);
	}

	/** The material point of a vertex. */
	vertexPoint(vertex: number): MaterialPoint {
		this.chosen([vertex]);
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

	/** Holds vertices where they are. `pin` and `move` replace earlier constraints; simulations made before refuse to go on until `constraintsChanged` is called. */
	pin(vertices: Vertices): this {
		this.move(vertices, () => [0, 0, 0]);
		this.change.what = "pin";
		return this;
	}

	/** Moves vertices by a displacement [m] from their initial positions. */
	move(vertices: Vertices, displacement: Field<Vector3>): this {
		for (const [vertex, motion] of this.motions("move", vertices, displacement))
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
		displacement: Field<Vector3> = [0, 0, 0],
	): this {
		requireOptions(`${this.label}: slide`, on, ["plane", "line"]);
		const { plane, line }: { plane?: Vector3; line?: Vector3 } = on;
		requireVector3(`${this.label}: slide: its plane or line`, plane ?? line);
		const direction = unit(plane ?? line, this.label);
		const normals = plane ? [direction] : perpendicular(direction);
		for (const [vertex, motion] of this.motions(
			"slide",
			vertices,
			displacement,
		)) {
			let constraint = this.constraints.get(vertex) ?? unconstrained;
			for (const normal of normals)
				constraint = alsoHeldAlong(constraint, normal, motion);
			this.constraints.set(vertex, constraint);
		}
		return this;
	}

	/**
	 * Turns held edges of a rod about themselves by an angle [rad] over time, those between two of the vertices: what twists it. Without it they
	 * turn as little as their vertices let them.
	 */
	roll(vertices: Vertices, angle: (time: number) => number): this {
		requireFunction(`${this.label}: roll: its angle`, angle);
		this.changed("roll");
		this.rolls.push({ vertices: new Set(this.chosen(vertices)), angle });
		return this;
	}

	/** The displacement of each of the vertices. */
	private motions(
		method: "move" | "slide",
		vertices: Vertices,
		displacement: Field<Vector3>,
	): [vertex: number, motion: BodyConstraint["displacement"]][] {
		const chosen = this.chosen(vertices);
		this.changed(method, "holds");
		return Array.from(chosen, (vertex) => [
			vertex,
			this.numbers(
				method,
				displacement,
				chosen,
				Uint32Array.of(vertex),
			) as unknown as BodyConstraint["displacement"],
		]);
	}

	/** A force [N] on each of the vertices. */
	pull(vertices: Vertices, force: Field<Vector3>): this {
		const chosen = this.chosen(vertices);
		const weights = new Float64Array(chosen.length).fill(1);
		return this.load("pull", force, chosen, { vertices: chosen, weights });
	}

	/** A force per rest length [N/m] on the boundary edges (or line elements) between the vertices. */
	lineLoad(vertices: Vertices, forcePerLength: Field<Vector3>): this {
		const chosen = this.chosen(vertices);
		const segments = boundarySegments(this.mesh, chosen);
		if (segments.length === 0)
			throw new Error(
				`${this.label}: a line load needs vertices with boundary edges between them`,
			);
		const part = tributary(this.mesh, segments, 2);
		return this.load("lineLoad", forcePerLength, chosen, part);
	}

	/** A force per rest area [N/m²] on the surface triangles between the vertices; on all of the surface where none are given. */
	surfaceLoad(forcePerArea: Field<Vector3>, vertices?: Vertices): this {
		const chosen = this.chosen(vertices ?? "all");
		const { quadratic } = this;
		if (quadratic) {
			const { corners, middles } = quadratic.surfaceShares(this.mesh, chosen);
			const { ends, weights } = middles;
			if (ends.length === 0) throw this.noSurface();
			const force = this.numbers("surfaceLoad", forcePerArea, chosen, ends);
			this.middleLoads.push({ ends, weights, force });
			return this.load("surfaceLoad", forcePerArea, chosen, corners);
		}
		for (const { triangles, share } of this.surface(
			vertices ? chosen : undefined,
		)) {
			const part = tributary(this.mesh, triangles, 3);
			const weights = part.weights.map((weight) => share * weight);
			this.load("surfaceLoad", forcePerArea, chosen, { ...part, weights });
		}
		return this;
	}

	/** A force per mass [m/s²]: accelerates the vertices, all of them where none are given, as gravity does. */
	accelerate(acceleration: Field<Vector3>, vertices?: Vertices): this {
		const chosen = this.chosen(vertices ?? "all");
		requireDensity(this, "accelerate");
		const masses = this.vertexMasses();
		const weights = Float64Array.from(chosen, (vertex) => masses[vertex]);
		const part = { vertices: chosen, weights };
		return this.load("accelerate", acceleration, chosen, part);
	}

	/**
	 * A pressure [Pa] that follows the surface and pushes along its normals: it inflates closed surfaces and the skin of solids
	 * from within; a negative one presses on them from outside. A triangle has the mean of its vertices' pressures, a face of quadratic cells what
	 * lies between them.
	 */
	pressurize(pressure: Field<number>, vertices?: Vertices): this {
		const chosen = this.chosen(vertices ?? "all");
		const { quadratic } = this;
		const parts = quadratic
			? quadratic.facesBetween(this.mesh, chosen).map((faces) => ({
					...faces,
					samples: quadratic.faceSamples[faces.size],
				}))
			: this.surface(vertices ? chosen : undefined).map(
					({ triangles, share }) => ({ corners: triangles, share }),
				);
		if (parts.length === 0) throw this.noSurface();
		for (const part of parts) {
			const { corners } = part;
			const values = this.numbers("pressurize", pressure, chosen, corners);
			this.changed("pressurize");
			this.pressures.push({ size: 3, share: 1, ...part, pressure: values });
		}
		return this;
	}

	/** Of cells with nodes in the middle of edges. */
	private get quadratic(): QuadraticGeometry | undefined {
		return this.models.find(({ model }) => model.quadratic)?.model.quadratic;
	}

	/** Between vertices, or all of it. */
	private surface(vertices: Uint32Array | undefined): SurfacePart[] {
		const parts = surfaceParts(this.mesh, vertices);
		if (parts.length === 0) throw this.noSurface();
		return parts;
	}

	private noSurface(): Error {
		return new Error(
			`${this.label}: a surface load needs vertices with surface triangles between them`,
		);
	}

	private load(
		method: keyof typeof quantities,
		force: Field<Vector3>,
		chosen: Uint32Array,
		part: Omit<DeadLoad, "force">,
	): this {
		this.changed(method);
		this.deadLoads.push({
			...part,
			force: this.numbers(method, force, chosen, part.vertices),
		});
		return this;
	}

	private numbers(
		method: keyof typeof quantities,
		given: Field<number> | Field<Vector3>,
		chosen: Uint32Array,
		wanted: Uint32Array,
	): FieldNumbers {
		const context = { mesh: this.mesh, chosen, wanted, ...quantities[method] };
		return this.explained(() => fieldNumbers(given, context), `${method}: `);
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

	private changed(what: string, kind: "holds" | "others" = "others"): void {
		this.change.what = what;
		this.change[kind]++;
	}

	/** How messages refer to it. */
	get label(): string {
		return `body${this.name && ` "${this.name}"`}`;
	}
}
