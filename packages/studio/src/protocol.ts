/** What the page and the worker that simulates tell each other. */
import type { Picture } from "@pliant/files";
import type { DisplaySurface } from "@pliant/three/surface";

/** A scene with the files that it names, by their paths. */
export interface SceneSource {
	readonly name: string;
	readonly text: string;
	readonly files: Readonly<Record<string, Uint8Array>>;
}

/** A place, a way or a velocity: [m] or [m/s]. */
export type Triple = readonly [number, number, number];

/** A point of a body that is drawn. */
export interface PointOf {
	readonly body: number;
	readonly point: number;
}

/** A change by hand while a simulation runs; the same ones at the same steps give the same bits again. */
export type Change =
	| {
			readonly kind: "grip";
			readonly body: number;
			readonly point: number;
			/** [m] */
			readonly target: readonly [number, number, number];
			/** [N/m] */
			readonly stiffness: number;
	  }
	| { readonly kind: "release" }
	| {
			readonly kind: "pin" | "unpin";
			readonly body: number;
			readonly point: number;
	  }
	/** Leads a ball that pushes; it appears at `from` where there is none. */
	| {
			readonly kind: "push";
			readonly from: Triple;
			readonly centre: Triple;
			readonly radius: number;
	  }
	| { readonly kind: "endPush" }
	/** The velocity of the air; none where there is none. */
	| { readonly kind: "wind"; readonly velocity: Triple | undefined }
	| {
			readonly kind: "lead";
			readonly body: number;
			readonly frame: number;
			readonly position: Triple;
			/** Unit quaternion, vector part first. */
			readonly orientation: readonly [number, number, number, number];
	  }
	| {
			readonly kind: "endLead";
			readonly body: number;
			readonly frame: number;
	  }
	/** Other values of the same models. */
	| {
			readonly kind: "values";
			readonly object: string;
			readonly models: readonly ModelNumbers[];
	  }
	/** A frame where the body is now. */
	| { readonly kind: "insert"; readonly body: number; readonly place: Triple };

/** A model by its name, with its values. */
export type ModelNumbers = { readonly model: string } & Readonly<
	Record<string, unknown>
>;

/** What surfaces can be coloured by. */
export type ColourField =
	| "none"
	| "strain"
	| "stress"
	| "energy"
	| "speed"
	| "contact"
	| "error"
	| "weight";

/** What is to be seen besides shapes. */
export interface Looks {
	readonly field: ColourField;
	/** The frame whose weights are the colour. */
	readonly frame: number;
	/** Whether principal directions are drawn. */
	readonly directions: boolean;
	/** Whether samples of frame bodies are drawn. */
	readonly samples: boolean;
	/** Points that are followed. */
	readonly probes: readonly PointOf[];
}

export const plainLooks: Looks = {
	field: "none",
	frame: 0,
	directions: false,
	samples: false,
	probes: [],
};

/** What is written by the worker; the page makes pictures, videos and links itself. */
export type ExportFormat = "glb" | "vtu" | "csv";

export type Request =
	| {
			readonly kind: "open";
			readonly source: SceneSource;
			readonly keepState: boolean;
	  }
	| { readonly kind: "play" | "pause" | "step" | "reset" | "replay" }
	| { readonly kind: "change"; readonly change: Change }
	/** Takes other values at once where it can, and is opened anew where not. */
	| {
			readonly kind: "values";
			readonly source: SceneSource;
			readonly change: Extract<Change, { kind: "values" }>;
	  }
	| { readonly kind: "look"; readonly looks: Looks }
	/** Goes no further than this time [s], so that simulations stay together. */
	| { readonly kind: "limit"; readonly time: number }
	| {
			readonly kind: "inspect";
			readonly name: string;
			readonly bytes: Uint8Array;
	  }
	| { readonly kind: "export"; readonly format: ExportFormat }
	/** What may stand at a place of a scene's text. */
	| {
			readonly kind: "complete";
			readonly text: string;
			readonly offset: number;
	  }
	/** The page has taken a frame and gives its arrays back. */
	| { readonly kind: "taken"; readonly buffers: readonly Float32Array[] };

export interface ColliderSurface {
	readonly name: string;
	readonly positions: Float32Array;
	readonly triangles: Uint32Array;
}

/** What the last step took, and what it says of itself. */
export interface Figures {
	/** Wall time of the step [ms]. */
	readonly milliseconds: number;
	readonly substeps: number;
	readonly iterations: number;
	/** Estimated error of positions over a second of motion, relative to the size of the body, if accuracy chooses substeps. */
	readonly error: number | undefined;
	/** Force imbalance over forces, if substeps are fixed. */
	readonly residual: number | undefined;
}

export interface Energies {
	readonly kinetic: number;
	readonly elastic: number;
	readonly load: number;
}

/** Energy that was lost since the beginning [J]. */
export interface Losses {
	readonly friction: number;
	readonly damping: number;
	/** To the time integration. */
	readonly numericalLoss: number;
}

