/** What the objects of a scene are made of, for panels: values with units and ranges from the registry, and materials that fit. */
import type { LoadedScene } from "@pliant/files";
import { Body, type SceneBody } from "pliant";
import {
	type AnyMaterial,
	axialStiffnessOf,
	fabric,
	materials,
	membraneOf,
	plateRigidity,
} from "pliant/materials";
import { type CellKind, cellCount, cellKinds } from "pliant/mesh";
import { morleyBending, namedModels, orthotropicMorley } from "pliant/models";
import type { ModelNumbers, ModelValue, Substance } from "../protocol.ts";

const kindsFor: Readonly<Record<CellKind, readonly AnyMaterial["kind"][]>> = {
	edge: ["cord"],
	triangle: ["fabric", "sheet"],
	tetrahedron: ["solid"],
	hexahedron: ["solid"],
};

const densityKeys = {
	edge: "linearDensity",
	triangle: "arealDensity",
	tetrahedron: "density",
	hexahedron: "density",
} as const satisfies Record<CellKind, Substance["densityKey"]>;

/** What a scene says of an object's material. */
interface SceneObject {
	readonly material?: string | { readonly name: string };
	readonly models?: readonly ModelNumbers[];
}

/** Of bodies whose vertices move; frame bodies and rigid ones are changed in their scene. */
export function substancesOf({ bodies, document }: LoadedScene): Substance[] {
	const { objects } = document as { objects: Record<string, SceneObject> };
	return bodies.flatMap((body): Substance[] => {
		if (!(body instanceof Body)) return [];
		const { massOn } = body;
		const { material, models } = objects[body.name];
		const name = typeof material === "object" ? material.name : material;
		return [
			{
				object: body.name,
				material: name,
				// A material that is given with more than its name has values that are not its own.
				models: (typeof material === "string"
					? modelsOf(materials[material as keyof typeof materials])
					: (models ?? [])
				).flatMap(described),
				// Something to begin with, where none is given.
				density: body.density ?? 1,
				densityKey: densityKeys[massOn],
				presets: Object.values(materials)
					.filter(({ kind }) => kindsFor[massOn].includes(kind))
					.map(({ name, about, source, note }) => ({
						name,
						about,
						source,
						note,
					})),
			},
		];
	});
}

/** The numbers of a model with what the registry says of them; those that differ from element to element stay as they are. */
function described({
	model,
	...given
}: ModelNumbers): Substance["models"][number][] {
	const known = namedModels.find(({ name }) => name === model);
	if (!known) return [];
	const values = Object.entries(known.parameters).flatMap(
		([name, parameter]): ModelValue[] => {
			const value = given[name] ?? parameter.default;
			if (typeof value !== "number") return [];
			const { unit, meaning, typical, range, bounds } = parameter;
			return [{ name, value, unit, meaning, typical, range, bounds }];
		},
	);
	return [{ model, about: known.about, values }];
}

/** The models that a material stands for, as a scene would name them. */
function modelsOf(material: AnyMaterial): ModelNumbers[] {
	switch (material.kind) {
		case "fabric": {
			const { membrane, bending, friction = [] } = fabric(material.name);
			return [
				{ model: membrane.model.name, ...membrane.material },
				{ model: orthotropicMorley.modelName, ...bending.material },
				...friction.map(({ model, material }) => ({
					model: model.name,
					...material,
				})),
			];
		}
		case "sheet": {
			const { youngModulus, poissonRatio, thickness } = material;
			const sheet = { youngModulus, poissonRatio, thickness };
			return [
				{ model: "trbs", ...membraneOf(sheet) },
				{
					model: morleyBending.modelName,
					bendingRigidity: plateRigidity(sheet),
					poissonRatio,
				},
			];
		}
		case "solid": {
			const { youngModulus, poissonRatio } = material;
			return [{ model: "stable-neo-hookean", youngModulus, poissonRatio }];
		}
		case "cord": {
			const { youngModulus, radius } = material;
			return [
				{
					model: "quadratic-spring",
					axialStiffness: axialStiffnessOf({ youngModulus, radius }),
				},
			];
		}
	}
}

const words: Readonly<Record<CellKind, string>> = {
	edge: "line elements",
	triangle: "triangles",
	tetrahedron: "tetrahedra",
	hexahedron: "hexahedra",
};

/** How large a scene is, for people. */
export function sizeOf(bodies: readonly SceneBody[]): string {
	const vertices = bodies.reduce((n, body) => n + body.vertexCount, 0);
	const counts = cellKinds.flatMap((kind) => {
		const count = bodies.reduce((n, { mesh }) => n + cellCount(mesh, kind), 0);
		return count > 0 ? [`${count} ${words[kind]}`] : [];
	});
	return [`${vertices} vertices`, ...counts].join(", ");
}
