/** Rows of errors at the vertices beside the paper's. */
import { brick, stvkHexahedra } from "pliant/models";
import { type Row, told } from "../experiment.ts";
import {
	type Equilibrium,
	equilibrium,
	extrapolated,
	type NodalErrors,
	nodalErrors,
	type SolidProblem,
	small,
} from "./finiteElements.ts";

/** Mean, "SD" and maximum [%] as printed; nothing where they are not legible. */
export interface PrintedErrors {
	readonly mean?: number;
	readonly sd?: number;
	readonly max?: number;
}

export const sdRemark =
	"What the paper prints as standard deviations must be variances: 1.3 % is the square of 11 %, which errors from 0 to 33 % can have; 1.3 % they cannot. Their roots stand beside ours.";

export interface Comparison {
	readonly reference: Equilibrium;
	readonly bricks: readonly {
		readonly n: number;
		readonly found: Equilibrium;
		readonly errors: NodalErrors;
	}[];
	/** Trilinear hexahedra on the bricks' cells. */
	readonly elements: readonly NodalErrors[];
}

/** Bricks of several sizes against finite elements on cells of two smaller sizes, extrapolated. */
export async function compare(
	problem: SolidProblem,
	moduli: { readonly youngModulus: number; readonly poissonRatio: number },
	sizes: readonly number[],
	[coarse, fine]: readonly [number, number],
	law: "linear" | "St Venant–Kirchhoff",
): Promise<Comparison> {
	const options = law === "linear" ? { share: small } : {};
	const solve = (n: number, model: typeof brick | typeof stvkHexahedra) =>
		equilibrium(problem, n, model(moduli), options);
	const reference = extrapolated(
		await solve(coarse, stvkHexahedra),
		await solve(fine, stvkHexahedra),
	);
	const bricks: Comparison["bricks"][number][] = [];
	const elements: NodalErrors[] = [];
	for (const n of sizes) {
		const found = await solve(n, brick);
		bricks.push({ n, found, errors: nodalErrors(found, reference) });
		elements.push(nodalErrors(await solve(n, stvkHexahedra), reference));
	}
	return { reference, bricks, elements };
}

const words = {
	mean: "mean error",
	deviation: "standard deviation of errors",
	max: "largest error",
} as const;

/** Every number told, beside the paper's. */
export const errorRows = (
	name: string,
	errors: NodalErrors,
	printed: PrintedErrors,
	source: string,
): Row[] =>
	(Object.keys(words) as (keyof typeof words)[]).map((key) => {
		const expected =
			key !== "deviation"
				? printed[key]
				: printed.sd && 100 * Math.sqrt(printed.sd / 100);
		return told(`${name}: ${words[key]} [%]`, errors[key], {
			...(expected !== undefined && { expected }),
			source,
		});
	});
