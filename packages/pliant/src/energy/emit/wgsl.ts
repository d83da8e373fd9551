/**
 * Programs as WGSL compute shaders in f32, one invocation per element. Buffers, in the order of their bindings: the vertex
 * arrays (xyz per vertex), indices, parameters and outputs, each by element without interleaving; last what parameters all have in common, where there are any.
 *
 * WGSL leaves division, sqrt and the elementary functions a few units in the last place (WGSL, "Accuracy of built-in
 * functions"), and lets a compiler assume that infinities and NaN do not occur.
 */
import type { Expr } from "../expression.ts";
import { topologicalOrder } from "../graph.ts";
import { dimension, type Program } from "../program.ts";

const infix: Partial<Record<Expr["op"], string>> = {
	add: "+",
	sub: "-",
	mul: "*",
	div: "/",
	less: "<",
	lessEqual: "<=",
};

const builtins: ReadonlySet<string> = new Set(
	"sqrt abs min max exp log sin cos atan2 floor".split(" "),
);

export function emitWgsl(program: Program, workgroupSize = 64): string {
	const { arrays, nodes, parameters, common = 0, outputs, sources } = program;
	const binding = (name: string, type: string, access = "read") =>
		`@group(0) @binding(${bindings++}) var<storage, ${access}> ${name}: array<${type}>;`;
	let bindings = 0;
	const lines = [
		...arrays.map((name) => binding(name, "f32")),
		binding("indices", "u32"),
		binding("parameters", "f32"),
		binding("outputs", "f32", "read_write"),
		...(common > 0 ? [binding("common", "f32")] : []),
		"",
		`@compute @workgroup_size(${workgroupSize})`,
		"fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {",
		`\tlet element = id.x + id.y * groups.x * ${workgroupSize}u;`,
		`\tif (element >= arrayLength(&indices) / ${nodes}u) { return; }`,
		...Array.from(
			{ length: nodes },
			(_, n) =>
				`\tlet vertex${n} = ${dimension}u * indices[${nodes}u * element + ${n}u];`,
		),
	];

	const names = new Map<Expr, string>();
	const nameOf = (e: Expr) => names.get(e) as string;
	for (const e of topologicalOrder(outputs)) {
		if (e.op === "constant") {
			names.set(e, literal(e.value));
			continue;
		}
		const source = sources.get(e);
		const text = !source
			? operation(e, e.args.map(nameOf))
			: "parameter" in source
				? source.parameter < parameters
					? `parameters[${parameters}u * element + ${source.parameter}u]`
					: `common[${source.parameter - parameters}u]`
				: `${arrays[source.array]}[vertex${source.node} + ${source.component}u]`;
		const name = `t${names.size}`;
		names.set(e, name);
		lines.push(`\tlet ${name} = ${text};`);
	}
	for (const [k, e] of outputs.entries())
		lines.push(
			`\toutputs[${outputs.length}u * element + ${k}u] = ${nameOf(e)};`,
		);
	return `${lines.join("\n")}\n}\n`;
}

function operation({ op }: Expr, [a, b, c]: readonly string[]): string {
	const symbol = infix[op];
	if (symbol) return `${a} ${symbol} ${b}`;
	if (op === "neg") return `-${a}`;
	// WGSL's select has the value for "false" first.
	if (op === "select") return `select(${c}, ${b}, ${a})`;
	if (!builtins.has(op)) throw new Error(`energy: no WGSL for '${op}'`);
	return `${op}(${b === undefined ? a : `${a}, ${b}`})`;
}

/** A constant as an f32 literal. */
function literal(value: number): string {
	const rounded = Math.fround(value);
	if (!Number.isFinite(rounded))
		throw new Error(
			`energy: the constant ${value} does not fit into an f32; WGSL has no literal for it`,
		);
	return rounded < 0 ? `(${rounded}f)` : `${rounded}f`;
}
