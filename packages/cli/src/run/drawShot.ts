/** The picture of a run: as the studio shows it where there is a browser, else drawn here. */
import type { SceneShot } from "@pliant/files";
import { createMesh } from "pliant/mesh";
import type { Io } from "../io.ts";
import { encodePng } from "../picture/png.ts";
import { scenePicture } from "../picture/scenePicture.ts";
import { StudioRenderer } from "../studio/studioRenderer.ts";
import { studioProblem } from "../studio/studioServer.ts";
import { UsageError } from "../usageError.ts";

export const renderers = ["studio", "plain"] as const;
export type Renderer = (typeof renderers)[number];

/** The renderer that a run has: what is asked for, or the studio's where it can be had. */
export async function chosenRenderer(
	asked: Renderer | undefined,
	{ browser }: Pick<Io, "browser">,
): Promise<Renderer> {
	if (asked === "plain") return asked;
	const problem = browser
		? await studioProblem()
		: "there is no Chromium; install one, or say where it is by PLIANT_BROWSER";
	if (!problem) return "studio";
	if (asked === "studio") throw new UsageError(`--renderer studio: ${problem}`);
	return "plain";
}

/** Makes a PNG. Where the browser fails, it says so and draws plainly. */
export async function drawShot(
	shot: SceneShot,
	renderer: Renderer,
	{ browser, interrupt, stderr }: Io,
): Promise<Uint8Array> {
	if (renderer === "studio" && browser && !interrupt.aborted)
		try {
			return await drawnByStudio(shot, browser, interrupt);
		} catch (error) {
			const { message } = error as Error;
			stderr.write(
				`note: the picture is drawn plainly, not as in the studio: ${message}\n`,
			);
		}
	return plainPicture(shot);
}

async function drawnByStudio(
	shot: SceneShot,
	browser: string,
	interrupt: Io["interrupt"],
): Promise<Uint8Array> {
	const opening = StudioRenderer.open(browser);
	let timer: NodeJS.Timeout | undefined;
	const interrupted = new Promise<never>((_, reject) => {
		timer = setInterval(() => {
			if (interrupt.aborted) reject(new Error("interrupted"));
		}, 100);
	});
	try {
		const renderer = await Promise.race([opening, interrupted]);
		return await Promise.race([renderer.draw([shot]), interrupted]);
	} finally {
		clearInterval(timer);
		opening.then((renderer) => renderer.close()).catch(() => {});
	}
}

function plainPicture({
	picture,
	bodies,
	colliders,
	marks,
}: SceneShot): Uint8Array {
	const { size, colors = {}, ...seen } = picture;
	const tintsOf = (name: string): readonly [string, string] | undefined => {
		const own = colors[name];
		return typeof own === "string" ? [own, own] : own;
	};
	const image = scenePicture(
		bodies.map((body) => ({
			mesh: createMesh({
				positions: body.rest,
				triangles: body.triangles,
				edges: body.edges,
			}),
			positions: Float64Array.from(body.positions),
			held: body.held,
			isSolid: body.isSolid,
			colors: body.colors && Float64Array.from(body.colors),
			tints: tintsOf(body.name),
		})),
		colliders.map(({ name, positions, triangles }) => ({
			positions: Float64Array.from(positions),
			triangles: Uint32Array.from(triangles),
			tint: tintsOf(name)?.[0],
		})),
		{
			...seen,
			marks,
			...(size && { size: { width: size[0], height: size[1] } }),
		},
	);
	return encodePng(image);
}
