import { describe, expect, test } from "vitest";
import {
	cable,
	cloth,
	createMesh,
	quadraticSpring,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import { box, edgesOf, grid, line } from "../../src/mesh/index.ts";
import {
	linearBending,
	shellBending,
	stvkHexahedra,
} from "../../src/models/index.ts";

const rubber = { youngModulus: 1e4, poissonRatio: 0.3 };
const tetrahedral = {
	name: "a",
	solid: stableNeoHookean.elements.tetrahedra(rubber),
	density: 1,
};
const hexahedral = { name: "a", solid: stvkHexahedra(rubber), density: 1 };
const membrane = trbs({ youngModulus2d: 10, poissonRatio: 0.3 });
const spring = quadraticSpring({ axialStiffness: 1 });
const fabric = { name: "a", membrane, arealDensity: 1 };
const cells: [number, number, number] = [1, 1, 1];
const hexahedra = box({ cells, elements: "hexahedra" });
const tetrahedra = box({ cells });

describe("a mesh without the elements of a model is refused at the call", () => {
	test.each<[string, () => unknown, string]>([
		[
			"tetrahedra needed, hexahedra there",
			() => solid.mesh(hexahedra, tetrahedral),
			"body \"a\": 'stable-neo-hookean-tetrahedra' needs tetrahedra, but the mesh has 1 hexahedra; make it a solid with a model of hexahedra, or give it tetrahedra",
		],
		[
			"hexahedra needed, tetrahedra there",
			() => solid.mesh(tetrahedra, hexahedral),
			"body \"a\": 'stvk-hexahedra' needs hexahedra, but the mesh has 6 tetrahedra; make it a solid with a model of tetrahedra, or give it hexahedra",
		],
		[
			"tetrahedra needed, a surface there",
			() => solid.mesh(grid({ cells: [1, 1] }), tetrahedral),
			"needs tetrahedra, but the mesh has 2 triangles; make it a cloth with a model of triangles, or give it tetrahedra (solid.fill fills surfaces)",
		],
		[
			"triangles needed, a line there",
			() => cloth.mesh(line({ segments: 4 }), fabric),
			"'trbs' needs triangles, but the mesh has 4 edges; make it a cable with a model of edges, or give it triangles",
		],
		[
			"triangles needed, a solid there",
			() => cloth.mesh(tetrahedra, fabric),
			"needs triangles, but the mesh has 6 tetrahedra; make it a solid with a model of tetrahedra, or give it triangles",
		],
		[
			"edges needed, a surface there",
			() =>
				cable.mesh(grid({ cells: [1, 1] }), {
					name: "a",
					spring,
					linearDensity: 1,
				}),
			"'quadratic-spring' needs edges, but the mesh has 2 triangles; edgesOf(mesh) adds them",
		],
		[
			"edges of cloth needed",
			() =>
				cloth.mesh(grid({ cells: [1, 1] }), {
					name: "a",
					membrane: spring,
					arealDensity: 1,
				}),
			"'quadratic-spring' needs edges, but the mesh has 2 triangles; edgesOf(mesh) adds them",
		],
		[
			"triangles for mass needed",
			() =>
				cloth.mesh(line({ segments: 4 }), {
					name: "a",
					membrane: spring,
					arealDensity: 1,
				}),
			"its mass needs triangles, but the mesh has 4 edges; make it a cable with a model of edges, or give it triangles",
		],
		[
			"nothing there",
			() => cloth.mesh(createMesh({ positions: [0, 0, 0] }), fabric),
			"'trbs' needs triangles, but the mesh has no cells; give it triangles",
		],
	])("%s", (_, make, message) => {
		expect(make).toThrow(message);
	});

	test("and one that has them is not", () => {
		const single = createMesh({
			positions: [0, 0, 0, 1, 0, 0, 0, 1, 0],
			triangles: [0, 1, 2],
		});
		// A sheet of one triangle has nothing to bend.
		for (const bending of [
			linearBending({ bendingModulus: 1 }),
			shellBending({ bendingRigidity: 1 }),
		])
			cloth.mesh(single, { ...fabric, bending });
		cloth.mesh(edgesOf(grid()), { ...fabric, membrane: spring });
		solid.mesh({ ...tetrahedra, triangles: grid().triangles }, tetrahedral);
	});
});
