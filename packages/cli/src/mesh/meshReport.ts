/** What there is to know of a mesh before it is simulated. */
import {
	boundaryLoops,
	boundingBox,
	type CellKind,
	cellCount,
	cellKinds,
	cellMeasure,
	cellQuality,
	cells,
	checkMesh,
	components,
	edgeLength,
	localEdges,
	type Mesh,
	type MeshProblem,
	type Vector3,
	vertexCount,
	verticesPerCell,
} from "pliant/mesh";

export interface MeshReport {
	readonly vertices: number;
	readonly cells: Readonly<Record<CellKind, number>>;
	/** Corners of the bounding box [m]. */
	readonly bounds: { readonly min: Vector3; readonly max: Vector3 };
	/** Edges of all cells [m]. */
	readonly edgeLength: {
		readonly shortest: number;
		readonly mean: number;
		readonly longest: number;
	};
	/** Length [m], area [m²] or volume [m³] of the cells of each kind. */
	readonly measure: Partial<Record<CellKind, number>>;
	readonly components: number;
	/** Closed loops of boundary edges of the surface; faulty ones have none that could be followed. */
	readonly holes?: number;
	/** Cells by radius ratio, in ten classes from 0 to 1; hexahedra have none. */
	readonly quality: Partial<Record<"triangle" | "tetrahedron", number[]>>;
	readonly groups: Readonly<Record<string, number>>;
	readonly problems: readonly MeshProblem[];
	readonly suggestions: readonly string[];
}

const classes = 10;
/** Below this radius ratio a cell spoils its neighbourhood. */
const poor = 0.2;
/** Longer than cloth and soft bodies are [m]: for certain, and as a rule. */
const certainlyTooLong = 20;
const longAsARule = 3;
/** Shorter than what people simulate [m]. */
const tooShort = 5e-4;

/** Formats whose lengths are metres by definition, or whose units are in the file. */
const inMetres = [".glb", ".gltf", ".svg"];

/** @param extension of the file that the mesh is from, as it stands there */
export function meshReport(mesh: Mesh, extension?: string): MeshReport {
	const problems = checkMesh(mesh);
	// Arrays that cannot be read have no geometry.
	const isReadable = !problems.some(({ kind }) =>
		["array-length", "index-range", "empty", "non-finite-position"].includes(
			kind,
		),
	);
	const kinds = cellKinds.filter((kind) => cellCount(mesh, kind) > 0);
	const isSound = !problems.some(({ severity }) => severity === "error");
	const report = {
		vertices: vertexCount(mesh),
		cells: byKind(cellKinds, (kind) => cellCount(mesh, kind)) as Record<
			CellKind,
			number
		>,
		bounds: boundingBox(mesh.positions),
		edgeLength: edgeLengths(isReadable ? mesh : undefined, kinds),
		measure: isReadable
			? byKind(kinds, (kind) => sum(cellMeasure(mesh, kind)))
			: {},
		components: isReadable ? components(mesh).count : 0,
		...(isSound && { holes: boundaryLoops(mesh).length }),
		quality: isReadable
			? byKind(
					kinds.filter((kind) => kind === "triangle" || kind === "tetrahedron"),
					(kind) => histogram(cellQuality(mesh, kind)),
				)
			: {},
		groups: Object.fromEntries(
			Object.entries(mesh.groups).map(([name, list]) => [name, list.length]),
		),
		problems,
	};
	return { ...report, suggestions: suggestions(report, extension) };
}

function byKind<K extends CellKind, T>(
	kinds: readonly K[],
	value: (kind: K) => T,
): Partial<Record<K, T>> {
	return Object.fromEntries(
		kinds.map((kind) => [kind, value(kind)]),
	) as Partial<Record<K, T>>;
}

const sum = (values: Float64Array): number =>
	values.reduce((total, value) => total + value, 0);

