/** Stress over strain at a point, and what linear elasticity says of it. */
import {
	Body,
	type MaterialPoint,
	type SceneBody,
	type Simulation,
} from "pliant";
import { vonMises } from "pliant/simulation";

const isSolid = (body: SceneBody): body is Body =>
	body instanceof Body &&
	(body.massOn === "tetrahedron" || body.massOn === "hexahedron");

/**
 * Von Mises's equivalent stress [Pa], and the strain that goes with it, √(2/3 e:e) of the deviatoric part e of Green's: for small strains one is 3G times the
 * other, in whatever way a solid is strained. Nothing of other bodies.
 */
export function equivalents(
	simulation: Simulation,
	body: SceneBody,
	point: MaterialPoint,
): { readonly stress: number; readonly strain: number } | undefined {
	if (!isSolid(body)) return undefined;
	const [xx, yy, zz, xy, yz, xz] = simulation.strainOf(point);
	const mean = (xx + yy + zz) / 3;
	const squares =
		(xx - mean) ** 2 +
		(yy - mean) ** 2 +
		(zz - mean) ** 2 +
		2 * (xy * xy + yz * yz + xz * xz);
	const [stress] = vonMises(Float64Array.from(simulation.stressOf(point)));
	return { stress, strain: Math.sqrt((2 / 3) * squares) };
}

/** 3G [Pa] of a solid's models together, where they tell their moduli. */
export function equivalentModulus(body: SceneBody): number | undefined {
	if (!isSolid(body)) return undefined;
	let sum = 0;
	for (const { model, material } of body.models) {
		const numbers = Object.entries(material).filter(
			(entry): entry is [string, number] => typeof entry[1] === "number",
		);
		const moduli = model.linearised?.(Object.fromEntries(numbers));
		if (!moduli || !("youngModulus" in moduli)) return undefined;
		const { youngModulus, poissonRatio } = moduli;
		sum += (1.5 * youngModulus) / (1 + poissonRatio);
	}
	return sum > 0 ? sum : undefined;
}
