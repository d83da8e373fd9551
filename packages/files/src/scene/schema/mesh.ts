/** Where a mesh comes from, and how it is placed at rest. */

import { meshFormats } from "../../meshes/meshFormats.ts";
import { z } from "../../zod.ts";
import { count, object, positive, rotation, vector3 } from "./object.ts";

/** Shapes are made of formulas, in some 40 µs a vertex. */
const shapeVertices = count.max(100_000);

/** Closed surfaces that know where frames belong in them. */
const framedShapes = {
	bar: object({
		size: z
			.tuple([positive, positive, positive])
			.exactOptional()
			.describe("Extent along x, y, z [m]; [1, 0.1, 0.1] by default."),
		frames: count
			.max(1000)
			.exactOptional()
			.describe(
				"Along its axis, the first and last at its ends; 5 by default.",
			),
		edge: positive
			.exactOptional()
			.describe(
				"Longest side of its surface's squares [m]; by default a quarter of the height.",
			),
	}).describe("The surface of a bar along x, with frames on its axis."),
	uShape: object({
		width: positive.exactOptional().describe("[m]; 0.11 by default."),
		height: positive.exactOptional().describe("[m]; 0.1 by default."),
		thickness: positive
			.exactOptional()
			.describe("Of legs and foot [m]; 0.03 by default."),
		depth: positive.exactOptional().describe("[m]; 0.03 by default."),
		edge: positive
			.exactOptional()
			.describe(
				"Longest side of its surface's squares [m]; by default a third of the thickness.",
			),
	}).describe(
		"The surface of two legs on a foot, with groups and frames left leg and right leg, and group foot.",
	),
	tShape: object({
		width: positive.exactOptional().describe("[m]; 0.12 by default."),
		height: positive.exactOptional().describe("[m]; 0.12 by default."),
		thickness: positive
			.exactOptional()
			.describe("Of bar and stem [m]; 0.03 by default."),
		depth: positive.exactOptional().describe("[m]; 0.03 by default."),
		frames: z
			.enum(["two", "three"])
			.exactOptional()
			.describe(
				"two: bar and foot (the default); three: left end, right end and foot.",
			),
		edge: positive
			.exactOptional()
			.describe(
				"Longest side of its surface's squares [m]; by default a third of the thickness.",
			),
	}).describe("The surface of a bar on a stem, with groups bar and stem."),
	turtle: object({
		length: positive.exactOptional().describe("[m]; 0.3 by default."),
		vertices: shapeVertices.exactOptional().describe("About; 6600 by default."),
	}).describe(
		"The surface of a turtle that stands on y = 0 and looks along x, with groups and frames shell, head, front left leg, front right leg, back left leg, back right leg and tail.",
	),
	bunny: object({
		height: positive.exactOptional().describe("[m]; 0.2 by default."),
		vertices: shapeVertices
			.exactOptional()
			.describe("About; 34000 by default."),
	}).describe(
		"The surface of a rabbit that sits on y = 0 and looks along x, with groups body, head, left ear and right ear, and frames body and head.",
	),
	mannequin: object({
		height: positive
			.exactOptional()
			.describe("Of its crown above y = 0 [m]; 1.75 by default."),
		vertices: shapeVertices.exactOptional().describe("About; 3000 by default."),
	}).describe(
		"The surface of a dressmaker's figure without legs that looks along z and spreads its arms, with groups and frames torso, head, left arm and right arm.",
	),
	puma: object({
		length: positive
			.exactOptional()
			.describe("From nose to rump [m]; 1.4 by default."),
		vertices: shapeVertices.exactOptional().describe("About; 8000 by default."),
	}).describe(
		"The surface of a big cat that stands on y = 0 and looks along x, with groups and frames trunk, head, front left leg, front right leg, hind left leg, hind right leg and tail.",
	),
};

