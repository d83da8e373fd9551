/** Bullet through ammo: position-based springs, linear stiffness 1. */
import loadAmmo from "ammojs3/dist/ammo.wasm.js";
import {
	hang,
	mass,
	pinned,
	positions,
	timeStep,
	triangles,
} from "./hangingCloth.mjs";

const iterations = Number(process.argv[2] ?? 20);
const Ammo = await loadAmmo();
const configuration = new Ammo.btSoftBodyRigidBodyCollisionConfiguration();
const world = new Ammo.btSoftRigidDynamicsWorld(
	new Ammo.btCollisionDispatcher(configuration),
	new Ammo.btDbvtBroadphase(),
	new Ammo.btSequentialImpulseConstraintSolver(),
	configuration,
	new Ammo.btDefaultSoftBodySolver(),
);
const gravity = new Ammo.btVector3(0, -9.81, 0);
world.setGravity(gravity);
world.getWorldInfo().set_m_gravity(gravity);
const cloth = new Ammo.btSoftBodyHelpers().CreateFromTriMesh(
	world.getWorldInfo(),
	Array.from(positions),
	triangles,
	triangles.length / 3,
	false,
);
cloth.get_m_cfg().set_piterations(iterations);
cloth.setTotalMass(mass, false);
for (const vertex of pinned) cloth.setMass(vertex, 0);
world.addSoftBody(cloth, 1, -1);
cloth.setActivationState(4);

hang(
	() => world.stepSimulation(timeStep, 0),
	() => {
		const nodes = cloth.get_m_nodes();
		return Float64Array.from(positions, (_, k) => {
			const x = nodes.at(Math.floor(k / 3)).get_m_x();
			return [x.x(), x.y(), x.z()][k % 3];
		});
	},
);
