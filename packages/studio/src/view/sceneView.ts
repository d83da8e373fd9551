/** What is simulated, on the stage: bodies, colliders, what is held; coloured by values where asked for. */
import type { Picture } from "@pliant/files";
import { type BodyMesh, surfaceMesh } from "@pliant/three";
import {
	ArrowHelper,
	Box3,
	BufferAttribute,
	BufferGeometry,
	Group,
	InstancedMesh,
	Matrix4,
	Mesh,
	MeshStandardMaterial,
	SphereGeometry,
	Vector3,
} from "three";
import type { ColliderSurface, Frame, Opened, Triple } from "../protocol.ts";
import { colourAt } from "./colourScale.ts";
import { fabricMaterial } from "./fabricMaterial.ts";
import { Overlays } from "./overlays.ts";
import { coloursOf, pinColour } from "./palette.ts";
import type { Stage } from "./stage.ts";

const mostPins = 80;
/** Part of the way that the camera comes nearer with each frame. */
const approach = 0.04;

export class SceneView {
	/** Of values shown: the smallest and the largest so far. */
	range: readonly [number, number] | undefined;
	bodies: readonly BodyMesh[] = [];
	/** Present positions of each body's points [m]. */
	points: readonly Float32Array[] = [];
	held: readonly Uint32Array[] = [];
	private readonly stage: Stage;
	private readonly group = new Group();
	private readonly colliders = new Group();
	readonly overlays: Overlays;
	/** Shows where the wind blows. */
	private readonly arrow = new ArrowHelper(undefined, undefined, 1, "#5f9fcb");
	private wind: Triple | undefined;
	private pins: InstancedMesh | undefined;
	private colliderKey: string | undefined;
	private colours: NonNullable<Picture["colors"]> = {};
	/** What the camera is brought to. */
	private readonly seen = new Box3();
	private floor: number | undefined;
	private isFollowing = true;
	private isWireframe = false;
	private readonly looks = new Map<
		BodyMesh,
		{
			readonly plain: Mesh["material"];
			readonly coloured: MeshStandardMaterial;
		}
	>();

	constructor(stage: Stage) {
		this.stage = stage;
		stage.add(this.group, this.colliders);
		stage.addMarks(this.arrow);
		this.overlays = new Overlays(stage);
		this.arrow.visible = false;
		// Who turns the camera keeps it.
		stage.controls.addEventListener("start", () => this.keepCamera());
	}

	open({
		title,
		surfaces,
		floor,
		picture,
		keptState,
	}: Pick<
		Opened,
		"title" | "surfaces" | "floor" | "picture" | "keptState"
	>): void {
		this.colours = picture.colors ?? {};
		this.colliderKey = undefined;
		this.stage.setPicture(picture);
		for (const body of this.bodies) body.dispose();
		this.group.clear();
		this.looks.clear();
		this.bodies = surfaces.map((surface, i) => {
			const own = this.colours[surface.name];
			const [front, back] = !own
				? coloursOf(title, i)
				: typeof own === "string"
					? [own, own]
					: own;
			const { isSolid, extent } = surface;
			const hasTriangles = surface.triangles.length > 0;
			const material = fabricMaterial({
				front,
				back,
				extent,
				isSolid: isSolid || !hasTriangles,
			});
			const body = surfaceMesh(surface, { material });
			this.looks.set(body, {
				plain: material,
				coloured: new MeshStandardMaterial({
					vertexColors: true,
					side: 2,
					roughness: 0.8,
				}),
			});
			this.group.add(body.object);
			return body;
		});
		this.setWireframe(this.isWireframe);
		this.range = undefined;
		this.floor = floor;
		if (keptState) return;
		this.isFollowing = true;
		this.seen.makeEmpty();
	}

	take(
		frame: Pick<
			Frame,
			"points" | "values" | "colliders" | "held" | "directions" | "marks"
		>,
	): void {
		this.points = frame.points.map((points, i) => {
			this.bodies[i]?.update(points);
			return points.slice();
		});
		this.colourBy(frame.values);
		this.takeColliders(frame.colliders);
		this.takePins(frame.held);
		this.overlays.take(frame);
		this.follow();
		this.placeArrow();
		this.stage.draw();
	}

