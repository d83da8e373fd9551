/** What the objects of a scene are made of, for panels: values with units and ranges from the registry, and materials that fit. */
import type { LoadedScene } from "@pliant/files";
import { Body, type SceneBody } from "pliant";
import { type AnyMaterial, materials } from "pliant/materials";
import { type CellKind, cellCount, cellKinds } from "pliant/mesh";
import { namedModels } from "pliant/models";
import type { ModelValue, Substance } from "../protocol.ts";

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

/** Of bodies whose vertices move; frame bodies and rigid ones are changed in their scene. */
export function substancesOf({ bodies, document }: LoadedScene): Substance[] {
	const objects = (
		document as {
			objects: Record<string, { material?: string | { name: string } }>;
		}
	).objects;
	return bodies.flatMap((body): Substance[] => {
		if (!(body instanceof Body)) return [];
		const { massOn } = body;
		const given = objects[body.name]?.material;
		return [
			{
				object: body.name,
				material: typeof given === "object" ? given.name : given,
				models: body.models.flatMap(
					({ model, name = model.name, material }) => {
						const known = namedModels.find((one) => one.name === name);
						if (!known) return [];
						const values = Object.entries(known.parameters).flatMap(
							([key, parameter]): ModelValue[] => {
								const value = material[key] ?? parameter.default;
								if (typeof value !== "number") return [];
								const { unit, meaning, typical, range, bounds } = parameter;
								return [
									{ name: key, value, unit, meaning, typical, range, bounds },
								];
							},
						);
						return [{ model: name, about: known.about, values }];
					},
				),
				density: body.density,
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
