/** What touches in experiments of contact. */
import {
	cloth,
	collider,
	morleyBending,
	Scene,
	solid,
	stableNeoHookean,
	trbs,
	type Vector3,
} from "pliant";
import { grid } from "pliant/mesh";
import { randomNumbers } from "pliant/testing";

export const source = "contact of surfaces";

export const softCloth = {
	membrane: trbs({ youngModulus2d: 500, poissonRatio: 0.3 }),
	bending: morleyBending({ bendingRigidity: 2e-5, poissonRatio: 0.3 }),
	arealDensity: 0.3,
};

export const rubber = (youngModulus: number) => ({
	solid: stableNeoHookean({ youngModulus, poissonRatio: 0.35 }),
	density: 1000,
});

/** A level square of triangles about the origin, to be a collider. */
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

/** A sheet and two blocks that are dropped on a block and each other, anyhow, by a seed. */
export function drop(seed: number): Scene {
	const random = randomNumbers(seed);
	const around = (size: number) => (size / 2) * random();
	const scene = new Scene({ contact: { thickness: 2e-3, friction: 0.3 } });
	for (let i = 0; i < 2; i++) {
		const body = scene.add(
			solid.box({ size: [0.06, 0.06, 0.06], cells: [2, 2, 2] }, rubber(3e4)),
		);
		const [dx, dz, turn] = [around(0.05), around(0.05), around(1)];
		const [c, s] = [Math.cos(turn), Math.sin(turn)];
		const height = 0.05 + 0.12 * i;
		body.place((x, y, z) => [
			c * x - s * y + dx,
			s * x + c * y + height,
			z + dz,
		]);
		launch(body, () => [0, -1 - i, 0]);
	}
	const sheet = scene.add(
		cloth.grid({ size: [0.3, 0.3], cells: [7, 7], plane: "xz" }, softCloth),
	);
	const slope = around(0.6);
	sheet.place((x, y, z) => [x - 0.12, y + 0.32 + slope * (x - 0.15), z - 0.12]);
	launch(sheet, () => [around(0.5), -3, around(0.5)]);
	scene.collide(
		collider.box({ size: [0.1, 0.04, 0.1], centre: [0.03, -0.06, 0.03] }),
		{ friction: 0.3 },
	);
	scene.collide(collider.plane({ point: [0, -0.2, 0] }), { friction: 0.3 });
	return scene;
}

/** Gives all vertices a velocity [m/s]. */
export function launch(
	body: { readonly velocities: Float64Array },
	velocity: () => Vector3,
): void {
	for (let i = 0; i < body.velocities.length; i += 3)
		body.velocities.set(velocity(), i);
}