	/** An arrow over all bodies, longer the faster it blows [m/s]; none without. */
	showWind(velocity: Triple | undefined): void {
		this.wind = velocity;
		this.placeArrow();
		this.stage.draw();
	}

	private placeArrow(): void {
		const { arrow, wind } = this;
		arrow.visible = wind !== undefined && this.points.length > 0;
		if (!wind || !arrow.visible) return;
		const box = new Box3();
		for (const points of this.points)
			box.union(new Box3().setFromArray(points));
		const extent = box.getSize(new Vector3()).length();
		const way = new Vector3(...wind);
		const length = extent * Math.min(0.5, 0.1 + 0.02 * way.length());
		arrow.position
			.set((box.min.x + box.max.x) / 2, box.max.y, (box.min.z + box.max.z) / 2)
			.addScaledVector(way.normalize(), -length / 2);
		arrow.position.y += 0.04 * extent;
		arrow.setDirection(way);
		arrow.setLength(length, 0.06 * extent, 0.03 * extent);
	}

	/** The camera stays where it is from now on, under whoever aims by it. */
	keepCamera(): void {
		this.isFollowing = false;
	}

	/** Brings all into view again, as it was seen from at first. */
	reframe(): void {
		this.isFollowing = true;
		this.seen.makeEmpty();
		this.follow();
	}

	setWireframe(isWireframe: boolean): void {
		this.isWireframe = isWireframe;
		for (const { plain, coloured } of this.looks.values())
			for (const material of [plain as MeshStandardMaterial, coloured])
				material.wireframe = isWireframe;
		this.stage.draw();
	}

	/** The camera goes back at once as things leave what it sees, and comes nearer slowly. The ground only ever falls. */
	private follow(): void {
		const now = new Box3();
		for (const points of this.points)
			now.union(new Box3().setFromArray(points));
		now.union(new Box3().setFromObject(this.colliders));
		if (now.isEmpty() || !this.isFollowing) return;
		const { seen } = this;
		const isFirst = seen.isEmpty();
		const lowest = Math.min(seen.min.y, now.min.y);
		if (!isFirst) {
			seen.min.lerp(now.min, approach);
			seen.max.lerp(now.max, approach);
		}
		seen.union(now);
		seen.min.y = lowest;
		this.stage.frame(seen, this.floor);
	}

	/** Colours points by values, one array per body; bodies without have their own colours. */
	colourBy(values: readonly (Float32Array | undefined)[]): void {
		let [low, high] = [Infinity, -Infinity];
		for (const array of values)
			for (const value of array ?? []) {
				low = Math.min(low, value);
				high = Math.max(high, value);
			}
		this.range = low <= high ? [low, high] : undefined;
		for (const i of this.bodies.keys()) {
			const own = values[i];
			this.paint(
				i,
				own &&
					((point, out, at) =>
						colourAt((own[point] - low) / (high - low || 1), out, at)),
			);
		}
	}

	/** Gives points of a body their colours, or it its own back; `colour` writes linear red, green and blue of a point. */
	paint(
		index: number,
		colour:
			| ((point: number, out: Float32Array, at: number) => void)
			| undefined,
	): void {
		const body = this.bodies[index];
		const { mesh, surface } = body;
		const look = this.looks.get(body);
		if (!mesh || !look) return;
		mesh.material = (
			colour ? look.coloured : look.plain
		) as typeof mesh.material;
		if (!colour) return;
		const { geometry } = mesh;
		const { pointOf } = surface;
		if (!geometry.hasAttribute("color"))
			geometry.setAttribute(
				"color",
				new BufferAttribute(new Float32Array(3 * pointOf.length), 3),
			);
		const colours = geometry.getAttribute("color") as BufferAttribute;
		for (let v = 0; v < pointOf.length; v++)
			colour(pointOf[v], colours.array as Float32Array, 3 * v);
		colours.needsUpdate = true;
	}