function edgeLengths(
	mesh: Mesh | undefined,
	kinds: readonly CellKind[],
): MeshReport["edgeLength"] {
	let [shortest, longest, total, count] = [Infinity, 0, 0, 0];
	for (const kind of mesh ? kinds : []) {
		const vertices = cells(mesh as Mesh, kind);
		for (let at = 0; at < vertices.length; at += verticesPerCell[kind])
			for (const [a, b] of localEdges[kind]) {
				const length = edgeLength(
					(mesh as Mesh).positions,
					vertices[at + a],
					vertices[at + b],
				);
				shortest = Math.min(shortest, length);
				longest = Math.max(longest, length);
				total += length;
				count++;
			}
	}
	return { shortest, longest, mean: total / count };
}

function histogram(qualities: Float64Array): number[] {
	const counts = new Array<number>(classes).fill(0);
	for (const quality of qualities)
		counts[Math.min(classes - 1, Math.max(0, Math.floor(quality * classes)))]++;
	return counts;
}

/** What would make a better simulation, or is probably not meant so. */
function suggestions(
	{
		bounds: { min, max },
		cells,
		components,
		holes,
		quality,
		problems,
		edgeLength,
	}: Omit<MeshReport, "suggestions">,
	extension: string | undefined,
): string[] {
	const found: string[] = [];
	const extent = Math.max(...max.map((value, k) => value - min[k]));
	if (problems.some(({ remedy }) => remedy.startsWith("repairMesh")))
		found.push(
			'`pliant convert IN OUT --repair`, or "repair": true in the scene, mends what can be mended',
		);
	const isOpen = extension !== undefined && !inMetres.includes(extension);
	if (extent > certainlyTooLong) found.push(unitHint(extent));
	else if (extent > longAsARule && isOpen)
		found.push(
			`${unitHint(extent)}; if it is meant in metres, leave it${extension === ".stl" ? " (STL files are in millimetres as a rule)" : ""}`,
		);
	else if (extent > 0 && extent < tooShort)
		found.push(
			`it is ${formatNumber(1000 * extent)} mm long, shorter than cloth and soft bodies are: if its units were changed twice, undo one with --scale`,
		);
	if (components > 1)
		found.push(
			`it falls into ${components} pieces; if that is not meant, merge vertices that lie at the same place (convert with --merge)`,
		);
	for (const [kind, counts] of Object.entries(quality)) {
		const bad = counts
			.slice(0, Math.round(poor * classes))
			.reduce((n, c) => n + c, 0);
		if (bad > 0)
			found.push(
				`${countOf(bad, kind)} thin (radius ratio below ${poor}): ${bad === 1 ? "it makes" : "they make"} results worse and steps slower; remesh there`,
			);
	}
	if (cells.triangle > 0 && holes === 0 && cells.tetrahedron === 0)
		found.push(
			"the surface is closed: as cloth it is a bag; for a solid fill it with tetrahedra (`fill` of a scene's mesh)",
		);
	if (edgeLength.longest > 20 * edgeLength.shortest)
		found.push(
			`edges go from ${formatNumber(edgeLength.shortest)} to ${formatNumber(edgeLength.longest)} m: the shortest decide the cost; a more even mesh is faster`,
		);
	return found;
}

const countOf = (count: number, kind: string): string =>
	kind === "triangle"
		? `${count} ${count === 1 ? "triangle is" : "triangles are"}`
		: `${count} ${count === 1 ? "tetrahedron is" : "tetrahedra are"}`;

const units = [
	{ name: "millimetres", metres: 0.001 },
	{ name: "centimetres", metres: 0.01 },
	{ name: "inches", metres: 0.0254 },
];

/** The units that files are drawn in, the one first that makes the length nearest to a metre. */
function unitHint(extent: number): string {
	const distance = ({ metres }: (typeof units)[number]) =>
		Math.abs(Math.log(extent * metres));
	const [first, ...others] = units.toSorted(
		(a, b) => distance(a) - distance(b),
	);
	const length = (metres: number) => `${formatNumber(extent * metres)} m`;
	const [second, third] = others.map(
		({ name, metres }) => [`in ${name} (${metres})`, length(metres)] as const,
	);
	return `it is ${formatNumber(extent)} m long: if the file is in ${first.name}, which makes it ${length(first.metres)}, set "scale": ${first.metres} in the scene, or convert it with --scale ${first.metres}; ${second[0]} it would be ${second[1]}, ${third.join(" ")}`;
}

export const formatNumber = (value: number): string =>
	String(Number(value.toPrecision(4)));
