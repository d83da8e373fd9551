/** A rigid sphere, as a polyhedron, that rolls down 20°. */
import { rigidBody, Scene } from "pliant";
import { sphere } from "pliant/mesh";
import { g, mean } from "../bodies.ts";
import { addGround, contactWith, type Ground } from "../ground.ts";
import { type Sample, track } from "../track.ts";

const angle = Math.PI / 9;
const radius = 0.1;
const friction = 0.5;

/** Four subdivisions, which are 5,120 triangles: the polyhedron rolls as smoothly as a sphere. */
export async function rolling(ground: Ground, seconds: number) {
	const scene = new Scene({
		gravity: [g * Math.sin(angle), -g * Math.cos(angle), 0],
		...contactWith(ground, friction),
	});
	const mesh = sphere({ radius, subdivisions: 4 });
	const gap = ground === "block" ? 1e-3 : 1e-4;
	for (let i = 1; i < mesh.positions.length; i += 3)
		mesh.positions[i] += radius + gap;
	const body = scene.add(rigidBody({ mesh, density: 1000 }));
	addGround(scene, ground, friction);
	const { mass, moments } = body.properties;
	// Inertia about z, of the polyhedron: Σ m x² and Σ m y².
	const inertia = moments[0] + moments[3];
	const acceleration =
		(g * Math.sin(angle)) / (1 + inertia / (mass * radius ** 2));
	const places = await track(scene, seconds, (simulation) =>
		mean(simulation.positions(body), 0),
	);
	const [{ value: start }] = places;
	const samples: Sample<number>[] = places.map(({ time, value }) => ({
		...{ time, value: value - start },
	}));
	return { samples, acceleration };
}
