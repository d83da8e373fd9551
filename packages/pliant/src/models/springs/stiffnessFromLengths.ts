import { checkMaterial } from "../parameters.ts";
import { vanGelder, vanGelderPart } from "./springRules.ts";

/**
 * Van Gelder's stiffness [N/m] of the three edges of a triangle, of which nothing but their rest lengths [m] is known; the area is that of Heron's formula.
 * Van Gelder 1998, eqs 27 and 28. Springs that two triangles share get the sum of both.
 */
export function stiffnessFromLengths(
	lengths: readonly [number, number, number],
	material: { readonly youngModulus2d: number; readonly poissonRatio?: number },
): [number, number, number] {
	const { youngModulus2d, poissonRatio } = vanGelder.material;
	const values = checkMaterial(
		"stiffnessFromLengths",
		{ youngModulus2d, poissonRatio },
		{ ...material },
	) as { youngModulus2d: number; poissonRatio: number };
	const [longest, middle, shortest] = lengths.toSorted((a, b) => b - a);
	// In this order of sums thin triangles lose no digits.
	const square =
		(longest + (middle + shortest)) *
		(shortest - (longest - middle)) *
		(shortest + (longest - middle)) *
		(longest + (middle - shortest));
	if (!(shortest > 0 && square > 0 && Number.isFinite(square)))
		throw new Error(
			`stiffnessFromLengths: no triangle has edges of ${lengths.join(", ")} m; give three lengths, the longest below the sum of the others`,
		);
	const area = Math.sqrt(square) / 4;
	const part = (c: number, a: number, b: number) =>
		vanGelderPart(
			{
				area,
				lengthSquared: c * c,
				cotangent: (a * a + b * b - c * c) / (4 * area),
			},
			values,
		);
	const [a, b, c] = lengths;
	return [part(a, b, c), part(b, c, a), part(c, a, b)];
}
