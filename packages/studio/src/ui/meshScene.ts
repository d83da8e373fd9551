/** The scene of a mesh from a file: what is assumed stands in it as comments. */
import type { Inspection } from "../protocol.ts";

export interface MeshChoices {
	readonly kind: "solid" | "cloth" | "cable";
	/** From the file's numbers to metres. */
	readonly scale: number;
	readonly hold: "twoPoints" | "floor" | "bottom";
	readonly isZUp: boolean;
	/** [Pa] */
	readonly youngModulus: number;
}

/** Quadratic cells along the longest side of what is filled: a ball of them costs three times what nine linear ones do, which lock at this Poisson ratio. */
const cellsAcross = 6;

export function likelyChoices({
	isClosed,
	solidCells,
	triangles,
	low,
	high,
	name,
}: Inspection): MeshChoices {
	const extent = Math.max(...high.map((h, k) => h - low[k]));
	return {
		kind:
			isClosed || solidCells > 0 ? "solid" : triangles > 0 ? "cloth" : "cable",
		// Nobody drapes what is larger than a room.
		scale: extent > 4 ? 0.001 : 1,
		hold: "twoPoints",
		// Programs that write STL mostly have z up.
		isZUp: /\.stl$/i.test(name),
		youngModulus: 20_000,
	};
}

export function meshScene(mesh: Inspection, choices: MeshChoices): string {
	const { kind, scale, hold, isZUp, youngModulus } = choices;
	const { low, high } = placed(mesh, choices);
	const size = high.map((h, k) => h - low[k]);
	const extent = Math.max(...size);
	const lines: string[] = [];
	const number = (value: number) => Number(value.toPrecision(4));
	const vector = (values: readonly number[]) =>
		`[${values.map(number).join(", ")}]`;
	const shape = [
		`"file": ${JSON.stringify(mesh.name)}`,
		`"repair": true`,
		...(scale === 1 ? [] : [`"scale": ${scale}`]),
		...(isZUp ? [`"rotate": [-90, 0, 0]`] : []),
		...(kind === "solid" && mesh.solidCells === 0
			? [`"fill": ${number(extent / cellsAcross)}`]
			: []),
	];
	lines.push(
		`// ${mesh.name} as ${kind}. Assumed: ${scale === 1 ? "its numbers are metres" : `its numbers times ${scale} are metres`}, ${isZUp ? "z" : "y"} is up${kind === "solid" ? ", it is as heavy as water" : ""}.`,
		"{",
		'\t"pliant": 1,',
		`\t"title": ${JSON.stringify(mesh.name.replace(/\.[^.]*$/, ""))},`,
		'\t"objects": {',
		'\t\t"object": {',
		`\t\t\t"mesh": { ${shape.join(", ")} },`,
	);
	if (kind === "solid")
		lines.push(
			`\t\t\t"models": [{ "model": "stable-neo-hookean", "youngModulus": ${youngModulus}, "poissonRatio": 0.45 }],`,
			'\t\t\t"density": 1000,',
		);
	else
		lines.push(
			`\t\t\t"material": "${kind === "cloth" ? "cotton" : "nylon-line"}",`,
		);
	lines.push(
		`\t\t\t"hold": [${holdsOf(hold, low, high)
			.map((one) => `\n\t\t\t\t${one}`)
			.join(",")}\n\t\t\t]`,
		"\t\t}",
		"\t},",
	);
	if (hold === "floor")
		lines.push(
			`\t"colliders": { "floor": { "plane": { "point": ${vector([0, low[1] - 0.25 * extent, 0])} }, "friction": 0.4 } },`,
		);
	lines.push(
		'\t"run": { "seconds": 5 },',
		'\t"simulation": { "accuracy": 0.005, "damping": { "mass": 0.5 } }',
		"}",
		"",
	);
	return lines.join("\n");

	function holdsOf(
		how: MeshChoices["hold"],
		min: readonly number[],
		max: readonly number[],
	): string[] {
		if (how === "floor") return [];
		if (how === "bottom") {
			const box = {
				min: min.map((m) => number(m - extent)),
				max: [max[0] + extent, min[1] + 0.04 * size[1], max[2] + extent].map(
					number,
				),
			};
			return [
				`{ "vertices": { "box": { "min": ${vector(box.min)}, "max": ${vector(box.max)} } } }`,
			];
		}
		const middle = (min[2] + max[2]) / 2;
		return [min[0], max[0]].map(
			(x) => `{ "vertices": { "nearest": ${vector([x, max[1], middle])} } }`,
		);
	}
}

/** The box around the mesh where the scene has it [m]. */
function placed({ low, high }: Inspection, { scale, isZUp }: MeshChoices) {
	const turned = (p: readonly number[]) =>
		isZUp ? [p[0], p[2], -p[1]] : [...p];
	const [a, b] = [turned(low), turned(high)];
	return {
		low: a.map((c, k) => scale * Math.min(c, b[k])),
		high: a.map((c, k) => scale * Math.max(c, b[k])),
	};
}
