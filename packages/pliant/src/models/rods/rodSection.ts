/** What a rod's section gives it: stiffness against stretching, bending about its two axes, and twist. */
export interface Section {
	/** [m²] */
	readonly area: number;
	/** ∫ z² and ∫ y² over the section [m⁴], of bending that moves it along its height, and along its width. */
	readonly heightMoment: number;
	readonly widthMoment: number;
	/** J of St Venant's torsion [m⁴]. */
	readonly torsionConstant: number;
}

export function roundSection(radius: number): Section {
	const moment = (Math.PI * radius ** 4) / 4;
	return {
		area: Math.PI * radius ** 2,
		heightMoment: moment,
		widthMoment: moment,
		torsionConstant: 2 * moment,
	};
}

/** Terms of the series beyond which it is exact to rounding, since they fall with the fifth power. */
const terms = 200;

/** J = a b³/3 (1 − 192 b/(π⁵ a) Σ tanh(n π a/(2 b))/n⁵), n odd, b ≤ a: S. Timoshenko and J. Goodier, Theory of Elasticity, § 109. */
export function rectangularSection(width: number, height: number): Section {
	const [b, a] = [Math.min(width, height), Math.max(width, height)];
	let sum = 0;
	for (let n = 2 * terms - 1; n > 0; n -= 2)
		sum += Math.tanh((n * Math.PI * a) / (2 * b)) / n ** 5;
	return {
		area: width * height,
		heightMoment: (width * height ** 3) / 12,
		widthMoment: (height * width ** 3) / 12,
		torsionConstant:
			((a * b ** 3) / 3) * (1 - ((192 * b) / (Math.PI ** 5 * a)) * sum),
	};
}