/** A value of a model, for a slider: from the registry. */
export interface ModelValue {
	readonly name: string;
	readonly value: number;
	readonly unit: string;
	readonly meaning: string;
	readonly typical: number;
	readonly range: string;
	readonly bounds: {
		readonly above?: number;
		readonly least?: number;
		readonly below?: number;
	};
}

/** What an object is made of. */
export interface Substance {
	readonly object: string;
	/** The material's name where the scene gives one. */
	readonly material: string | undefined;
	readonly models: readonly {
		readonly model: string;
		readonly about: string;
		readonly values: readonly ModelValue[];
	}[];
	readonly density: number;
	readonly densityKey: "linearDensity" | "arealDensity" | "density";
	/** Materials that it could be of. */
	readonly presets: readonly Preset[];
}

export interface Preset {
	readonly name: string;
	readonly about: string;
	readonly source: string;
	readonly note: string;
}

export interface Opened {
	readonly kind: "opened";
	readonly title: string;
	readonly surfaces: readonly DisplaySurface[];
	/** Distance of the ground from the origin along y [m], where a level plane is a collider. */
	readonly floor: number | undefined;
	/** How the scene's file wants it to be seen. */
	readonly picture: Picture;
	/** What step advances by [s]. */
	readonly timeStep: number;
	/** Where the scene says it ends [s]. */
	readonly end: number | undefined;
	readonly isStatics: boolean;
	readonly notes: readonly string[];
	readonly threads: number;
	/** Building took so long [ms]. */
	readonly milliseconds: number;
	readonly keptState: boolean;
	readonly substances: readonly Substance[];
	/** What can be done to bodies: whether frames can be led, and inserted. */
	readonly framed: readonly {
		readonly canLead: boolean;
		readonly canInsert: boolean;
	}[];
	/** Whether a hand can do anything to it, and whether wind can. */
	readonly canTouch: boolean;
	readonly canBlow: boolean;
	/** The scene's own wind at its beginning [m/s]. */
	readonly wind: Triple | undefined;
	/** Equivalent stress over strain [Pa] by linear elasticity, of bodies that are solids and tell it. */
	readonly moduli: readonly (number | undefined)[];
	/** Stiffness [N/m] of a spring that each body's weight would stretch by the body's size. */
	readonly unitStiffness: readonly number[];
	/** Of the material points and cells, for people. */
	readonly size: string;
}

export interface Frame {
	readonly kind: "frame";
	readonly time: number;
	readonly step: number;
	/** Of each surface [m], xyz each. */
	readonly points: readonly Float32Array[];
	/** Values to colour by, one per point, where asked for. */
	readonly values: readonly (Float32Array | undefined)[];
	readonly colliders: readonly ColliderSurface[];
	readonly energies: Energies;
	readonly losses: Losses;
	/** [kg m/s] */
	readonly momentum: readonly [number, number, number];
	readonly figures: Figures | undefined;
	readonly held: readonly Uint32Array[];
	/** Of each body's frames: positions [m] and orientations, seven numbers each; none of other bodies. */
	readonly frames: readonly Float32Array[];
	/** The ball that pushes. */
	readonly ball:
		| { readonly centre: Triple; readonly radius: number }
		| undefined;
	readonly probes: readonly ProbeValue[];
	/** Places to be marked [m], xyz each: where surfaces touch, or samples. */
	readonly marks: Float32Array;
	/** Principal directions: two ends each [m], with the principal strain of each. */
	readonly directions:
		| { readonly ends: Float32Array; readonly strains: Float32Array }
		| undefined;
	readonly isPlaying: boolean;
	/** What came of it, where the scene is over. */
	readonly outcome: string | undefined;
}

/** What is known of a point that is followed. */
export interface ProbeValue {
	/** Height [m]. */
	readonly height: number;
	/** Distance from where it was at the beginning [m]. */
	readonly displacement: number;
	/** [m/s] */
	readonly speed: number;
	/** Equivalent stress [Pa] and strain, in solids. */
	readonly stress: number | undefined;
	readonly strain: number | undefined;
}

/** A mesh from a file, as far as choices about it depend on it. */
export interface Inspection {
	readonly kind: "inspected";
	readonly name: string;
	readonly low: readonly [number, number, number];
	readonly high: readonly [number, number, number];
	readonly triangles: number;
	readonly solidCells: number;
	readonly edges: number;
	/** Whether its triangles enclose a volume. */
	readonly isClosed: boolean;
	readonly notes: readonly string[];
}

/** What may stand at a place of a scene's text, by its schema. */
export interface Completions {
	readonly kind: "completions";
	/** The part of the text that a choice takes the place of. */
	readonly from: number;
	readonly to: number;
	readonly choices: readonly Completion[];
}

export interface Completion {
	/** As JSON. */
	readonly text: string;
	readonly about: string;
}

export type Response =
	| Inspection
	| Completions
	| Opened
	| Frame
	/** Other values were taken in so many milliseconds. */
	| { readonly kind: "applied"; readonly milliseconds: number }
	| {
			readonly kind: "failed";
			readonly message: string;
			readonly lines: readonly number[];
	  }
	| {
			readonly kind: "file";
			readonly name: string;
			readonly bytes: Uint8Array<ArrayBuffer>;
	  };
