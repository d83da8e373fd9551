/**
 * Programs as WebAssembly SIMD: each v128 lane runs one element, two in f64 or four in f32.
 *
 * A kernel takes pointers: one per vertex array, one to the parameters that all elements have in common, where there are any, then indices,
 * parameters and outputs, then the first group of `lanes` elements and the one after the last. Vertex arrays are xyz per vertex. The rest is interleaved,
 * [pair][node | parameter][2] for indices and parameters and [group][output][lane] for outputs, so that they move as whole
 * vectors; a last group that is not full is filled up with copies of an element.
 *
 * Inputs are f64 for both precisions. A kernel in f32 rounds them only after it has taken them relative to the element's first
 * node (where the program allows it): edges of a fine mesh would lose their digits otherwise.
 */
import { type Expr, forgetting } from "../expression.ts";
import { topologicalOrder } from "../graph.ts";
import {
	dimension,
	type Program,
	type Source,
	type VertexSource,
} from "../program.ts";
import type { Precision } from "./elementary.ts";
import {
	ByteWriter,
	encodeModule,
	signed,
	unsigned,
	type WasmFunction,
} from "./wasmBinary.ts";

/** Elements that one kernel iteration computes. */
export const lanesOf = { f64: 2, f32: 4 } as const;
/** Elements whose indices and parameters are interleaved. */
const pair = lanesOf.f64;
const vectorBytes = 16;
const numberBytes = 8;

/** One module that exports a kernel for every program, under its key. The programs have arithmetic alone (`elementary.ts`). */
export function emitKernels(
	programs: Readonly<Record<string, Program>>,
	precision: Precision,
	memory: "own" | "shared" = "own",
): Uint8Array<ArrayBuffer> {
	return encodeModule(
		Object.entries(programs).map(([name, program]) =>
			forgetting(() => new KernelEmitter(name, program, precision).emit()),
		),
		memory,
	);
}

const localGet = 0x20;
const localSet = 0x21;
const localTee = 0x22;
const i32Load = 0x28;
const i32Const = 0x41;
const i32Add = 0x6a;
const i32Sub = 0x6b;
const i32Mul = 0x6c;

const simd = (code: number): number[] => [0xfd, ...unsigned(code)];
const v128Load = simd(0x00);
const v128Store = simd(0x0b);
const v128Const = simd(0x0c);
const v128And = simd(0x4e);
const v128Or = simd(0x50);
const bitSelect = simd(0x52);
const loadSplat = simd(0x0a);
const loadFirst = simd(0x5d);
const loadSecond = simd(0x57);
const demote = simd(0x5e);
/** The low halves of two vectors in one. */
const joinHalves = [
	...simd(0x0d),
	...[0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23],
];

/** Instructions that differ between 2×f64 and 4×f32. The integers beside the floats are 2×i64 and 4×i32. */
const instructions = {
	f64: {
		add: simd(0xf0),
		sub: simd(0xf1),
		mul: simd(0xf2),
		div: simd(0xf3),
		neg: simd(0xed),
		sqrt: simd(0xef),
		abs: simd(0xec),
		min: simd(0xf4),
		max: simd(0xf5),
		nearest: simd(0x94),
		floor: simd(0x75),
		less: simd(0x49),
		lessEqual: simd(0x4b),
		shiftLeft: simd(0xcb),
		shiftRight: simd(0xcd),
		addInteger: simd(0xce),
		// f64 → i32 in the low half → i64.
		toInteger: [...simd(0xfc), ...simd(0xc7)],
	},
	f32: {
		add: simd(0xe4),
		sub: simd(0xe5),
		mul: simd(0xe6),
		div: simd(0xe7),
		neg: simd(0xe1),
		sqrt: simd(0xe3),
		abs: simd(0xe0),
		min: simd(0xe8),
		max: simd(0xe9),
		nearest: simd(0x6a),
		floor: simd(0x68),
		less: simd(0x43),
		lessEqual: simd(0x45),
		shiftLeft: simd(0xab),
		shiftRight: simd(0xad),
		addInteger: simd(0xae),
		toInteger: simd(0xf8),
	},
} as const;

