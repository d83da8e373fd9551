/** What can be asked of a simulation: where bodies are and how they move, strain and stress, contacts, energies. */
import type { Attachment } from "../attachments/attachment.ts";
import type { ContactReport } from "../contact/contactInputs.ts";
import type { ContactPlace } from "../contact/surface/contactPlaces.ts";
import type { SurfaceContactReport } from "../contact/surface/surfaceReport.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { SolidFields } from "../models/solid/fields/solidFields.ts";
import type { FollowingPoints } from "../points/followingPoints.ts";
import type { MaterialPoint } from "../points/materialPoint.ts";
import type { Body } from "../scene/body.ts";
import type { BodyRange } from "../scene/bodyRange.ts";
import type { BuiltScene } from "../scene/build.ts";
import { followPoints } from "../scene/followPoints.ts";
import type { SceneBody } from "../scene/scene.ts";
import {
	type Energies,
	energies,
	type Momentum,
	momentum,
} from "../system/measures.ts";
import {
	type PrincipalStretches,
	principalStretches,
} from "../system/principalStretches.ts";
import { type BodyNodes, bodyNodes } from "./bodyNodes.ts";
import { CellFields } from "./cellFields.ts";
import { VertexViews } from "./vertexViews.ts";

/** The skin of a body at one time. */
export interface BodySkin {
	readonly positions: Float64Array;
	readonly velocities: Float64Array;
}

export class SimulatedScene {
	protected scene: BuiltScene;
	protected readonly views: VertexViews;
	private cells: CellFields;
	private readonly skins = new Map<
		Body,
		BodySkin & { readonly update: () => void }
	>();

	private readonly nodeViews = new Map<Body, ReturnType<typeof bodyNodes>>();

	constructor(scene: BuiltScene) {
		this.scene = scene;
		this.views = new VertexViews(scene);
		this.cells = new CellFields(scene);
	}

	/** Goes on with another structure of the same bodies. */
	protected show(scene: BuiltScene): void {
		this.scene = scene;
		this.views.show(scene);
		this.cells = new CellFields(scene);
		this.skins.clear();
	}

	/** Time [s]. */
	get time(): number {
		return this.scene.state.time;
	}

	/** Steps taken. */
	get stepCount(): number {
		return this.scene.state.step;
	}

	/** Positions [m], xyz per vertex of a body's mesh: a view that later steps change, not to be written to. */
	positions(body: SceneBody): Float64Array {
		return this.views.view("x", body);
	}

	/** Velocities [m/s], xyz per vertex of a body's mesh: a view that later steps change, not to be written to. */
	velocities(body: SceneBody): Float64Array {
		return this.views.view("v", body);
	}

	/** Where a material point is [m]. */
	positionOf(point: MaterialPoint): Vector3 {
		return this.look(point, (points, out) => points.positions(out));
	}

	/** How fast a material point moves [m/s]. */
	velocityOf(point: MaterialPoint): Vector3 {
		const v = this.scene.state.v.array;
		return this.look(point, (points, out) => points.velocities(v, out));
	}

	private look(
		point: MaterialPoint,
		write: (points: FollowingPoints, out: Float64Array) => void,
	): Vector3 {
		const { x } = this.scene.state;
		const [{ points }] = followPoints([point], { ...this.scene, x });
		const out = new Float64Array(3);
		write(points, out);
		points.release?.();
		return [out[0], out[1], out[2]];
	}

	/**
	 * Positions [m] of many material points of one body, xyz each: of a mesh that is embedded in it, for example. Returns what writes those of the present
	 * time to an array.
	 */
	track(points: readonly MaterialPoint[]): (out: Float64Array) => void {
		const follow = () => {
			const { scene } = this;
			const { x } = scene.state;
			const references = followPoints(points, { ...scene, x });
			const [first] = references;
			if (references.some((one) => one.points !== first.points))
				throw new Error(
					"simulation: track takes points of one body; call it for each body",
				);
			return { scene, first };
		};
		let { scene, first } = follow();
		return (out) => {
			if (scene !== this.scene) ({ scene, first } = follow());
			first?.points.positions(out);
		};
	}

	/**
	 * Where the vertices of a body's skin are [m] and how fast they move [m/s], xyz each. The next call for the body overwrites them.
	 */
	skin(body: Body): BodySkin {
		const known = this.skins.get(body) ?? this.makeSkin(body);
		this.skins.set(body, known);
		known.update();
		return known;
	}

	private makeSkin(body: Body): BodySkin & { readonly update: () => void } {
		if (!body.skin)
			throw new Error(
				`simulation: ${body.label} has no skin; solid.voxels makes solids with one`,
			);
		const { x, v } = this.scene.state;
		const [{ points }] = followPoints(body.skin.points, { ...this.scene, x });
		const positions = new Float64Array(3 * points.count);
		const velocities = new Float64Array(3 * points.count);
		const update = () => {
			points.positions(positions);
			points.velocities(v.array, velocities);
		};
		return { positions, velocities, update };
	}

