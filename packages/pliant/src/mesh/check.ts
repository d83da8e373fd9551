import { requireMesh } from "../checks.ts";
import {
	cellsWithoutFlag,
	degenerateCells,
	firstEqualCells,
	hexahedronInversion,
	repeatedVertex,
} from "./cellDefects.ts";
import { checkStructure } from "./checkStructure.ts";
import {
	cellMeasure,
	hexahedronCornerVolumes,
	measureOfCell,
} from "./measure.ts";
import {
	type CellKind,
	cellKinds,
	cells,
	createMesh,
	type Mesh,
	vertexCount,
	verticesPerCell,
} from "./mesh.ts";
import {
	createProblemReport,
	type MeshProblem,
	type ProblemReport,
} from "./meshProblem.ts";
import { describeSliver, slivers } from "./slivers.ts";
import {
	edgeTopology,
	edgeValence,
	traverseAlike,
} from "./topology/edgeTopology.ts";
import { triangleFans } from "./topology/triangleFans.ts";
import { usedVertices } from "./topology/usedVertices.ts";

/**
 * All problems of a mesh, errors and warnings; none for a good one. Of each kind the first few are
 * described and the rest counted. A mesh that cannot be read (arrays of wrong length, indices out of
 * range) is not looked at further.
 */
export function checkMesh(mesh: Mesh): MeshProblem[] {
	requireMesh("checkMesh", mesh);
	const structure = checkStructure(mesh);
	if (structure.length > 0) return structure;

	const report = createProblemReport();
	const firstEqual = {
		edge: firstEqualCells(mesh, "edge"),
		triangle: firstEqualCells(mesh, "triangle"),
		tetrahedron: firstEqualCells(mesh, "tetrahedron"),
		hexahedron: firstEqualCells(mesh, "hexahedron"),
	};
	checkPositions(mesh, report);
	for (const kind of cellKinds) {
		const degenerate = degenerateCells(mesh, kind);
		checkDegenerate(mesh, kind, degenerate, report);
		checkDuplicates(mesh, kind, firstEqual[kind], report);
		if (kind === "tetrahedron") checkTetrahedra(mesh, degenerate, report);
		if (kind === "hexahedron") checkHexahedra(mesh, degenerate, report);
	}
	checkSlivers(mesh, report);
	checkSurface(mesh, firstEqual.triangle, report);
	checkIsolated(mesh, report);
	return report.problems();
}

/** Throws one error that lists all problems of the mesh and their remedies, if any of them is an error. */
export function assertMesh(mesh: Mesh, name: string): void {
	requireMesh("assertMesh", mesh);
	const problems = checkMesh(mesh);
	if (!problems.some(({ severity }) => severity === "error")) return;
	const lines = problems.map(({ kind, severity, message }) =>
		severity === "error"
			? `- ${kind}: ${message}`
			: `- ${kind} (${severity}): ${message}`,
	);
	const remedies = new Map(problems.map(({ kind, remedy }) => [kind, remedy]));
	for (const [kind, remedy] of remedies) lines.push(`→ ${kind}: ${remedy}`);
	throw new Error(`mesh "${name}" has problems:\n${lines.join("\n")}`);
}

function checkPositions(mesh: Mesh, report: ProblemReport): void {
	const { positions } = mesh;
	for (let vertex = 0; vertex < vertexCount(mesh); vertex++) {
		const x = positions[3 * vertex];
		const y = positions[3 * vertex + 1];
		const z = positions[3 * vertex + 2];
		if (Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))
			continue;
		report.add(
			"non-finite-position",
			() => `vertex ${vertex} is at (${x}, ${y}, ${z})`,
			{ vertices: [vertex] },
		);
	}
}

function checkDegenerate(
	mesh: Mesh,
	kind: CellKind,
	degenerate: Uint8Array,
	report: ProblemReport,
): void {
	for (let index = 0; index < degenerate.length; index++) {
		if (!degenerate[index]) continue;
		const location = locationOf(mesh, kind, index);
		report.add(
			"degenerate-cell",
			() => {
				const repeated = repeatedVertex(mesh, kind, index);
				return repeated !== undefined
					? `${describe(location)} uses vertex ${repeated} more than once`
					: `${describe(location)} has ${withUnit(kind, measureOfCell(mesh, kind, index))}, nothing for its size`;
			},
			location,
		);
	}
}

function checkDuplicates(
	mesh: Mesh,
	kind: CellKind,
	firstEqual: Uint32Array,
	report: ProblemReport,
): void {
	for (let index = 0; index < firstEqual.length; index++) {
		const first = firstEqual[index];
		if (first === index) continue;
		const location = locationOf(mesh, kind, index);
		report.add(
			"duplicate-cell",
			() => `${describe(location)} has the same vertices as ${kind} ${first}`,
			location,
		);
	}
}

