/** Jolt: extended position-based dynamics; compliance 0 as in its own cloth samples. */
import initJolt from "jolt-physics";
import {
	hang,
	pinned,
	positions,
	timeStep,
	triangles,
	vertexMass,
} from "./hangingCloth.mjs";

const iterations = Number(process.argv[2] ?? 5);
const Jolt = await initJolt();
const settings = new Jolt.JoltSettings();
settings.mMaxWorkerThreads = 0;
const layers = new Jolt.ObjectLayerPairFilterTable(1);
const broadLayers = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
broadLayers.MapObjectToBroadPhaseLayer(0, new Jolt.BroadPhaseLayer(0));
settings.mObjectLayerPairFilter = layers;
settings.mBroadPhaseLayerInterface = broadLayers;
settings.mObjectVsBroadPhaseLayerFilter =
	new Jolt.ObjectVsBroadPhaseLayerFilterTable(broadLayers, 1, layers, 1);
const jolt = new Jolt.JoltInterface(settings);

const shared = new Jolt.SoftBodySharedSettings();
const vertex = new Jolt.SoftBodySharedSettingsVertex();
for (let v = 0; v < positions.length / 3; v++) {
	vertex.mPosition = new Jolt.Float3(
		positions[3 * v],
		positions[3 * v + 1],
		positions[3 * v + 2],
	);
	vertex.mInvMass = pinned.includes(v) ? 0 : 1 / vertexMass;
	shared.mVertices.push_back(vertex);
}
for (let t = 0; t < triangles.length; t += 3)
	shared.AddFace(
		new Jolt.SoftBodySharedSettingsFace(
			triangles[t],
			triangles[t + 1],
			triangles[t + 2],
			0,
		),
	);
const attributes = new Jolt.SoftBodySharedSettingsVertexAttributes();
attributes.mCompliance = 0;
attributes.mShearCompliance = 0;
attributes.mLRAType = Jolt.SoftBodySharedSettings_ELRAType_None;
shared.CreateConstraints(
	attributes,
	1,
	Jolt.SoftBodySharedSettings_EBendType_None,
	0,
);
shared.Optimize();

const creation = new Jolt.SoftBodyCreationSettings(
	shared,
	new Jolt.RVec3(0, 0, 0),
	Jolt.Quat.prototype.sIdentity(),
	0,
);
creation.mNumIterations = iterations;
creation.mUpdatePosition = false;
creation.mAllowSleeping = false;
const bodies = jolt.GetPhysicsSystem().GetBodyInterface();
const body = bodies.CreateSoftBody(creation);
bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);

hang(
	() => jolt.Step(timeStep, 1),
	() => {
		const motion = Jolt.castObject(
			body.GetMotionProperties(),
			Jolt.SoftBodyMotionProperties,
		);
		return Float64Array.from(positions, (_, k) => {
			const p = motion.GetVertex(Math.floor(k / 3)).mPosition;
			return [p.GetX(), p.GetY(), p.GetZ()][k % 3];
		});
	},
);
