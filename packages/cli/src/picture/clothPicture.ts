/** A picture of a hanging cloth: checked fabric between two posts, on ground that takes its shadow. */
import { type Body, grid, type Mesh, sphere, tube, type Vector3 } from "pliant";
import { camera, type Project } from "./camera.ts";
import { groundShadow } from "./groundShadow.ts";
import { fromHex, toImage } from "./image.ts";
import type { Image } from "./png.ts";
import {
	createRaster,
	drawTriangles,
	type Raster,
	type Shade,
} from "./rasterizer.ts";
import { difference, dot, normalized } from "./vector.ts";
import { vertexNormals } from "./vertexNormals.ts";

export interface ClothPictureOptions {
	readonly sheet: Pick<Body, "mesh">;
	/** The shape to show [m], xyz per vertex. */
	readonly positions: Float64Array;
	/** The vertices that are held. */
	readonly pins: Uint32Array;
}

const size = { width: 1200, height: 900 };
const supersampling = 2;
const view = {
	eye: [1.5, 1.5, 3.1],
	target: [0.05, 0.66, 0],
	fieldOfView: 0.45,
} as const;
const toLight = normalized([-0.5, 0.8, 0.8]);

const background = fromHex("#f3f1ec");
const front = fromHex("#e0b070");
const back = fromHex("#439aab");
const postColor = fromHex("#6b625a");
const pinColor = fromHex("#c8402f");
const groundColor = fromHex("#dcd7cd");
/** Length of a check [m], and how much darker every other is. */
const check = 0.1;
const checkContrast = 0.22;
/** Where the ground has faded into the background [m]. */
const groundReach = 2.2;
const postRadius = 0.009;
const pinRadius = 0.022;

export function clothPicture({
	sheet: { mesh },
	positions,
	pins,
}: ClothPictureOptions): Image {
	const raster = createRaster(
		supersampling * size.width,
		supersampling * size.height,
		background,
	);
	const project = camera(view, raster.width, raster.height);
	const held = Array.from(pins, (v): Vector3 => {
		const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
		return [x, y, z];
	});
	const posts = held.map(post);

	drawGround(raster, project, [
		{ positions, triangles: mesh.triangles },
		...posts,
	]);
	for (const part of posts) drawSmooth(raster, project, part, postColor);
	for (const center of held)
		drawSmooth(
			raster,
			project,
			moved(sphere({ radius: pinRadius }), center),
			pinColor,
		);
	drawFabric(raster, project, mesh, positions);
	return toImage(raster, supersampling);
}

type Surface = Pick<Mesh, "positions" | "triangles">;

function moved({ positions, triangles }: Surface, by: Vector3): Surface {
	return { positions: positions.map((p, i) => p + by[i % 3]), triangles };
}

/** From the ground to a pin. */
function post([x, y, z]: Vector3): Surface {
	return moved(tube({ radius: postRadius, length: y }), [x, 0, z]);
}

function drawGround(
	raster: Raster,
	project: Project,
	casters: readonly Surface[],
): void {
	const shadow = groundShadow({
		casters,
		toLight,
		reach: groundReach,
		softness: 0.06,
	});
	const plane = grid({
		plane: "xz",
		size: [2 * groundReach, 2 * groundReach],
		cells: [1, 1],
		origin: [-groundReach, 0, -groundReach],
	});
	draw(raster, project, plane, plane.positions, 3, ([x, , z], color) => {
		const distance = Math.min(1, Math.hypot(x, z) / groundReach);
		const fade = (1 - distance ** 2) ** 2;
		const lit = 1 - 0.45 * shadow(x, z);
		for (let k = 0; k < 3; k++)
			color[k] += fade * (groundColor[k] * lit - color[k]);
	});
}

/** Both sides, lit, with checks that follow the rest shape. */
function drawFabric(
	raster: Raster,
	project: Project,
	mesh: Mesh,
	positions: Float64Array,
): void {
	const attributes = withNormals({ positions, triangles: mesh.triangles }, [
		mesh.positions,
	]);
	const surface = { positions, triangles: mesh.triangles };
	draw(raster, project, surface, attributes, 9, (a, color) => {
		const normal = normalized([a[3], a[4], a[5]]);
		const toEye = normalized(difference(view.eye, [a[0], a[1], a[2]]));
		const isFront = dot(normal, toEye) >= 0;
		const facing: Vector3 = isFront
			? normal
			: [-normal[0], -normal[1], -normal[2]];
		// The rest shape lies level.
		const odd = (Math.floor(a[6] / check) + Math.floor(a[8] / check)) & 1;
		const light = lambert(facing) * (odd ? 1 : 1 - checkContrast);
		const fabric = isFront ? front : back;
		for (let k = 0; k < 3; k++) color[k] = fabric[k] * light;
	});
}

function drawSmooth(
	raster: Raster,
	project: Project,
	surface: Surface,
	material: Vector3,
): void {
	draw(raster, project, surface, withNormals(surface, []), 6, (a, color) => {
		const light = lambert(normalized([a[3], a[4], a[5]]));
		for (let k = 0; k < 3; k++) color[k] = material[k] * light;
	});
}

/** Lambert's law for a light as wide as a window, so that shade begins softly, and some from the sky above. */
const lambert = (normal: Vector3): number =>
	0.95 * Math.max(0, (dot(normal, toLight) + 0.25) / 1.25) +
	0.22 +
	0.1 * normal[1];

function draw(
	raster: Raster,
	project: Project,
	{ positions, triangles }: Surface,
	attributes: Float64Array,
	attributeCount: number,
	shade: Shade,
): void {
	drawTriangles(
		raster,
		{ projected: project(positions), triangles, attributes, attributeCount },
		shade,
	);
}

/** Positions, normals and more, side by side per vertex. */
function withNormals(
	{ positions, triangles }: Surface,
	more: readonly Float64Array[],
): Float64Array {
	const all = [positions, vertexNormals(positions, triangles), ...more];
	const attributes = new Float64Array(all.length * positions.length);
	for (let v = 0; v < positions.length / 3; v++)
		for (const [i, array] of all.entries())
			attributes.set(
				array.subarray(3 * v, 3 * v + 3),
				3 * (v * all.length + i),
			);
	return attributes;
}
