/** A body that does not deform: one frame, with mass and inertia from a closed mesh and a density, or as given. */
import {
	requireMesh,
	requireOptions,
	requirePositive,
	requireVector3,
} from "../checks.ts";
import {
	FramedBody,
	type FramePose,
	type HeldPart,
	type InTime,
} from "../frames/framedBody.ts";
import { createMesh, type Mesh, type Vector3 } from "../mesh/mesh.ts";
import { anyDensity } from "../system/density.ts";
import {
	type MassProperties,
	massAsGiven,
	massOfSurface,
} from "./massProperties.ts";
import { RigidSystem } from "./rigidSystem.ts";

interface RigidShape {
	/** What messages and results call it. */
	readonly name?: string;
	/** Where its frame is at rest [m]; by default at its centre of mass. Holding the position of the frame makes this a pivot. */
	readonly origin?: Vector3;
}

/** With a closed surface, or a mesh of solid cells, and a density [kg/m³], which statics without gravity does without. */
interface WithDensity extends RigidShape {
	readonly mesh: Mesh;
	readonly density?: number;
}

/** With mass [kg], centre of mass [m], and inertia about it [kg m²] along the axes or as a matrix by rows. A mesh is only looked at, and touches. */
interface WithMass extends RigidShape {
	readonly mesh?: Mesh;
	readonly mass: number;
	readonly centre?: Vector3;
	readonly inertia: readonly number[];
}

export type RigidBodyDefinition = WithDensity | WithMass;

const isOfMatter = (
	definition: RigidBodyDefinition,
): definition is WithDensity =>
	!("mass" in definition || "inertia" in definition);

const rigidOptions = [
	"name",
	"origin",
	"mesh",
	"density",
	"mass",
	"centre",
	"inertia",
] as const satisfies (keyof WithDensity | keyof WithMass)[];

export class RigidBody extends FramedBody {
	readonly mesh: Mesh;
	readonly properties: MassProperties;
	readonly models = [] as const;
	readonly missingDensity: string | undefined;
	private readonly origin: Vector3;

	constructor(definition: RigidBodyDefinition) {
		requireOptions("rigidBody", definition, rigidOptions);
		super(definition.name ?? "");
		const { mesh, origin } = definition;
		if (mesh !== undefined) requireMesh(this.label, mesh);
		if (origin !== undefined) requireVector3(`${this.label}: origin`, origin);
		this.mesh = definition.mesh ?? createMesh({ positions: [] });
		if (isOfMatter(definition) && definition.density === undefined)
			this.missingDensity = "density";
		this.properties = this.explained(() => this.weigh(definition));
		this.origin = definition.origin ?? this.properties.centre;
	}

	private weigh(definition: RigidBodyDefinition): MassProperties {
		if (isOfMatter(definition)) {
			const { mesh, density = anyDensity } = definition;
			requirePositive("density", density);
			requireMesh(this.label, mesh);
			return massOfSurface(mesh, density);
		}
		const { mass, centre = [0, 0, 0], inertia } = definition;
		requireVector3("centre", centre);
		return massAsGiven(this.label, mass, centre, inertia);
	}

	private explained<T>(work: () => T): T {
		try {
			return work();
		} catch (error) {
			const { message } = error as Error;
			if (message.startsWith(this.label)) throw error;
			throw new Error(`${this.label}: ${message}`);
		}
	}

	get label(): string {
		return `rigid body${this.name && ` "${this.name}"`}`;
	}

	get assumedMass(): number {
		return this.properties.mass;
	}

	async createSystem(): Promise<RigidSystem> {
		return new RigidSystem(this);
	}

	get restFrames(): readonly FramePose[] {
		return [{ position: this.origin }];
	}

	/** Keeps it where it is, or only its orientation or the position of its frame. */
	hold(part: HeldPart = "all"): this {
		this.holdFrame(0, part);
		return this;
	}

	/** Moves it as a function of time [s]: the pose of its frame, which at rest is [origin, no turn]. */
	move(pose: (time: number) => FramePose): this {
		this.moveFrame(0, pose);
		return this;
	}

	/** Where its frame is at the beginning. */
	place(pose: FramePose): this {
		this.placeFrame(0, pose);
		return this;
	}

	/** A force [N] at its frame's origin and a torque [N m]. */
	push(load: {
		readonly force?: InTime<Vector3>;
		readonly torque?: InTime<Vector3>;
	}): this {
		this.loadOfFrame(0, load);
		return this;
	}
}

export const rigidBody = (definition: RigidBodyDefinition): RigidBody =>
	new RigidBody(definition);
