import {
	cloth,
	collider,
	morleyBending,
	Scene,
	solid,
	stableNeoHookean,
	trbs,
} from "../../../src/index.ts";
import { box } from "../../../src/mesh/generators/box.ts";
import { grid } from "../../../src/mesh/generators/grid.ts";
import { createRandom } from "../../../src/mesh/generators/random.ts";
import type { Vector3 } from "../../../src/mesh/mesh.ts";
import { skinTriangles } from "../../../src/mesh/topology.ts";

export const softCloth = {
	membrane: trbs({ youngModulus2d: 500, poissonRatio: 0.3 }),
	bending: morleyBending({ bendingRigidity: 2e-5, poissonRatio: 0.3 }),
	arealDensity: 0.3,
};

export const softSolid = (youngModulus = 3e4) => ({
	solid: stableNeoHookean({ youngModulus, poissonRatio: 0.35 }),
	density: 1000,
});

/** The surface of a block about the origin. */
export function blockSurface(size: Vector3) {
	const mesh = box({
		size: [...size],
		cells: [1, 1, 1],
		origin: [-size[0] / 2, -size[1] / 2, -size[2] / 2],
	});
	return { positions: mesh.positions, triangles: skinTriangles(mesh) };
}

/** A level sheet of triangles about the origin. */
export function levelSurface(size: number) {
	const { positions, triangles } = grid({
		size: [size, size],
		cells: [3, 3],
		plane: "xz",
	});
	return {
		positions: positions.map((c, i) => (i % 3 === 1 ? c : c - size / 2)),
		triangles,
	};
}

/** A sheet and two blocks that are dropped on a block and each other, anyhow. */
export function drop(seed: number): Scene {
	const random = createRandom(seed);
	const scene = new Scene({ contact: { thickness: 2e-3, friction: 0.3 } });
	const around = (size: number) => size * (random() - 0.5);
	for (let i = 0; i < 2; i++) {
		const body = scene.add(
			solid.box({ size: [0.06, 0.06, 0.06], cells: [2, 2, 2] }, softSolid()),
		);
		const by = [around(0.05), 0.05 + 0.12 * i, around(0.05)];
		const turn = around(1);
		const [c, s] = [Math.cos(turn), Math.sin(turn)];
		body.place((x, y, z) => [
			c * x - s * y + by[0],
			s * x + c * y + by[1],
			z + by[2],
		]);
		for (let v = 0; v < body.vertexCount; v++)
			body.velocities.set([0, -1 - i, 0], 3 * v);
	}
	const sheet = scene.add(
		cloth.grid({ size: [0.3, 0.3], cells: [7, 7], plane: "xz" }, softCloth),
	);
	const [slope, height] = [around(0.6), 0.32];
	sheet.place((x, y, z) => [
		x - 0.12,
		y + height + slope * (x - 0.15),
		z - 0.12,
	]);
	for (let v = 0; v < sheet.vertexCount; v++)
		sheet.velocities.set([around(0.5), -3, around(0.5)], 3 * v);
	scene.collide(
		collider.box({ size: [0.1, 0.04, 0.1], centre: [0.03, -0.06, 0.03] }),
		{
			friction: 0.3,
		},
	);
	scene.collide(collider.plane({ point: [0, -0.2, 0] }), { friction: 0.3 });
	return scene;
}
