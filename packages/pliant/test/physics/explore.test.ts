import { test } from "vitest";
import {
	ball, spring, cloth, collider, rigidBody, Scene, simulate, solid, stableNeoHookean, trbs, morleyBending, bendingFriction, type Simulation, type SimulationOptions,
} from "../../src/index.ts";
import { levelSurface } from "../contact/surface/bodies.ts";

async function account(name: string, scene: Scene, seconds: number, options: SimulationOptions = {}, prepare: (s: Simulation) => void = () => {}) {
	const sim = await simulate(scene, options);
	prepare(sim);
	const sum = { external: 0, friction: 0, damping: 0, numericalLoss: 0 };
	const before = sim.energies();
	let most = 0;
	await (async () => {
		sim.observe(({ report: { energy } }) => {
			for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += energy[key];
			most = Math.max(most, energy.kinetic);
		});
		await sim.run({ seconds });
	})();
	const after = sim.energies();
	const p = (x: number) => x.toPrecision(4);
	console.log(name.padEnd(34), "ext", p(sum.external), "fric", p(sum.friction), "damp", p(sum.damping), "num", p(sum.numericalLoss),
		"| dK", p(after.kinetic - before.kinetic), "dE", p(after.elastic - before.elastic), "dL", p(after.load - before.load), "maxK", p(most));
	return { sim, sum };
}
const soft = (E = 5e4) => ({ solid: stableNeoHookean.elements.tetrahedra({ youngModulus: E, poissonRatio: 0.3 }), density: 1000 });
const quad = (E = 5e4) => ({ solid: stableNeoHookean.elements["quadratic-tetrahedra" as never] ? (stableNeoHookean.elements as any)["quadratic-tetrahedra"]({ youngModulus: E, poissonRatio: 0.3 }) : stableNeoHookean({ youngModulus: E, poissonRatio: 0.3 }), density: 1000 });

const g0 = { gravity: [0, 0, 0] as const };
test("explore", async () => {
	for (const integrator of ["implicit-euler", "generalized-alpha"] as const) {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const mass = scene.add(rigidBody({ mass: 2, inertia: [1, 1, 1] }));
		scene.attach(mass.point([0, 0, 0]), [0.1, 0, 0], { kind: ball({ stiffness: 800 }) });
		await account(`oscillator ${integrator}`, scene, 0.5, { integrator, timeStep: 0.01, tolerance: 1e-12, newtonIterations: 30 });
	}
	for (const mass of ["lumped", "consistent"] as const)
	{
		const scene = new Scene();
		const beam = scene.add(solid.box({ size: [0.5, 0.05, 0.05], cells: [10, 2, 2] }, soft(2e6)));
		beam.pin(beam.where((x) => x === 0));
		await account(`beam ${mass}`, scene, 0.5, { mass });
	}
	for (const floor of ["plane", "mesh"] as const) {
		const scene = new Scene({ contact: { thickness: 1e-3 } });
		const block = scene.add(solid.box({ size: [0.1, 0.02, 0.1], cells: [2, 1, 2], origin: [-1, 5.1e-4, -0.047] }, { ...soft(1e6) }));
		block.launch(() => [1, 0, 0]);
		scene.collide(floor === "plane" ? collider.plane() : collider.mesh(levelSurface(6)), { friction: 0.4 });
		await account(`slide ${floor}`, scene, 0.4);
	}
	for (const damping of [{ mass: 0.8 }, { stiffness: 0.02 }]) {
		const scene = new Scene();
		const sheet = scene.add(solid.box({ size: [0.5, 0.05, 0.05], cells: [10, 2, 2] }, soft(2e6)));
		sheet.pin(sheet.where((x) => x === 0));
		await account(`damped ${JSON.stringify(damping)}`, scene, 0.5, { damping });
	}
	{
		const scene = new Scene();
		const sheet = scene.add(cloth.grid({ cells: [8, 8], plane: "xz" }, { membrane: trbs({ youngModulus2d: 300, poissonRatio: 0.3, dampingTime: 0.02 }), arealDensity: 0.2 }));
		sheet.pin(sheet.group("left"));
		await account("dissipation model", scene, 0.5);
	}
	for (const floor of ["plane", "mesh"] as const) {
		const scene = new Scene({ contact: { thickness: 1e-3 } });
		scene.add(solid.box({ size: [0.1, 0.02, 0.1], cells: [2, 1, 2], origin: [-1, 5.1e-4, -0.047] }, { ...soft(1e6) }));
		scene.collide(floor === "plane" ? collider.plane() : collider.mesh(levelSurface(6)), { friction: 0.4, motion: (t: number) => [0.8 * t, 0, 0] });
		await account(`conveyor ${floor}`, scene, 0.4);
	}
	for (const [what, surface] of [["box", collider.box({ size: [0.1, 0.3, 0.3] })], ["mesh", collider.mesh({ ...levelSurface(1) })]] as const) {
		const scene = new Scene({ gravity: [0, 0, 0], contact: { thickness: 1e-3 } });
		scene.add(solid.box({ size: [0.1, 0.1, 0.1], cells: [2, 2, 2], origin: [0, 0, 0] }, { ...soft(1e5) }));
		if (what === "box") scene.collide(surface, { motion: (t: number) => [-0.06 - 0.05 * (1 - Math.cos(10 * t)) + 0.1 * t * 4, 0.05, 0.05] });
		else scene.collide(surface, { motion: (t: number) => [0, -0.01 + 0.4 * t, 0] });
		await account(`push ${what}`, scene, 0.4);
	}
	{
		const scene = new Scene();
		scene.add(solid.box({ size: [0.1, 0.1, 0.1], cells: [3, 3, 3], origin: [0, 0.3, 0] }, { ...soft(2e4) }));
		scene.collide(collider.plane(), { friction: 0.3 });
		await account("bounce", scene, 0.6);
	}
	{
		const scene = new Scene({ gravity: [0, 0, 0] });
		scene.add(rigidBody({ mass: 1, inertia: [1, 2, 2.5] }).launch([0.3, 0.1, 0], [0.4, 2, 0.3]));
		await account("spin", scene, 2);
	}
}, 120000);

