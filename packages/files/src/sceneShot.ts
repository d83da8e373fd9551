/** What there is to see of a simulated scene at one moment, as plain data: for whoever draws it, in this process or another. */
import { Body, type Simulation } from "pliant";
import { skinTriangles } from "pliant/mesh";
import { floorHeight } from "./scene/floorHeight.ts";
import type { LoadedScene } from "./scene/loadScene.ts";
import type { Picture } from "./scene/schema/picture.ts";

export interface SceneShot {
	readonly title: string;
	/** Along y [m], if there is one. */
	readonly floor: number | undefined;
	readonly picture: Picture;
	readonly bodies: readonly ShotBody[];
	readonly colliders: readonly {
		readonly name: string;
		readonly positions: ArrayLike<number>;
		readonly triangles: ArrayLike<number>;
	}[];
	/** Places [m] that are marked, in a colour for each name. */
	readonly marks: readonly ShotMark[];
}

export interface ShotMark {
	readonly name: string;
	readonly position: readonly [number, number, number];
}

export interface ShotBody {
	readonly name: string;
	/** Whether its triangles enclose matter; those of cloth have a back that is seen. */
	readonly isSolid: boolean;
	/** The shape at rest [m], xyz per vertex. */
	readonly rest: ArrayLike<number>;
	/** The shape to show [m]. */
	readonly positions: ArrayLike<number>;
	readonly triangles: ArrayLike<number>;
	readonly edges: ArrayLike<number>;
	/** Vertices that are held. */
	readonly held: readonly number[];
	/** Linear red, green and blue from 0 to 1 per vertex, in place of its own colour. */
	readonly colors: ArrayLike<number> | undefined;
}

export function sceneShot(
	{ title = "", scene, bodies, picture }: LoadedScene,
	simulation: Simulation,
	{
		colors,
		marks = [],
	}: {
		/** Of bodies, per vertex. */
		readonly colors?: ReadonlyMap<unknown, Float64Array> | undefined;
		readonly marks?: readonly ShotMark[];
	} = {},
): SceneShot {
	return {
		title,
		floor: floorHeight(scene),
		picture,
		bodies: bodies.map((body) => {
			const skin = body instanceof Body ? body.skin : undefined;
			const mesh = skin?.mesh ?? body.mesh;
			const ofCells = skinTriangles(mesh);
			return {
				name: body.name,
				isSolid:
					ofCells.length > 0 || skin !== undefined || !(body instanceof Body),
				rest: mesh.positions,
				positions:
					skin && body instanceof Body
						? simulation.skin(body).positions
						: simulation.positions(body),
				triangles: [...mesh.triangles, ...ofCells],
				edges: mesh.edges,
				held: body instanceof Body && !skin ? [...body.constraints.keys()] : [],
				colors: colors?.get(body),
			};
		}),
		colliders: scene.colliders.flatMap((collider) => {
			const surface = collider.surfaceAt(simulation.time);
			return surface ? [{ name: collider.name, ...surface }] : [];
		}),
		marks,
	};
}