function checkTetrahedra(
	mesh: Mesh,
	degenerate: Uint8Array,
	report: ProblemReport,
): void {
	cellMeasure(mesh, "tetrahedron").forEach((volume, index) => {
		if (degenerate[index] || !(volume < 0)) return;
		const location = locationOf(mesh, "tetrahedron", index);
		report.add(
			"inverted-cell",
			() => `${describe(location)} has ${withUnit("tetrahedron", volume)}`,
			location,
		);
	});
}

function checkHexahedra(
	mesh: Mesh,
	degenerate: Uint8Array,
	report: ProblemReport,
): void {
	degenerate.forEach((isDegenerate, index) => {
		if (isDegenerate || hexahedronInversion(mesh, index) === "no") return;
		const location = locationOf(mesh, "hexahedron", index);
		report.add(
			"inverted-cell",
			() => {
				const corners = hexahedronCornerVolumes(
					mesh.positions,
					mesh.hexahedra,
					8 * index,
				);
				const lowest = Math.min(...corners);
				const corner = location.vertices[corners.indexOf(lowest)];
				return `${describe(location)} has Jacobian determinant ${short(6 * lowest)} m³ at vertex ${corner}`;
			},
			location,
		);
	});
}

function checkSlivers(mesh: Mesh, report: ProblemReport): void {
	for (const kind of ["triangle", "tetrahedron"] as const) {
		const found = slivers(mesh, [kind]);
		if (found.length === 0) continue;
		const degenerate = degenerateCells(mesh, kind);
		for (const sliver of found) {
			const { index, vertices } = sliver;
			if (degenerate[index]) continue;
			const location = { cell: { kind, index }, vertices };
			report.add("sliver", () => describeSliver(sliver), location);
		}
	}
}

/** How the triangles meet. Triangles already reported as repeating a vertex or each other are left out. */
function checkSurface(
	mesh: Mesh,
	firstEqual: Uint32Array,
	report: ProblemReport,
): void {
	const unusable = new Uint8Array(firstEqual.length);
	for (let index = 0; index < unusable.length; index++)
		if (
			firstEqual[index] !== index ||
			repeatedVertex(mesh, "triangle", index) !== undefined
		)
			unusable[index] = 1;
	const { vertices: triangles, indices } = cellsWithoutFlag(
		mesh,
		"triangle",
		unusable,
	);
	const surface = createMesh({ positions: mesh.positions, triangles });
	const topology = edgeTopology(surface, "triangle");
	const { offsets, items } = topology.edgeCells;
	const isSound = (edge: number, valence: number) => {
		const one = items[offsets[edge]];
		const other = items[offsets[edge] + 1];
		return (
			valence < 2 ||
			(valence === 2 && !traverseAlike(triangles, topology, edge, one, other))
		);
	};

	for (let edge = 0; 2 * edge < topology.edges.length; edge++) {
		const valence = edgeValence(topology, edge);
		if (isSound(edge, valence)) continue;
		const around = items.subarray(offsets[edge], offsets[edge + 1]);
		const vertices = [...topology.edges.subarray(2 * edge, 2 * edge + 2)];
		const named = () =>
			[...around].map((triangle) => indices[triangle]).join(", ");
		if (valence > 2) {
			report.add(
				"non-manifold-edge",
				() => `edge (${vertices.join(", ")}) joins triangles ${named()}`,
				{ vertices },
			);
		} else {
			report.add(
				"inconsistent-orientation",
				() =>
					`triangles ${named()} traverse their edge (${vertices.join(", ")}) in the same direction`,
				{ vertices },
			);
		}
	}

	triangleFans(surface, topology).forEach((fans, vertex) => {
		if (fans < 2) return;
		report.add(
			"non-manifold-vertex",
			() => `vertex ${vertex} holds ${fans} fans of triangles together`,
			{ vertices: [vertex] },
		);
	});
}

function checkIsolated(mesh: Mesh, report: ProblemReport): void {
	usedVertices(mesh).forEach((isUsed, vertex) => {
		if (isUsed) return;
		report.add("isolated-vertex", () => `vertex ${vertex} is in no cell`, {
			vertices: [vertex],
		});
	});
}

interface CellLocation {
	readonly cell: { readonly kind: CellKind; readonly index: number };
	readonly vertices: readonly number[];
}

function locationOf(mesh: Mesh, kind: CellKind, index: number): CellLocation {
	const size = verticesPerCell[kind];
	const vertices = cells(mesh, kind).subarray(size * index, size * (index + 1));
	return { cell: { kind, index }, vertices: [...vertices] };
}

function describe({ cell, vertices }: CellLocation): string {
	return `${cell.kind} ${cell.index} (vertices ${vertices.join(", ")})`;
}

function withUnit(kind: CellKind, measure: number): string {
	const [name, unit] = {
		edge: ["length", "m"],
		triangle: ["area", "m²"],
		tetrahedron: ["volume", "m³"],
		hexahedron: ["volume", "m³"],
	}[kind];
	return `${name} ${short(measure)} ${unit}`;
}

function short(value: number): string {
	return String(Number(value.toPrecision(3)));
}
