/** Draws pictures for a program that has opened this page in a browser without a window: asks it for one after the other. */
import type { SceneShot } from "@pliant/files";
import { meshSurface } from "@pliant/three";
import {
	Box3,
	Group,
	Mesh,
	MeshStandardMaterial,
	SphereGeometry,
	Vector3,
} from "three";
import { full } from "./view/quality.ts";
import { SceneView } from "./view/sceneView.ts";
import { Stage } from "./view/stage.ts";

/** What is asked for. */
interface PictureOrder {
	/** One picture, or up to four side by side. */
	readonly shots: readonly SceneShot[];
	/** [pixels] */
	readonly width: number;
	readonly height: number;
	readonly type: "image/png" | "image/webp";
	/** From 0 to 1, of webp. */
	readonly quality?: number;
}

/** Pixels drawn for each pixel of a picture, along each side. */
const supersampling = 2;
const markColours = ["#d81b60", "#1e63d0", "#00895e", "#e08a00", "#6a3fb5"];

/** @param desk path below this page that orders come from and pictures go to */
export async function drawPictures(desk: string): Promise<void> {
	const tell = (what: string, body: BodyInit) =>
		fetch(`./${desk}/${what}`, { method: "POST", body });
	try {
		const painter = new Painter();
		for (;;) {
			const answer = await fetch(`./${desk}/next`);
			if (answer.status === 204) continue;
			if (!answer.ok) return;
			const order = (await answer.json()) as PictureOrder;
			await tell("done", await painter.paint(order));
		}
	} catch (error) {
		await tell("failed", error instanceof Error ? error.message : "");
	}
}

/** Wide things are put below each other. */
function layout(count: number, seen: Box3) {
	const { x, y, z } = seen.getSize(new Vector3());
	const isWide = x + z / 2 > 1.7 * y;
	const columns = count === 4 ? 2 : isWide ? 1 : count;
	return { columns, rows: Math.ceil(count / columns) };
}

class Painter {
	private readonly container = document.createElement("div");
	private readonly stage: Stage;
	private readonly view: SceneView;
	private readonly marks = new Group();

	constructor() {
		document.body.replaceChildren(this.container);
		this.stage = new Stage(this.container, full);
		this.stage.setTheme("light");
		this.stage.renderer.setPixelRatio(supersampling);
		this.view = new SceneView(this.stage);
		this.stage.add(this.marks);
	}

	async paint({
		shots,
		width,
		height,
		type,
		quality,
	}: PictureOrder): Promise<Blob> {
		const seen = new Box3();
		for (const { bodies, colliders } of shots)
			for (const { positions } of [...bodies, ...colliders])
				seen.union(new Box3().setFromArray(positions as number[]));
		const { columns, rows } = layout(shots.length, seen);
		const canvas = new OffscreenCanvas(width, height);
		const context = canvas.getContext("2d", {
			alpha: false,
		}) as OffscreenCanvasRenderingContext2D;
		context.imageSmoothingQuality = "high";
		const edge = (i: number, count: number, length: number) =>
			Math.round((i * length) / count);
		for (const [i, shot] of shots.entries()) {
			const [column, row] = [i % columns, Math.floor(i / columns)];
			const [x, y] = [edge(column, columns, width), edge(row, rows, height)];
			const w = edge(column + 1, columns, width) - x;
			const h = edge(row + 1, rows, height) - y;
			this.resize(w, h);
			this.show(shot);
			// All are seen by one camera.
			if (shots.length > 1) this.stage.frame(seen, shot.floor);
			this.stage.drawNow();
			context.drawImage(this.stage.renderer.domElement, x, y, w, h);
		}
		return canvas.convertToBlob({ type, ...(quality && { quality }) });
	}

	private resize(width: number, height: number): void {
		const { style, clientWidth, clientHeight } = this.container;
		if (clientWidth === width && clientHeight === height) return;
		style.position = "fixed";
		style.width = `${width}px`;
		style.height = `${height}px`;
		this.stage.resize();
	}

	private show({
		title,
		floor,
		picture,
		bodies,
		colliders,
		marks,
	}: SceneShot): void {
		const surfaces = bodies.map(
			({ name, isSolid, rest, triangles, edges, held }) =>
				meshSurface({
					name,
					isSolid,
					held,
					positions: Float64Array.from(rest),
					triangles: Uint32Array.from(triangles),
					edges: Uint32Array.from(edges),
				}),
		);
		this.view.open({ title, floor, picture, surfaces, keptState: false });
		this.view.take({
			points: surfaces.map(({ vertices }, i) =>
				Float32Array.from(
					{ length: 3 * vertices.length },
					(_, k) =>
						bodies[i].positions[3 * vertices[Math.floor(k / 3)] + (k % 3)],
				),
			),
			values: [],
			directions: undefined,
			marks: new Float32Array(0),
			held: surfaces.map(({ held }) => held),
			colliders: colliders.map(({ name, positions, triangles }) => ({
				name,
				positions: Float32Array.from(positions),
				triangles: Uint32Array.from(triangles),
			})),
		});
		for (const [i, { colors }] of bodies.entries())
			if (colors)
				this.view.paint(i, (point, out, at) => {
					const from = 3 * surfaces[i].vertices[point];
					for (let k = 0; k < 3; k++) out[at + k] = colors[from + k];
				});
		this.mark(marks, Math.max(...surfaces.map(({ extent }) => extent)));
	}

	private mark(marks: SceneShot["marks"], extent: number): void {
		this.marks.clear();
		const ball = new SphereGeometry(0.006 * extent, 12, 8);
		const names = [...new Set(marks.map(({ name }) => name))].sort();
		for (const { name, position } of marks) {
			const color = markColours[names.indexOf(name) % markColours.length];
			const mark = new Mesh(ball, new MeshStandardMaterial({ color }));
			mark.position.set(...position);
			this.marks.add(mark);
		}
	}
}