/** IEEE 754 layout. `magic` is the number whose last mantissa bit counts ones: or-ing a small integer into it converts that to a float. */
const layout = {
	f64: {
		mantissaBits: 52,
		bias: 1023,
		mantissaMask: 2n ** 52n - 1n,
		one: 0x3ff0000000000000n,
		magic: 2 ** 52,
	},
	f32: {
		mantissaBits: 23,
		bias: 127,
		mantissaMask: 2n ** 23n - 1n,
		one: 0x3f800000n,
		magic: 2 ** 23,
	},
} as const;

class KernelEmitter {
	private readonly name: string;
	private readonly program: Program;
	private readonly precision: Precision;
	private readonly lanes: number;
	private readonly code = new ByteWriter();
	private readonly uses = new Map<Expr, number>();
	private readonly localOf = new Map<Expr, number>();
	/** Locals that hold the first nodes' values, by array, component and lane. */
	private readonly origins = new Map<string, number>();
	private vectorLocals = 0;

	constructor(name: string, program: Program, precision: Precision) {
		this.name = name;
		this.program = program;
		this.precision = precision;
		this.lanes = lanesOf[precision];
	}

	emit(): WasmFunction {
		const { nodes, parameters, outputs } = this.program;
		const use = (e: Expr) => this.uses.set(e, (this.uses.get(e) ?? 0) + 1);
		for (const { args } of topologicalOrder(outputs)) args.forEach(use);
		outputs.forEach(use);

		const { indices } = this;
		const [parameterPointer, outputPointer, first, groups] = [1, 2, 3, 4].map(
			(i) => indices + i,
		);
		const strides: [number, number][] = [
			[indices, 4 * nodes * this.lanes],
			[parameterPointer, numberBytes * parameters * this.lanes],
			[outputPointer, vectorBytes * outputs.length],
		];
		for (const [pointer, stride] of strides) {
			this.get(pointer);
			this.get(first);
			this.push(i32Const, ...signed(stride), i32Mul, i32Add);
			this.push(localSet, ...unsigned(pointer));
		}
		this.get(groups);
		this.get(first);
		this.push(i32Sub, localSet, ...unsigned(groups));
		this.push(0x02, 0x40, localGet, ...unsigned(groups), 0x45, 0x0d, 0); // block: leave it when there are no groups
		this.push(0x03, 0x40); // loop
		for (let node = 0; node < nodes; node++)
			for (let lane = 0; lane < this.lanes; lane++) {
				const entry =
					this.pairStart(lane) * nodes + pair * node + (lane % pair);
				this.get(indices);
				this.push(i32Load, 2, ...unsigned(4 * entry));
				this.push(i32Const, ...signed(dimension * numberBytes), i32Mul);
				this.push(localSet, ...unsigned(this.vertexLocal(node, lane)));
			}
		for (const [k, e] of outputs.entries()) {
			this.get(outputPointer);
			this.expression(e);
			this.push(...v128Store, 4, ...unsigned(vectorBytes * k));
		}
		for (const [pointer, stride] of strides) this.advance(pointer, stride);
		this.get(groups);
		this.push(i32Const, ...signed(-1), i32Add, localTee, ...unsigned(groups));
		this.push(0x0d, 0, 0x0b, 0x0b); // again while groups are left; end loop; end block
		return {
			name: this.name,
			parameters: indices + 5,
			locals: { i32: nodes * this.lanes, v128: this.vectorLocals },
			body: this.code.bytes,
		};
	}

	/** The local that points to indices; the others follow it. */
	private get indices(): number {
		const { arrays, common = 0 } = this.program;
		return arrays.length + (common > 0 ? 1 : 0);
	}

	/** First lane of the pair that a lane is in. */
	private pairStart(lane: number): number {
		return lane - (lane % pair);
	}

	private push(...bytes: readonly number[]): void {
		this.code.write(bytes);
	}

	private get(local: number): void {
		this.code.writeByte(localGet);
		this.code.writeUnsigned(local);
	}

	private advance(pointer: number, bytes: number): void {
		this.get(pointer);
		this.push(
			i32Const,
			...signed(bytes),
			i32Add,
			localSet,
			...unsigned(pointer),
		);
	}

	/** The local that holds the byte offset of a node's values in the vertex arrays. */
	private vertexLocal(node: number, lane: number): number {
		return this.indices + 5 + node * this.lanes + lane;
	}

	private newVectorLocal(): number {
		const { nodes } = this.program;
		return this.indices + 5 + nodes * this.lanes + this.vectorLocals++;
	}

