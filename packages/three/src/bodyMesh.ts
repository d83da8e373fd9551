/** A simulated body as a three.js object whose shape follows the simulation. */
import type { SceneBody, Simulation } from "pliant";
import {
	BufferAttribute,
	BufferGeometry,
	DynamicDrawUsage,
	Group,
	type Material,
	Mesh,
	MeshStandardMaterial,
} from "three";
import { cables } from "./cables.ts";
import {
	type DisplaySurface,
	displayPoints,
	displaySurface,
} from "./surface.ts";

export interface BodyMesh {
	/** To be added to a three.js scene. */
	readonly object: Group;
	/** The triangles; undefined for bodies of cables alone. */
	readonly mesh: Mesh<BufferGeometry, Material> | undefined;
	readonly surface: DisplaySurface;
	/** Takes new positions of the points [m], xyz each. */
	update(points: Float32Array): void;
	dispose(): void;
}

export interface BodyMeshOptions {
	readonly material?: Material;
	/** Radius that cables are drawn with [m]. */
	readonly cableRadius?: number;
}

/** A mesh for a surface that comes from elsewhere, such as a worker. */
export function surfaceMesh(
	surface: DisplaySurface,
	{
		material = new MeshStandardMaterial({ side: 2 }),
		cableRadius = 0.006 * surface.extent,
	}: BodyMeshOptions = {},
): BodyMesh {
	const object = new Group();
	object.name = surface.name;
	const { triangles, pointOf, normalOf, uv, edges } = surface;
	const updates: ((points: Float32Array) => void)[] = [];
	let mesh: BodyMesh["mesh"];
	if (triangles.length > 0) {
		const geometry = new BufferGeometry();
		const attribute = () =>
			new BufferAttribute(new Float32Array(3 * pointOf.length), 3).setUsage(
				DynamicDrawUsage,
			);
		const [position, normal] = [attribute(), attribute()];
		geometry.setIndex(new BufferAttribute(triangles, 1));
		geometry.setAttribute("position", position);
		geometry.setAttribute("normal", normal);
		geometry.setAttribute("uv", new BufferAttribute(uv, 2));
		mesh = new Mesh(geometry, material);
		mesh.castShadow = true;
		mesh.receiveShadow = true;
		// Its box changes all the time.
		mesh.frustumCulled = false;
		object.add(mesh);
		const sums = new Float32Array(
			3 * (normalOf.reduce((most, n) => Math.max(most, n), 0) + 1),
		);
		updates.push((points) => {
			const at = position.array as Float32Array;
			for (let i = 0; i < pointOf.length; i++)
				for (let k = 0; k < 3; k++) at[3 * i + k] = points[3 * pointOf[i] + k];
			sharedNormals(surface, at, sums, normal.array as Float32Array);
			position.needsUpdate = true;
			normal.needsUpdate = true;
			geometry.boundingSphere = null;
			geometry.boundingBox = null;
		});
	}
	if (edges.length > 0) {
		const drawn = cables(edges, cableRadius, material);
		object.add(drawn.object);
		updates.push(drawn.update);
	}
	return {
		object,
		mesh,
		surface,
		update: (points) => {
			for (const update of updates) update(points);
		},
		dispose: () => {
			object.traverse((part) => {
				if (part instanceof Mesh) part.geometry.dispose();
			});
			material.dispose();
		},
	};
}

/** A mesh for a body that is simulated in the same thread; `update` takes its present shape. */
export function bodyMesh(
	simulation: Simulation,
	body: SceneBody,
	options: BodyMeshOptions = {},
): Omit<BodyMesh, "update"> & { update(): void } {
	const surface = displaySurface(body);
	const drawn = surfaceMesh(surface, options);
	const points = new Float32Array(3 * surface.vertices.length);
	const update = () =>
		drawn.update(displayPoints(simulation, body, surface, points));
	update();
	return { ...drawn, update };
}

/** Normals by area, one for each smooth patch around a vertex. */
function sharedNormals(
	{ triangles, normalOf }: DisplaySurface,
	at: Float32Array,
	sums: Float32Array,
	out: Float32Array,
): void {
	sums.fill(0);
	for (let t = 0; t < triangles.length; t += 3) {
		const a = 3 * triangles[t];
		const b = 3 * triangles[t + 1];
		const c = 3 * triangles[t + 2];
		const ux = at[b] - at[a];
		const uy = at[b + 1] - at[a + 1];
		const uz = at[b + 2] - at[a + 2];
		const vx = at[c] - at[a];
		const vy = at[c + 1] - at[a + 1];
		const vz = at[c + 2] - at[a + 2];
		const nx = uy * vz - uz * vy;
		const ny = uz * vx - ux * vz;
		const nz = ux * vy - uy * vx;
		for (let k = 0; k < 3; k++) {
			const s = 3 * normalOf[triangles[t + k]];
			sums[s] += nx;
			sums[s + 1] += ny;
			sums[s + 2] += nz;
		}
	}
	for (let i = 0; i < normalOf.length; i++) {
		const s = 3 * normalOf[i];
		const length = Math.hypot(sums[s], sums[s + 1], sums[s + 2]) || 1;
		for (let k = 0; k < 3; k++) out[3 * i + k] = sums[s + k] / length;
	}
}