	private takeColliders(surfaces: readonly ColliderSurface[]): void {
		const key = surfaces
			.map(
				({ positions }) =>
					`${positions.length} ${positions.slice(0, 12).join()}`,
			)
			.join(";");
		if (key === this.colliderKey) return;
		this.colliderKey = key;
		for (const child of this.colliders.children)
			(child as Mesh).geometry.dispose();
		this.colliders.clear();
		for (const { name, positions, triangles } of surfaces) {
			const own = this.colours[name] ?? this.stage.colliderColour;
			const material = new MeshStandardMaterial({
				color: typeof own === "string" ? own : own[0],
				roughness: 0.75,
				side: 2,
			});
			const geometry = new BufferGeometry();
			geometry.setAttribute("position", new BufferAttribute(positions, 3));
			geometry.setIndex(new BufferAttribute(triangles, 1));
			const creased = geometry.toNonIndexed();
			creased.computeVertexNormals();
			const drawn = new Mesh(smoothed(geometry, creased), material);
			drawn.castShadow = true;
			drawn.receiveShadow = true;
			this.colliders.add(drawn);
		}
	}

	private takePins(held: readonly Uint32Array[]): void {
		this.held = held;
		const places = held.flatMap((points, i) =>
			Array.from(points, (p) => this.points[i].subarray(3 * p, 3 * p + 3)),
		);
		if (
			this.pins &&
			(this.pins.count !== places.length || places.length > mostPins)
		) {
			this.group.remove(this.pins);
			this.pins.dispose();
			this.pins = undefined;
		}
		if (places.length === 0 || places.length > mostPins) return;
		if (!this.pins || this.pins.parent !== this.group) {
			const extent = Math.max(
				...this.bodies.map(({ surface }) => surface.extent),
			);
			this.pins = new InstancedMesh(
				new SphereGeometry(0.011 * extent, 16, 12),
				new MeshStandardMaterial({ color: pinColour, roughness: 0.35 }),
				places.length,
			);
			this.pins.frustumCulled = false;
			this.pins.castShadow = true;
			this.group.add(this.pins);
		}
		const matrix = new Matrix4();
		for (const [i, [x, y, z]] of places.entries())
			this.pins.setMatrixAt(i, matrix.makeTranslation(x, y, z));
		this.pins.instanceMatrix.needsUpdate = true;
	}

	/** Height of the lowest point [m]. */
	get lowest(): number {
		return Math.min(
			...this.points.map((points) => new Box3().setFromArray(points).min.y),
		);
	}

	/** The point of a body that is nearest to a place [m]. */
	nearestPoint(body: number, place: Vector3): number {
		const points = this.points[body];
		let [nearest, least] = [0, Infinity];
		for (let i = 0; i < points.length / 3; i++) {
			const distance =
				(points[3 * i] - place.x) ** 2 +
				(points[3 * i + 1] - place.y) ** 2 +
				(points[3 * i + 2] - place.z) ** 2;
			if (distance < least) [nearest, least] = [i, distance];
		}
		return nearest;
	}
}

/** Normals that are smooth where triangles meet at small angles, and their own elsewhere. */
function smoothed(
	indexed: BufferGeometry,
	flat: BufferGeometry,
): BufferGeometry {
	indexed.computeVertexNormals();
	const index = indexed.getIndex()?.array ?? [];
	const smooth = indexed.getAttribute("normal");
	const own = flat.getAttribute("normal");
	for (let i = 0; i < own.count; i++) {
		const v = index[i];
		const cosine =
			own.getX(i) * smooth.getX(v) +
			own.getY(i) * smooth.getY(v) +
			own.getZ(i) * smooth.getZ(v);
		if (cosine > 0.85)
			own.setXYZ(i, smooth.getX(v), smooth.getY(v), smooth.getZ(v));
	}
	return flat;
}
