import {
	cable,
	cloth,
	collider,
	quadraticSpring,
	rigidBody,
	Scene,
	type SceneBody,
	simulate,
	solid,
	trbs,
	type Vector3,
} from "pliant";
import { boxSamples, frameBody, linearWeights } from "pliant/frames";
import { box } from "pliant/mesh";
import { laws, linearBending, stableNeoHookean } from "pliant/models";
import { describe, expect, test } from "vitest";

/** Holds up to 20.3°. */
const friction = 0.37;
const rubber = { youngModulus: 1e5, poissonRatio: 0.4 };
const membrane = trbs({ youngModulus2d: 500, poissonRatio: 0.3 });
const size: Vector3 = [0.1, 0.05, 0.1];
const name = "slider";

/** Bodies whose lowest points are at a height of `gap` [m]. */
const bodies: Record<string, (gap: number) => SceneBody> = {
	"a linear solid": (gap) =>
		solid.box(
			{ size, cells: [4, 2, 4], origin: [0, gap, 0] },
			{
				solid: stableNeoHookean.elements.tetrahedra(rubber),
				density: 1000,
				name,
			},
		),
	"a quadratic solid": (gap) =>
		solid.box(
			{ size, cells: [2, 1, 2], origin: [0, gap, 0] },
			{ solid: stableNeoHookean(rubber), density: 1000, name },
		),
	"a cloth": (gap) =>
		cloth
			.grid(
				{ size: [0.3, 0.3], cells: [8, 8], plane: "xz" },
				{
					membrane,
					bending: linearBending({ bendingModulus: 1e-5 }),
					arealDensity: 0.2,
					name,
				},
			)
			.place((x, _, z) => [x, gap, z]),
	"a cable": (gap) =>
		cable.line(
			{ from: [0, gap, 0], to: [0.3, gap, 0], segments: 20 },
			{
				spring: quadraticSpring({ axialStiffness: 100 }),
				linearDensity: 0.01,
				name,
			},
		),
	"a rigid body": (gap) =>
		rigidBody({
			mesh: box({ size, cells: [2, 1, 2], origin: [0, gap, 0] }),
			density: 1000,
			name,
		}),
	"a frame body": (gap) => {
		const origins: Vector3[] = [0.025, 0.075].map((x) => [
			x,
			gap + 0.025,
			0.05,
		]);
		return frameBody({
			name,
			samples: boxSamples({ size, counts: [8, 4, 8], origin: [0, gap, 0] }),
			frames: origins.map((position) => ({ position })),
			weights: linearWeights(origins),
			density: 1000,
			law: laws.stVenantKirchhoff({ youngModulus: 1e5, poissonRatio: 0.3 }),
			surface: box({ size, cells: [2, 1, 2], origin: [0, gap, 0] }),
		});
	},
};

const ramps: Record<string, (scene: Scene) => unknown> = {
	"a plane": (scene) =>
		scene.collide(collider.plane(), { friction, name: "ramp" }),
	"the surface of a body": (scene) =>
		scene
			.add(
				cloth.grid(
					{ size: [3, 1], cells: [12, 4], plane: "xz" },
					{ membrane, arealDensity: 0.2, name: "ramp" },
				),
			)
			.place((x, _, z) => [x - 1, 0, z - 0.45])
			.pin("all"),
};

/** Solves statics of a body on a ramp at an angle [degrees]. */
async function solve(
	body: SceneBody,
	addRamp: (scene: Scene) => unknown,
	degrees: number,
) {
	const angle = (degrees * Math.PI) / 180;
	const scene = new Scene({
		gravity: [9.81 * Math.sin(angle), -9.81 * Math.cos(angle), 0],
		contact: { thickness: 1e-3, friction },
	});
	scene.add(body);
	addRamp(scene);
	return (await simulate(scene)).solveStatics();
}

describe.each(Object.entries(ramps))("on %s", (_, addRamp) => {
	// Bodies rest at half the thickness of a collider, or at that of two skins.
	const gap = addRamp === ramps["a plane"] ? 5e-4 : 1e-3;

	test.each(Object.entries(bodies))(
		"%s is held below the angle of friction",
		async (_, body) => {
			expect((await solve(body(gap), addRamp, 20.1)).converged).toBe(true);
		},
	);

	test.each(Object.entries(bodies))(
		"%s that friction does not hold is named",
		async (_, body) => {
			for (const degrees of [20.5, 45])
				await expect(solve(body(gap), addRamp, degrees)).rejects.toThrow(
					/"slider" slides away: friction with (collider|body) "ramp" \(coefficient 0.37\) cannot hold it\..* Look at (vertex|frame) \d+ of .*"slider"/,
				);
		},
	);

	test.each(["a linear solid", "a cloth"])(
		"%s that begins above it is told from one that slides",
		async (kind) => {
			const body = () => bodies[kind](3e-3);
			expect((await solve(body(), addRamp, 15)).converged).toBe(true);
			await expect(solve(body(), addRamp, 25)).rejects.toThrow(/friction/);
		},
	);
});

test("a rope slides off a cylinder when one side is too long", async () => {
	const hang = async (to: number) => {
		const scene = new Scene({ contact: { thickness: 2e-3 } });
		scene.add(
			cable
				.line(
					{ from: [-0.5, 0, 0], to: [to, 0, 0], segments: 60 },
					{
						spring: quadraticSpring({ axialStiffness: 100 }),
						linearDensity: 0.01,
						name: "rope",
					},
				)
				.place((x) => [x, 3e-4, 0]),
		);
		scene.collide(
			collider.capsule({
				from: [0, -0.1, -0.5],
				to: [0, -0.1, 0.5],
				radius: 0.1,
			}),
			{ friction: 0.1, name: "peg" },
		);
		return (await simulate(scene)).solveStatics();
	};
	expect((await hang(0.49)).converged).toBe(true);
	await expect(hang(0.3)).rejects.toThrow(/"rope" slides away: friction/);
});
