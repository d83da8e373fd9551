/** Whether a model's programs can be written as WGSL. Running them needs a GPU, which is left to tests of the backend. */
import { emitWgsl } from "../energy/emit/wgsl.ts";
import type { ElementPrograms, Program } from "../energy/program.ts";
import { fail } from "./assertions.ts";

/** Every output of every program is assigned once, from a temporary or a literal. */
export function checkWgsl(programs: ElementPrograms): void {
	for (const [name, program] of Object.entries<Program>({ ...programs })) {
		const text = emitWgsl(program);
		const count = program.outputs.length;
		for (let k = 0; k < count; k++) {
			const target = `\toutputs[${count}u * element + ${k}u] = `;
			const [, ...values] = text.split(target);
			if (values.length !== 1)
				fail(
					`${name}: output ${k} is assigned ${values.length} times, not once`,
				);
			const [value] = values[0].split("\n");
			if (!/^(t\d+|\(?-?[\d.e+-]+f\)?);$/.test(value))
				fail(`${name}: output ${k} is assigned '${value}'`);
		}
	}
}