test("driven", async () => {
	for (const mass of ["lumped", "consistent"] as const)
		for (const damping of [{}, { mass: 1, stiffness: 0.01 }])
	{
		const scene = new Scene({ gravity: [0, -9.81, 0] });
		const beam = scene.add(solid.box({ size: [0.5, 0.05, 0.05], cells: [10, 2, 2] }, soft(2e6)));
		beam.move(beam.where((x) => x === 0), (t: number) => [0, 0.05 * Math.sin(12 * t), 0]);
		await account(`shaken beam ${mass} ${Object.keys(damping)}`, scene, 1, { mass, damping });
	}
	{
		const scene = new Scene({ gravity: [0, 0, 0] });
		const beam = scene.add(solid.box({ size: [0.5, 0.05, 0.05], cells: [10, 2, 2] }, soft(2e6)));
		beam.pin(beam.where((x) => x === 0));
		beam.move(beam.where((x) => x === 0.5), (t: number) => [0.1 * Math.min(t, 0.5), 0, 0]);
		await account(`stretched, stopped`, scene, 0.7);
	}
	{
		const scene = new Scene({ gravity: [0, 0, 0] });
		const beam = scene.add(solid.box({ size: [0.5, 0.05, 0.05], cells: [10, 2, 2] }, soft(2e6)));
		beam.pin(beam.where((x) => x === 0));
		beam.pull(beam.where((x) => x === 0.5), (t: number) => [0, Math.min(1, 4 * t), 0]);
		await account(`changing load`, scene, 0.5);
	}
	{
		const scene = new Scene({ gravity: [0, 0, 0] });
		const ball_ = scene.add(cloth.grid({ cells: [8, 8], plane: "xz" }, { membrane: trbs({ youngModulus2d: 3000, poissonRatio: 0.3 }), arealDensity: 0.2 }));
		ball_.pin(ball_.where((x, _, z) => x === 0 || x === 1 || z === 0 || z === 1));
		ball_.pressurize((t: number) => 100 * t);
		await account(`pressure`, scene, 0.5);
	}
	{
		const scene = new Scene({ gravity: [0, 0, 0], wind: { velocity: [0, 5, 0] } });
		scene.add(cloth.grid({ cells: [6, 6], plane: "xz" }, { membrane: trbs({ youngModulus2d: 3000, poissonRatio: 0.3 }), arealDensity: 0.2 }));
		await account(`wind`, scene, 0.5);
	}
	for (const kind of [spring({ stiffness: 200, restLength: 0.1, damping: 2 }), ball({ stiffness: 200, damping: 2 }), ball({ stiffness: 200 })]) {
		const scene = new Scene({ gravity: [0, -9.81, 0] });
		const mass = scene.add(rigidBody({ mass: 1, inertia: [1, 1, 1] }));
		scene.attach(mass.point([0, 0, 0]), ((t: number) => [0.1 + 0.3 * Math.sin(9 * t), 0, 0]) as never, { kind });
		await account(`target ${kind.name} ${kind.damping}`, scene, 1);
	}
	{
		const scene = new Scene({ gravity: [0, 0, 0] });
		const beam = scene.add(solid.box({ size: [0.5, 0.05, 0.05], cells: [10, 2, 2] }, soft(2e6)));
		beam.pin(beam.where((x) => x === 0));
		await account(`grip`, scene, 0.5, { grips: true }, (sim) => sim.grip(beam.vertexPoint(beam.nearest([0.5, 0, 0])), { target: [0.5, 0.2, 0], stiffness: 100 }));
	}
	{
		const scene = new Scene();
		const sheet = scene.add(cloth.grid({ cells: [10, 5], size: [0.2, 0.1], plane: "xz" }, { membrane: trbs({ youngModulus2d: 300, poissonRatio: 0.3 }), bending: [morleyBending({ bendingRigidity: 1e-5, poissonRatio: 0.3 }), bendingFriction({ frictionMoment: 3e-4 })] as never, arealDensity: 0.2 }));
		sheet.pin(sheet.group("left"));
		await account(`hysteresis`, scene, 0.5);
	}
	{
		const scene = new Scene();
		const body = scene.add(rigidBody({ mesh: solid.box({ size: [0.1, 0.1, 0.1] }, soft()).mesh, density: 1000 }));
		const other = scene.add(rigidBody({ name: "arm", mass: 2, inertia: [0.01, 0.02, 0.025] }));
		scene.attach(body.point([0, 0, 0]), other.point([0, 0, 0]), { kind: ball({ stiffness: 1e4 }) });
		await account(`led rigid`, scene, 0.5, {}, (sim) => {
			sim.frames(other).lead(0, ((t: number) => ({ position: [0.3 * Math.sin(8 * t), 0, 0], orientation: [0, 0, 0, 1] })) as never);
		});
	}
}, 120000);
