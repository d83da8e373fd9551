/** A picture of bodies: checked by their rest shape, on ground that takes their shadow. */
import type { Picture } from "@pliant/files";
import {
	boundingBox,
	boxSides,
	grid,
	type Mesh,
	mergeMeshes,
	skinTriangles,
	sphere,
	tube,
	type Vector3,
	vertexNormals,
} from "pliant/mesh";
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
import { cross, difference, dot, normalized } from "./vector.ts";

export interface PicturedBody {
	/** At rest. */
	readonly mesh: Mesh;
	/** The shape to show [m], xyz per vertex. */
	readonly positions: Float64Array;
	/** The vertices that are held. */
	readonly held: readonly number[];
	/** Whether its triangles are the surface of a solid; those of cloth show a back. */
	readonly isSolid?: boolean;
	/** Linear RGB from 0 to 1 per vertex, in place of checks. */
	readonly colors?: Float64Array | undefined;
	/** Of front and back, as "#rrggbb". */
	readonly tints?: readonly [string, string] | undefined;
}

export interface PictureOptions
	extends Pick<Picture, "camera" | "background" | "ground"> {
	/** Size of the picture [pixels]. */
	readonly size?: { readonly width: number; readonly height: number };
	/** Corners of the box that is brought into view [m], so that pictures share a camera; that of the bodies by default. */
	readonly view?: { readonly low: Vector3; readonly high: Vector3 };
	/** Places [m] that are marked, in a colour for each name. */
	readonly marks?: readonly Mark[];
}

export interface Mark {
	readonly name: string;
	readonly position: Vector3;
}

const defaultSize = { width: 1200, height: 900 };
const supersampling = 2;
/** Bodies are brought to this extent, above the ground around the origin. */
const extent = 1.15;
/** From what the camera looks at to the camera. */
const toEye: [number, number, number] = [1.5, 0.95, 3.1];
const fieldOfView = 0.45;
const toLight = normalized([-0.5, 0.8, 0.8]);

const usualBackground = "#f3f1ec";
/** Colours of front and back, body after body. */
const bodyColors = [
	["#e0b070", "#439aab"],
	["#7fa86a", "#b8655f"],
	["#8c83b8", "#c9a24b"],
	["#5d9ac0", "#cf8a5b"],
].map((pair) => pair.map(fromHex));
const obstacleColor = fromHex("#b9b2a6");
const pinColor = fromHex("#c8402f");
const usualGround = "#dcd7cd";
/** Checks along a body's longest side, and how much darker every other is. */
const checks = 10;
const checkContrast = 0.22;
/** Where the ground has faded into the background. */
const groundReach = 2.2;
const pinRadius = 0.012;
const cableRadius = 0.008;
/** More would hide what is held. */
const mostPins = 60;
/** Colours of marks, name after name. */
const markColors = ["#d81b60", "#1e63d0", "#00895e", "#e08a00", "#6a3fb5"].map(
	fromHex,
);
const markRadius = 0.006;

