/** Solids whose converged finite-element solutions are known, with any model and any number of cells across. */
import { type AppliedModel, type Body, Scene, simulate, solid } from "pliant";
import { box, createMesh, grade, type Mesh, type Vector3 } from "pliant/mesh";
import A8 from "../reference/A8.json" with { type: "json" };
import references from "../reference/solids.json" with { type: "json" };

export interface SolidCase {
	readonly id: string;
	/** What happens to it. */
	readonly about: string;
	/** What the law has to be: linear cases take a small part of the load. */
	readonly law: "linear" | "stvk" | "neo-hookean";
	readonly youngModulus: number;
	readonly poissonRatio: number;
	readonly mesh: (across: number, elements: Cells) => Mesh;
	readonly density: number;
	/** Holds and loads the body with a part of the load. */
	readonly setUp: (body: Body, share: number) => void;
	readonly gravity?: Vector3;
	/** Where its displacement is known [m]; without it the strain energy [J] is compared. */
	readonly probe?: {
		readonly position: Vector3;
		readonly displacement: Vector3;
	};
	readonly strainEnergy?: number;
}

export type Cells = "hexahedra" | "tetrahedra";

/** Of the load, where the law is to be linear. */
const small = 1e-3;

/** Distance from the reference over its size: the displacement of the probe, or the strain energy. */
export interface CaseError {
	readonly error: number;
	/** Larger than the reference: too soft where loads are given. */
	readonly ratio: number;
	readonly vertices: number;
	/** Of statics [s]. */
	readonly seconds: number;
}

export async function solveCase(
	given: SolidCase,
	model: AppliedModel,
	mesh: Mesh,
): Promise<CaseError> {
	const { law, gravity = [0, 0, 0], probe, strainEnergy, setUp } = given;
	const share = law === "linear" ? small : 1;
	const [gx, gy, gz] = gravity;
	const scene = new Scene({ gravity: [share * gx, share * gy, share * gz] });
	const body = scene.add(
		solid.mesh(mesh, { solid: model, density: given.density }),
	);
	setUp(body, share);
	const simulation = await simulate(scene);
	const start = performance.now();
	simulation.solveStatics({ tolerance: 1e-6 });
	const seconds = (performance.now() - start) / 1000;
	const vertices = body.vertexCount;
	if (!probe) {
		const ratio =
			simulation.energies().elastic / share ** 2 / (strainEnergy as number);
		return { error: Math.abs(ratio - 1), ratio, vertices, seconds };
	}
	const moved = simulation.positionOf(body.point(probe.position));
	const u = moved.map((x, k) => (x - probe.position[k]) / share);
	const size = Math.hypot(...probe.displacement);
	return {
		error: Math.hypot(...u.map((c, k) => c - probe.displacement[k])) / size,
		ratio: Math.hypot(...u) / size,
		vertices,
		seconds,
	};
}

function probeOf(id: string) {
	const found = references.variants.find((variant) => variant.id === id);
	if (!found) throw new Error(`solids.json has no variant ${id}`);
	return {
		position: found.position as unknown as Vector3,
		displacement: found.displacement as unknown as Vector3,
	};
}

const boxOf =
	(size: Vector3, cellsOf: (across: number) => Vector3) =>
	(across: number, elements: Cells): Mesh =>
		box({ size, cells: cellsOf(across), elements });

const scaled = ([x, y, z]: Vector3, share: number): Vector3 => [
	share * x,
	share * y,
	share * z,
];

const laws = ["linear", "stvk"] as const;

const cantilevers = laws.map(
	(law): SolidCase => ({
		id: `A1-nu0.3-${law}`,
		about: "cantilever under its weight",
		law,
		youngModulus: 1000,
		poissonRatio: 0.3,
		mesh: boxOf([0.4, 0.1, 0.1], (n) => [4 * n, n, n]),
		density: 1.25,
		gravity: [0, -9.81, 0],
		setUp: (body) => body.pin(body.group("x-min")),
		probe: probeOf(`A1-nu0.3-${law}`),
	}),
);

const columns = (
	[
		["linear", "A2-t0.9-linear", 0.9],
		["stvk", "A2-t4.5-stvk", 4.5],
	] as const
).map(
	([law, id, traction]): SolidCase => ({
		id,
		about: "sheared column",
		law,
		youngModulus: 1000,
		poissonRatio: 0.3,
		mesh: boxOf([0.1, 0.1, 0.3], (n) => [n, n, 3 * n]),
		density: 1,
		setUp: (body, share) => {
			body.pin(body.group("z-min"));
			body.surfaceLoad([share * traction, 0, 0], body.group("z-max"));
		},
		probe: probeOf(id),
	}),
);

/** The cells of a block that are in the L. */
function lShaped(across: number, elements: Cells): Mesh {
	const n = 2 * across;
	const block = box({ size: [4, 4, 4], cells: [n, n, n], elements });
	const nodes = elements === "hexahedra" ? 8 : 4;
	const cells: number[] = [];
	for (let i = 0; i < block[elements].length; i += nodes) {
		const cell = block[elements].subarray(i, i + nodes);
		const mean = (k: number) =>
			cell.reduce((sum, v) => sum + block.positions[3 * v + k], 0) / nodes;
		if (mean(0) < 2 || mean(2) > 2) cells.push(...cell);
	}
	const used = [...new Set(cells)].sort((a, b) => a - b);
	const places = new Map(used.map((vertex, i) => [vertex, i]));
	return createMesh({
		positions: used.flatMap((v) => [
			...block.positions.subarray(3 * v, 3 * v + 3),
		]),
		[elements]: cells.map((v) => places.get(v) as number),
	});
}

