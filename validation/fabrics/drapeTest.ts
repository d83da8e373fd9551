/** Cusick's test: a disc of fabric between two smaller discs, whose rim hangs down; how much ground it still covers. */
import { type ClothOptions, cloth, Scene } from "pliant";
import { createMesh, disc, jitter, type Mesh } from "pliant/mesh";
import { randomNumbers } from "pliant/testing";
import { foldCount } from "../volino/drape/foldCount.ts";
import { settled } from "./settled.ts";
import { shadowArea } from "./shadowArea.ts";

/** How large a specimen and its support are [m]. */
export interface Tester {
	readonly radius: number;
	readonly supportRadius: number;
}

/** Cusick's, that of BS 5058 and ISO 9073-9. */
export const cusickTester: Tester = { radius: 0.15, supportRadius: 0.09 };
/** Of JIS L 1096: a specimen of ten inches on a stand of five. */
export const japaneseTester: Tester = { radius: 0.127, supportRadius: 0.0635 };

const isSupported = ({ supportRadius }: Tester, x: number, z: number) =>
	Math.hypot(x, z) < supportRadius + 1e-9;

/** An irregular disc that lies flat. Where the support's radius is a whole number of rings, one of them is at its edge. */
export function specimen(tester: Tester, rings: number): Mesh {
	const { positions, triangles, groups } = jitter(
		disc({ radius: tester.radius, rings }),
		{ keep: (x, y) => isSupported(tester, x, y) },
	);
	return createMesh({
		positions: Array.from(
			positions,
			(_, i) => [positions[i], 0, -positions[i - 1]][i % 3],
		),
		triangles,
		groups: { rim: groups.rim },
	});
}

/** Waves around a specimen that is not quite flat: from one to as many. */
const waves = 12;
/** Of the longest at the rim [m]; others are as much lower as they are shorter. */
const waveHeight = 2e-3;

/**
 * How high a specimen lies above the level of its support, the same on every mesh. Vertices shaken by 0.2 mm each had coefficients that differed by up to 4.5 points between
 * meshes, and so had twelve waves of 0.2 mm: then the mesh chooses the folds.
 */
function waviness(
	{ radius, supportRadius }: Tester,
	seed: number,
): (x: number, z: number) => number {
	const random = randomNumbers(seed);
	const phases = Array.from({ length: waves }, () => Math.PI * random());
	return (x, z) => {
		const beyond =
			(Math.hypot(x, z) - supportRadius) / (radius - supportRadius);
		if (beyond <= 0) return 0;
		const angle = Math.atan2(z, x);
		const wave = (phase: number, i: number) =>
			Math.sin((i + 1) * angle + phase) / (i + 1);
		const sum = phases.reduce((sum, phase, i) => sum + wave(phase, i), 0);
		return waveHeight * beyond ** 2 * sum;
	};
}

/** Slower than this a specimen is at rest [m/s]: from there its coefficient changes by half a point at most. */
const restSpeed = 5e-3;

export interface Drape {
	readonly mesh: Mesh;
	readonly positions: Float64Array;
	/** Part of what is beyond the support that still covers the ground [%]. */
	readonly coefficient: number;
	readonly folds: number;
	/** Of the fastest vertex at the end [m/s]. */
	readonly speed: number;
}

export interface DrapeOptions {
	readonly tester: Tester;
	readonly rings: number;
	/** How long it is waited [s], at most; less where a specimen is at rest before. */
	readonly seconds: number;
	/** Tells specimens of one fabric apart, which are not flat in the same way; 1 by default. */
	readonly seed?: number;
}

/** Takes away what holds a specimen that is nearly flat, as the test does, in air at rest, and waits until friction has it come to rest. */
export async function drape(
	fabric: Omit<ClothOptions, "name">,
	{ tester, rings, seconds, seed = 1 }: DrapeOptions,
): Promise<Drape> {
	const mesh = specimen(tester, rings);
	const scene = new Scene({ wind: { velocity: [0, 0, 0] } });
	const height = waviness(tester, seed);
	const sheet = scene
		.add(cloth.mesh(mesh, fabric))
		.place((x, _, z) => [x, height(x, z), z]);
	const held = sheet.where((x, _, z) => isSupported(tester, x, z));
	sheet.pin(held);
	const { positions, speed } = await settled(scene, sheet, {
		...{ seconds, restSpeed },
		mass: 0,
	});
	const { triangles } = mesh;
	const { radius, supportRadius } = tester;
	const areas = [mesh.positions, positions].map((x) =>
		shadowArea(triangles, x, 1.1 * radius),
	);
	const support = Math.PI * supportRadius ** 2;
	const [flat, hanging] = areas.map((area) => area - support);
	const radii = Array.from(sheet.group("rim"), (v) =>
		Math.hypot(positions[3 * v], positions[3 * v + 2]),
	);
	return {
		mesh,
		positions,
		coefficient: (100 * hanging) / flat,
		folds: foldCount(radii, 0.15),
		speed,
	};
}