/** @param obstacles Surfaces of colliders [m]. */
export function scenePicture(
	bodies: readonly PicturedBody[],
	obstacles: readonly (Surface & { readonly tint?: string | undefined })[] = [],
	{
		size = defaultSize,
		view = boxAround([...bodies, ...obstacles]),
		marks = [],
		camera: seen = {},
		background = usualBackground,
		ground = usualGround,
	}: PictureOptions = {},
): Image {
	const raster = createRaster(
		supersampling * size.width,
		supersampling * size.height,
		fromHex(background),
	);
	const { place, middle } = placement(view);
	const { eye, target } = viewpoint(seen, place, [0, middle, 0]);
	const project = camera(
		{ eye, target, fieldOfView },
		raster.width,
		raster.height,
	);
	const shown = bodies.map(
		({ mesh, positions, held, isSolid = false, colors, tints }, i) => {
			const at = place(positions);
			const triangles = Uint32Array.from([
				...mesh.triangles,
				...skinTriangles(mesh),
			]);
			const surface = { positions: at, triangles };
			const paint = tints?.map(fromHex) ?? bodyColors[i % bodyColors.length];
			return { mesh, held, isSolid, colors, surface, paint };
		},
	);
	const cables = shown.map(({ mesh, surface }) =>
		tubesAlong(mesh.edges, surface.positions),
	);
	const placedObstacles = obstacles.map(({ positions, triangles, tint }) => ({
		positions: place(positions),
		triangles,
		color: tint ? fromHex(tint) : obstacleColor,
	}));
	drawGround(raster, project, fromHex(ground), [
		...shown.map(({ surface }) => surface),
		...cables,
		...placedObstacles,
	]);
	for (const obstacle of placedObstacles)
		drawSmooth(raster, project, obstacle, obstacle.color);
	for (const [i, body] of shown.entries()) {
		const { mesh, held, isSolid, colors, surface } = body;
		const [front, back] = body.paint;
		if (held.length <= mostPins)
			for (const vertex of held)
				drawSmooth(
					raster,
					project,
					ballAt(surface.positions.subarray(3 * vertex), pinRadius, 2),
					pinColor,
				);
		drawSmooth(raster, project, cables[i], front);
		// Solids have no inside to be seen.
		const hasBack = mesh.triangles.length > 0 && !isSolid;
		if (colors) drawColored(raster, project, surface, { colors, hasBack });
		else
			drawChecked(raster, project, surface, mesh, {
				front,
				...(hasBack && { back }),
			});
	}
	const names = [...new Set(marks.map(({ name }) => name))];
	for (const { name, position } of marks)
		drawSmooth(
			raster,
			project,
			ballAt(place(Float64Array.from(position)), markRadius, 1),
			markColors[names.indexOf(name) % markColors.length],
		);
	return toImage(raster, supersampling);
}

export type Surface = Pick<Mesh, "positions" | "triangles">;

function boxAround(bodies: readonly Pick<Surface, "positions">[]) {
	const low: [number, number, number] = [Infinity, Infinity, Infinity];
	const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
	for (const { positions } of bodies)
		for (let i = 0; i < positions.length; i++) {
			low[i % 3] = Math.min(low[i % 3], positions[i]);
			high[i % 3] = Math.max(high[i % 3], positions[i]);
		}
	return { low, high };
}

/** Where the camera is and what it looks at, in the picture's own place and size. */
function viewpoint(
	{ direction = toEye, zoom = 1, ...given }: NonNullable<Picture["camera"]>,
	place: (positions: Float64Array) => Float64Array,
	middle: Vector3,
): { readonly eye: Vector3; readonly target: Vector3 } {
	const placed = (at: Vector3) =>
		[...place(Float64Array.from(at))] as unknown as Vector3;
	const target = given.target ? placed(given.target) : middle;
	if (given.eye) return { eye: placed(given.eye), target };
	const distance = Math.hypot(...toEye) / zoom;
	const towards = normalized(direction);
	const eye = target.map((t, k) => t + distance * towards[k]);
	return { eye: eye as unknown as Vector3, target };
}