	/**
	 * A body's mesh with the nodes in the middle of edges that quadratic solids have, and where these are. The next call for the body overwrites
	 * positions and velocities.
	 */
	nodes(body: Body): BodyNodes {
		const range = this.views.range(body) as BodyRange;
		const known =
			this.nodeViews.get(body) ?? bodyNodes(range, this.scene.state);
		this.nodeViews.set(body, known);
		known.update();
		return known;
	}

	/** Green's strain at a material point: xx, yy, zz, xy, yz, xz in rest coordinates, between the cells' where there are cells. */
	strainOf(point: MaterialPoint): readonly number[] {
		const body = point.body as SceneBody;
		const range = this.views.range(body);
		if ("part" in range) return range.part.system.tensorsAt(point.rest).strain;
		return this.cells.at(range.body, point, this.strain(range.body));
	}

	/** Cauchy's stress at a material point, in the units of `stress`; nothing of rigid bodies. */
	stressOf(point: MaterialPoint): readonly number[] {
		const body = point.body as SceneBody;
		const range = this.views.range(body);
		if ("part" in range) return range.part.system.tensorsAt(point.rest).stress;
		return this.cells.at(range.body, point, this.stress(range.body));
	}

	/** Force [N] of an attachment on its first point; none once it has broken. */
	attachmentForce(attachment: Attachment): Vector3 {
		return this.scene.attachments?.force(attachment) ?? [0, 0, 0];
	}

	isBroken(attachment: Attachment): boolean {
		return this.scene.attachments?.isBroken(attachment) ?? false;
	}

	/**
	 * Green's strain of a body's cells (those that carry its mass): xx, yy, zz, xy, yz, xz per cell in rest coordinates. The next
	 * call for the body overwrites it.
	 */
	strain(body: Body): Float64Array {
		return this.cells.strain(body, this.positions(body));
	}

	/**
	 * Cauchy's stress of a body's cells (those that carry its mass): xx, yy, zz, xy, yz, xz per cell, [Pa] in solids, [N/m] in
	 * cloth, [N] in cables. Models on other elements, such as springs along the edges of cloth, add nothing to it. The next call for
	 * the body overwrites it.
	 */
	stress(body: Body): Float64Array {
		return this.cells.stress(body, this.positions(body));
	}

	/**
	 * Piola–Kirchhoff stress of a body's cells, in the units of `stress` but per what they measured at rest. The first is force by
	 * rest directions, 9 numbers per cell: rows are present axes, columns rest axes. The second is in rest axes, with the
	 * symmetric tensor's xx, yy, zz, xy, yz, xz.
	 */
	piolaStress(body: Body, which: "first" | "second"): Float64Array {
		return this.cells.piolaStress(body, this.positions(body), which);
	}

	/**
	 * Stress and strain of a solid at its vertices and in its cells, and an estimate of how far the stress is off, cell by cell: large where
	 * the mesh is too coarse.
	 */
	solidFields(body: Body): SolidFields {
		return this.cells.solid(body);
	}

	/**
	 * Strain energy of a body's cells (those that carry its mass) per what they measured at rest: [J/m³] in solids, [J/m²] in cloth, [J/m] in cables.
	 * Models on other elements add nothing to it.
	 */
	strainEnergy(body: Body): Float64Array {
		return this.cells.strainEnergy(body);
	}

	/** Principal stretches of a body's cells, the largest first, and their directions at rest. */
	principalStretches(body: Body): PrincipalStretches {
		return principalStretches(body.mesh, body.massOn, this.strain(body));
	}

	/** How a body touches each of the scene's colliders. */
	contacts(body: SceneBody): ContactReport[] {
		const { state, contact, touching } = this.scene;
		const range = this.views.range(body);
		if (!contact || !touching) return [];
		return contact.report(state.time, touching.rangesOf(range));
	}

	/**
	 * Force [N] of all that a body touches on each of its vertices, xyz each, friction too: as the last step had them. Nodes in the middle of edges bear the rest.
	 */
	contactForces(body: Body): Float64Array {
		const { contact, surfaces, state } = this.scene;
		const range = this.views.range(body) as BodyRange;
		const all = new Float64Array(state.x.array.length);
		for (const term of [contact, surfaces]) {
			term?.moved();
			term?.addGradient(all);
		}
		const out = new Float64Array(3 * body.vertexCount);
		for (let vertex = 0; vertex < body.vertexCount; vertex++)
			for (let k = 0; k < 3; k++)
				out[3 * vertex + k] = 0 - all[3 * range.among(vertex) + k];
		return out;
	}

	/** How surfaces touch each other and themselves, where the scene lets them. */
	surfaceContacts(): SurfaceContactReport[] {
		return this.scene.surfaces?.report(this.scene.state.time) ?? [];
	}

	/** Where surfaces touch each other and themselves at present. */
	contactPlaces(): ContactPlace[] {
		return this.scene.surfaces?.places(this.scene.state.time) ?? [];
	}

	/** How many edges of surfaces that touch pass through triangles of such, decided exactly: none, if contact keeps its promise. */
	intersections(): number {
		return (
			this.scene.surfaces?.intersections(this.scene.state.time).length ?? 0
		);
	}

	energies(): Energies {
		return energies({ ...this.scene, momenta: this.scene.space.scratch });
	}

	momentum(): Momentum {
		return momentum({ ...this.scene, momenta: this.scene.space.scratch });
	}
}
