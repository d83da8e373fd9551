/** How a scene is seen: in the picture of a run, and in the studio. */
import { z } from "../../zod.ts";
import { count, direction, object, positive, vector3 } from "./object.ts";

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, {
	error: 'must be a colour such as "#e2a15f": red, green and blue',
});

const camera = object({
	direction: direction
		.exactOptional()
		.describe(
			"From what is seen to the camera, which goes back until all is in view; [0.46, 0.3, 1] by default.",
		),
	zoom: positive
		.exactOptional()
		.describe("More than 1 brings it nearer; 1 by default."),
	eye: vector3
		.exactOptional()
		.describe("Where it is [m], instead of a direction."),
	target: vector3
		.exactOptional()
		.describe("What is in the middle [m]; that of all by default."),
}).refine(({ eye, direction }) => !eye || !direction, {
	error: "has eye and direction; give only one of them",
});

export const picture = object({
	size: z
		.tuple([count.max(4096), count.max(4096)], {
			error: "must be two counts of pixels up to 4096, [width, height]",
		})
		.exactOptional()
		.describe("Width and height [pixels]; 1200 by 900 by default."),
	camera: camera.exactOptional().describe("From where it is seen."),
	colors: z
		.record(
			z.string(),
			z.union([color, z.tuple([color, color])], {
				error: 'must be a colour such as "#e2a15f", or those of front and back',
			}),
		)
		.exactOptional()
		.describe(
			"Of objects and colliders by name, as `#rrggbb`; two for front and back of cloth.",
		),
	background: color.exactOptional().describe("Its colour."),
	ground: color.exactOptional().describe("Its colour."),
});

export type Picture = z.output<typeof picture>;