/** Shapes that the library makes, by the name of their key. */
export const generators = {
	grid: object({
		size: z
			.tuple([positive, positive])
			.exactOptional()
			.describe("Width and height [m]; 1 by 1 by default."),
		cells: z
			.tuple([count, count])
			.exactOptional()
			.describe("Cells along width and height; 10 by 10 by default."),
		diagonal: z
			.enum(["alternating", "right", "left", "crossed"])
			.exactOptional()
			.describe("How cells are cut into triangles; alternating by default."),
		plane: z
			.enum(["xy", "xz"])
			.exactOptional()
			.describe("xy: upright (the default); xz: lying flat."),
		origin: vector3.exactOptional().describe("The lower left corner [m]."),
	}).describe(
		"A rectangle of triangles with groups top, bottom, left, right and top-left and so on.",
	),
	disc: object({
		radius: positive.exactOptional().describe("[m]; 1 by default."),
		rings: count.exactOptional().describe("Rings of triangles; 10 by default."),
	}).describe(
		"A disc of triangles in the xy-plane with groups rim and centre.",
	),
	sphere: object({
		radius: positive.exactOptional().describe("[m]; 1 by default."),
		subdivisions: z
			.int()
			.min(0)
			.max(9)
			.exactOptional()
			.describe("20·4ⁿ triangles; 3 by default."),
	}).describe("A closed sphere of triangles around the origin."),
	tube: object({
		radius: positive.exactOptional().describe("[m]; 0.5 by default."),
		length: positive.exactOptional().describe("[m]; 1 by default."),
		segments: z
			.int()
			.min(3)
			.exactOptional()
			.describe("Edges around; 24 by default."),
		rings: count
			.exactOptional()
			.describe("Rings of triangles along; 8 by default."),
	}).describe(
		"An open cylinder of triangles around the y-axis with groups bottom and top.",
	),
	box: object({
		size: z
			.tuple([positive, positive, positive])
			.exactOptional()
			.describe("Extent [m]; a cube of 1 m by default."),
		cells: z
			.tuple([count, count, count])
			.exactOptional()
			.describe("Cells along x, y, z; 4 each by default."),
		elements: z
			.enum(["tetrahedra", "hexahedra"])
			.exactOptional()
			.describe(
				"By default hexahedra, or tetrahedra where a model is for those only.",
			),
		split: z
			.enum(["six", "five"])
			.exactOptional()
			.describe("How cells are cut into tetrahedra; six by default."),
		origin: vector3.exactOptional().describe("The minimum corner [m]."),
	}).describe("A solid block with groups x-min, x-max, y-min and so on."),
	line: object({
		from: vector3.exactOptional().describe("[m]; the origin by default."),
		to: vector3.exactOptional().describe("[m]; [1, 0, 0] by default."),
		segments: count.exactOptional().describe("Edges; 10 by default."),
	}).describe("A straight chain of edges with groups start and end."),
	curve: object({
		points: z
			.array(vector3)
			.min(2)
			.describe("Points that it runs through [m]."),
		closed: z
			.boolean()
			.exactOptional()
			.describe("Whether the last point joins the first; not by default."),
		segments: count
			.exactOptional()
			.describe("Divides it anew into so many edges of equal length."),
	}).describe(
		"A chain of edges with groups start and end, unless it is closed.",
	),
	...framedShapes,
};

export const mesh = object({
	file: z
		.string()
		.min(1)
		.exactOptional()
		.describe("A mesh file below the scene's folder."),
	format: z
		.enum(
			meshFormats.filter((format) => format.read).map(({ name }) => name) as [
				string,
				...string[],
			],
		)
		.exactOptional()
		.describe("Of the file, where its extension does not tell."),
	part: z
		.string()
		.exactOptional()
		.describe(
			"Only what is connected to this group of the file: of an SVG, the shape with this id.",
		),
	edge: positive
		.exactOptional()
		.describe(
			"Length of the edges that an SVG is filled with [m]; by default such that there are about a thousand triangles.",
		),
	repair: z
		.boolean()
		.default(false)
		.describe(
			"Mend what can be mended without changing the shape: slivers, thin triangles that a flipped edge makes good ones of, empty or doubled cells, orientation; and cut a surface into sheets where more than two triangles meet at an edge.",
		),
	grid: generators.grid.exactOptional(),
	disc: generators.disc.exactOptional(),
	sphere: generators.sphere.exactOptional(),
	tube: generators.tube.exactOptional(),
	box: generators.box.exactOptional(),
	line: generators.line.exactOptional(),
	curve: generators.curve.exactOptional(),
	bar: generators.bar.exactOptional(),
	uShape: generators.uShape.exactOptional(),
	tShape: generators.tShape.exactOptional(),
	turtle: generators.turtle.exactOptional(),
	bunny: generators.bunny.exactOptional(),
	puma: generators.puma.exactOptional(),
	mannequin: generators.mannequin.exactOptional(),
	fill: positive
		.exactOptional()
		.describe(
			"Fills the closed surface with tetrahedra of about this size [m], which conform to it; the surface then is a skin that follows them, and what pictures and animations show.",
		),
	voxels: positive
		.exactOptional()
		.describe(
			"Fills the closed surface with cubes of this side [m], for models of hexahedra; the surface then is a skin that follows them, and what pictures and animations show.",
		),
	jitter: object({
		amount: z
			.number()
			.min(0)
			.max(1)
			.exactOptional()
			.describe("Fraction of the shortest edge; 0.25 by default."),
		seed: z.int().exactOptional(),
		keepBoundary: z.boolean().exactOptional(),
	})
		.exactOptional()
		.describe(
			"Moves inner vertices at random, to see that results do not depend on the mesh.",
		),
	scale: z
		.union([positive, z.tuple([positive, positive, positive])])
		.exactOptional()
		.describe(
			"Makes it larger or smaller, about the origin: 0.001 for a file in millimetres.",
		),
	rotate: rotation.exactOptional(),
	translate: vector3
		.exactOptional()
		.describe("Moves it, after scale and rotation [m]."),
});

/** The shapes with places for frames. */
export const framedKeys = Object.keys(framedShapes);

/** The keys of which a mesh has one. */
export const meshKeys = ["file", ...Object.keys(generators)];