	/** Leaves the value on the stack; what is used again is kept in a local. */
	private expression(e: Expr): void {
		const known = this.localOf.get(e);
		const source = this.program.sources.get(e);
		if (known !== undefined) this.get(known);
		else if (e.op === "constant") this.constant(e.value);
		else if (source) this.load(source);
		else this.operation(e);
		if (known !== undefined || e.op === "constant") return;
		if ((this.uses.get(e) as number) > 1) {
			const local = this.newVectorLocal();
			this.localOf.set(e, local);
			this.code.writeByte(localTee);
			this.code.writeUnsigned(local);
		}
	}

	private load(source: Source): void {
		const relative =
			this.precision === "f32" && this.program.relative && "node" in source;
		if (relative && source.node === 0) {
			this.constant(0);
			return;
		}
		for (let lane = 0; lane < this.lanes; lane += pair) {
			if ("parameter" in source) this.loadParameter(source.parameter, lane);
			else this.loadPair(source, lane);
			if (relative) {
				this.loadOrigin(source, lane);
				this.push(...instructions.f64.sub);
			}
			if (this.precision === "f32") this.push(...demote);
		}
		if (this.precision === "f32") this.push(...joinHalves);
	}

	private loadParameter(parameter: number, lane: number): void {
		const { parameters, arrays } = this.program;
		if (parameter >= parameters) {
			this.get(arrays.length);
			const offset = unsigned(numberBytes * (parameter - parameters));
			this.push(...loadSplat, 3, ...offset);
			return;
		}
		const entry = lane * parameters + pair * parameter;
		this.get(this.indices + 1);
		this.push(...v128Load, 4, ...unsigned(numberBytes * entry));
	}

	/** A component of a vertex array for two elements. */
	private loadPair(source: VertexSource, lane: number): void {
		const offset = unsigned(source.component * numberBytes);
		for (const l of [lane + 1, lane]) {
			this.get(source.array);
			this.get(this.vertexLocal(source.node, l));
			this.push(i32Add);
		}
		this.push(...loadFirst, 3, ...offset, ...loadSecond, 3, ...offset, 1);
	}

	/** The same component at the first node, kept in a local. */
	private loadOrigin({ array, component }: VertexSource, lane: number): void {
		const key = `${array} ${component} ${lane}`;
		const known = this.origins.get(key);
		if (known !== undefined) {
			this.get(known);
			return;
		}
		const local = this.newVectorLocal();
		this.origins.set(key, local);
		this.loadPair({ array, component, node: 0 }, lane);
		this.push(localTee, ...unsigned(local));
	}

	private operation(e: Expr): void {
		const code = instructions[this.precision];
		const { mantissaBits, bias, mantissaMask, one, magic } =
			layout[this.precision];
		const [a, b, c] = e.args;
		switch (e.op) {
			case "select":
				this.expression(b);
				this.expression(c);
				this.expression(a);
				this.push(...bitSelect);
				return;
			case "mantissa":
				this.expression(a);
				this.integer(mantissaMask);
				this.push(...v128And);
				this.integer(one);
				this.push(...v128Or);
				return;
			case "exponent":
				this.expression(a);
				this.push(i32Const, ...signed(mantissaBits), ...code.shiftRight);
				this.constant(magic);
				this.push(...v128Or);
				this.constant(magic + bias);
				this.push(...code.sub);
				return;
			case "scale2":
				this.expression(a);
				this.expression(b);
				this.push(...code.toInteger);
				this.integer(BigInt(bias));
				this.push(...code.addInteger);
				this.push(i32Const, ...signed(mantissaBits), ...code.shiftLeft);
				this.push(...code.mul);
				return;
			default: {
				const instruction = code[e.op as keyof typeof code];
				if (!instruction)
					throw new Error(`energy: no WebAssembly for '${e.op}'`);
				for (const argument of e.args) this.expression(argument);
				this.code.write(instruction);
			}
		}
	}

	/** The same float in every lane. */
	private constant(value: number): void {
		const values =
			this.precision === "f64"
				? Float64Array.of(value, value)
				: Float32Array.of(value, value, value, value);
		this.push(...v128Const, ...new Uint8Array(values.buffer));
	}

	/** The same integer in every lane. */
	private integer(value: bigint): void {
		const values =
			this.precision === "f64"
				? BigUint64Array.of(value, value)
				: new Uint32Array(4).fill(Number(value));
		this.push(...v128Const, ...new Uint8Array(values.buffer));
	}
}
