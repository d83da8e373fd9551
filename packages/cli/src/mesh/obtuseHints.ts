import { largestAngles, type Mesh } from "pliant/mesh";

/** Right angles are not obtuse, whatever rounding says [rad]. */
const rounding = 1e-6;

/** What an obtuse triangle does to the springs along its edges, by model. */
const consequences: Readonly<Record<string, string>> = {
	trbs: "its angular springs are negative there, though it bears the same compression on triangles of any shape; if steps of an explicit integrator fail, remesh, or flip the longest edges",
	trqs: "its angular springs are negative there, and it gives way sooner under compression; remesh, flip the longest edges, or take trbs, which does not depend on the shape of triangles",
	"tensile-springs":
		"springs alone collapse under little compression there (4 % at an angle of 150°); remesh, flip the longest edges, or take trbs",
	"van-gelder":
		"springs alone collapse under little compression there; remesh, flip the longest edges, or take trbs",
};

/** What to say of obtuse triangles to who uses models of springs on triangles; nothing where there is nothing to say. */
export function obtuseHints(mesh: Mesh, models: readonly string[]): string[] {
	const concerned = models.filter((model) => model in consequences);
	if (concerned.length === 0) return [];
	const angles = largestAngles(mesh);
	const obtuse = angles.filter((angle) => angle > Math.PI / 2 + rounding);
	if (obtuse.length === 0) return [];
	const largest = obtuse.reduce((a, b) => Math.max(a, b));
	return concerned.map(
		(model) =>
			`${model}: ${obtuse.length} of ${angles.length} triangles are obtuse (up to ${Math.round((180 / Math.PI) * largest)}°): ${consequences[model]}`,
	);
}