/** Moves and scales everything together, so that they stand on the ground around the origin; `middle` is half their height then. */
function placement({ low, high }: NonNullable<PictureOptions["view"]>) {
	const longest = Math.max(...high.map((h, k) => h - low[k])) || 1;
	const scale = extent / longest;
	const origin = [(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2];
	// A little above the ground, so that its shadow can be seen.
	const lift = [0, 0.08, 0];
	const place = (positions: Float64Array) =>
		positions.map((p, i) => scale * (p - origin[i % 3]) + lift[i % 3]);
	return { place, middle: lift[1] + (scale * (high[1] - low[1])) / 2 };
}

function ballAt(
	centre: Float64Array,
	radius: number,
	subdivisions: number,
): Surface {
	const { positions, triangles } = sphere({ radius, subdivisions });
	return { positions: positions.map((p, i) => p + centre[i % 3]), triangles };
}

/** Line elements as thin tubes. */
function tubesAlong(edges: Uint32Array, positions: Float64Array): Surface {
	const tubes: Mesh[] = [];
	const point = (v: number): Vector3 => {
		const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
		return [x, y, z];
	};
	for (let i = 0; i < edges.length; i += 2) {
		const [a, b] = [point(edges[i]), point(edges[i + 1])];
		const along = difference(b, a);
		const length = Math.hypot(...along);
		if (!(length > 0)) continue;
		const up = normalized(along);
		const side = normalized(
			cross(up, Math.abs(up[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]),
		);
		const third = cross(side, up);
		const mesh = tube({ radius: cableRadius, length, segments: 8, rings: 1 });
		for (let v = 0; v < mesh.positions.length; v += 3) {
			const [x, y, z] = mesh.positions.subarray(v, v + 3);
			for (let k = 0; k < 3; k++)
				mesh.positions[v + k] = a[k] + x * side[k] + y * up[k] + z * third[k];
		}
		tubes.push(mesh);
	}
	return mergeMeshes(tubes);
}

function drawGround(
	raster: Raster,
	project: Project,
	groundColor: Vector3,
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
	draw(raster, project, plane, plane.positions, 3, (at, color) => {
		const x = at[0];
		const z = at[2];
		const distance = Math.min(1, Math.hypot(x, z) / groundReach);
		const fade = (1 - distance ** 2) ** 2;
		const lit = 1 - 0.45 * shadow(x, z);
		for (let k = 0; k < 3; k++)
			color[k] += fade * (groundColor[k] * lit - color[k]);
	});
}

/** Both sides, lit, with checks that follow the rest shape. */
function drawChecked(
	raster: Raster,
	project: Project,
	surface: Surface,
	{ positions: rest }: Mesh,
	{ front, back }: { readonly front: Vector3; readonly back?: Vector3 },
): void {
	const attributes = withNormals(surface, [rest]);
	const { min } = boundingBox(rest);
	const check = Math.max(...boxSides(rest)) / checks;
	// Not on a border of checks where a body is flat.
	const cell = (x: number, axis: number) =>
		Math.floor((x - min[axis]) / check + 1e-6);
	// Not by the normals, which are means, and along edges may face away.
	draw(raster, project, surface, attributes, 9, (a, color, faces) => {
		const normal = normalized([a[3], a[4], a[5]]);
		const isFront = !back || faces;
		const facing: Vector3 = isFront
			? normal
			: [-normal[0], -normal[1], -normal[2]];
		const odd = (cell(a[6], 0) + cell(a[7], 1) + cell(a[8], 2)) & 1;
		const light = lambert(facing) * (odd ? 1 : 1 - checkContrast);
		const own = isFront ? front : back;
		for (let k = 0; k < 3; k++) color[k] = own[k] * light;
	});
}

/** Lit, in the colours of its vertices; from both sides where it has a back. */
function drawColored(
	raster: Raster,
	project: Project,
	surface: Surface,
	{
		colors,
		hasBack,
	}: { readonly colors: Float64Array; readonly hasBack: boolean },
): void {
	const attributes = withNormals(surface, [colors]);
	draw(raster, project, surface, attributes, 9, (a, color, isFront) => {
		const normal = normalized([a[3], a[4], a[5]]);
		const isBack = hasBack && !isFront;
		const light = lambert(
			isBack ? [-normal[0], -normal[1], -normal[2]] : normal,
		);
		for (let k = 0; k < 3; k++) color[k] = a[6 + k] * light;
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
	const normals = new Float64Array(positions.length);
	vertexNormals(positions, triangles, normals);
	const all = [positions, normals, ...more];
	const attributes = new Float64Array(all.length * positions.length);
	for (let v = 0; v < positions.length / 3; v++)
		for (const [i, array] of all.entries())
			attributes.set(
				array.subarray(3 * v, 3 * v + 3),
				3 * (v * all.length + i),
			);
	return attributes;
}