/** The L with as many cells, each √2 times as long as the one before it on the way from the inner edge with four across. */
export function gradedL(across: number, elements: Cells): Mesh {
	const ratio = 4;
	const along = (x: number) => {
		const part = Math.abs(x - 2) / 2;
		return 2 + (2 * Math.sign(x - 2) * (ratio ** part - 1)) / (ratio - 1);
	};
	return grade(lShaped(across, elements), (x, y, z) => [along(x), y, along(z)]);
}

const ls = laws.flatMap((law) =>
	(
		[
			["down", [0, 0, -2.5]],
			["side", [0, 6, 0]],
		] as const
	).map(
		([way, traction]): SolidCase => ({
			id: `A3-${way}-${law}`,
			about: `L pulled ${way === "down" ? "down" : "sideways"}`,
			law,
			youngModulus: 1000,
			poissonRatio: 0.3,
			mesh: lShaped,
			density: 1,
			setUp: (body, share) => {
				body.pin(body.where((_x, _y, z) => Math.abs(z) < 1e-9));
				body.surfaceLoad(
					scaled(traction, share),
					body.where((x) => Math.abs(x - 4) < 1e-9),
				);
			},
			probe: probeOf(`A3-${way}-${law}`),
		}),
	),
);

const bars = laws.map(
	(law): SolidCase => ({
		id: `A5-fine-${law}`,
		about: "slender bar bent",
		law,
		youngModulus: 1e5,
		poissonRatio: 0.3,
		mesh: boxOf([1, 0.1, 0.1], (n) => [10 * n, n, n]),
		density: 1000,
		setUp: (body, share) => {
			body.pin(body.group("x-min"));
			body.surfaceLoad([0, 0, share * -200], body.group("x-max"));
		},
		probe: probeOf(`A5-fine-${law}`),
	}),
);

/** Cook's panel: n cells through its thickness, three times as many along and across. */
function cooksPanel(across: number, elements: Cells): Mesh {
	const block = box({
		size: [1, 1, 0.1],
		cells: [3 * across, 3 * across, across],
		elements,
	});
	const positions = block.positions.slice();
	for (let i = 0; i < positions.length; i += 3) {
		const [s, t] = positions.subarray(i, i + 2);
		positions[i] = 0.48 * s;
		positions[i + 1] = 0.44 * s + t * (0.44 - 0.28 * s);
	}
	return createMesh({ ...block, positions });
}

const panels = laws.map(
	(law): SolidCase => ({
		id: `A6-3d-F0.2-${law}`,
		about: "Cook's membrane as a solid",
		law,
		youngModulus: 1000,
		poissonRatio: 1 / 3,
		mesh: cooksPanel,
		density: 1,
		setUp: (body, share) => {
			body.pin(body.group("x-min"));
			body.surfaceLoad([0, share * 12.5, 0], body.group("x-max"));
		},
		probe: probeOf(`A6-3d-F0.2-${law}`),
	}),
);

const twists = (
	[
		["linear", "A8-linear-small", 1],
		["stvk", "A8-stvk", 90],
		["neo-hookean", "A8-neo-hookean", 90],
	] as const
).map(([law, id, degrees]): SolidCase => {
	const variant = A8.variants.find((variant) => variant.id === id);
	const row = variant?.results.table.find(([angle]) => angle === degrees);
	if (!row) throw new Error(`A8.json has no variant ${id} at ${degrees}°`);
	return {
		id,
		about: `bar twisted by ${degrees}°`,
		law,
		youngModulus: 1000,
		poissonRatio: 0.3,
		mesh: boxOf([0.1, 0.1, 0.4], (n) => [n, n, 4 * n]),
		density: 1000,
		setUp: (bar, share) => {
			const angle = (share * degrees * Math.PI) / 180;
			bar.place((x, y, z) => {
				const [c, s] = [Math.cos, Math.sin].map((f) => f((z / 0.4) * angle));
				const [u, v] = [x - 0.05, y - 0.05];
				return [0.05 + c * u - s * v, 0.05 + s * u + c * v, z];
			});
			bar.pin(bar.group("z-min")).pin(bar.group("z-max"));
		},
		strainEnergy: row[3],
	};
});

export const solidCases: readonly SolidCase[] = [
	...cantilevers,
	...columns,
	...ls,
	...bars,
	...panels,
	...twists,
];

const [linearCantilever] = solidCases;

/** The cantilever of another material, E = 5 MPa and 1000 kg/m³: small sags are as ρ/E. */
export const stiffCantilever: SolidCase = {
	...linearCantilever,
	id: "A1-scaled",
	about: "cantilever of 5 MPa under its weight",
	youngModulus: 5e6,
	density: 1000,
	probe: {
		position: (linearCantilever.probe as Probe).position,
		displacement: scaled(
			(linearCantilever.probe as Probe).displacement,
			1000 / 5e6 / (linearCantilever.density / linearCantilever.youngModulus),
		),
	},
};

type Probe = NonNullable<SolidCase["probe"]>;
