/** x' = a x + c y + e, y' = b x + d y + f. */
export type Affine = readonly [number, number, number, number, number, number];

const identity: Affine = [1, 0, 0, 1, 0, 0];
const radians = Math.PI / 180;

/** From the numbers in the brackets of each kind. */
const kinds: Readonly<Record<string, (values: readonly number[]) => Affine>> = {
	matrix: ([a, b, c, d, e, f]) => [a, b, c, d, e, f],
	translate: ([x, y = 0]) => [1, 0, 0, 1, x, y],
	scale: ([x, y = x]) => [x, 0, 0, y, 0, 0],
	rotate: ([angle, x = 0, y = 0]) => {
		const [c, s] = [Math.cos(angle * radians), Math.sin(angle * radians)];
		return [c, s, -s, c, x - c * x + s * y, y - s * x - c * y];
	},
	skewX: ([angle]) => [1, 0, Math.tan(angle * radians), 1, 0, 0],
	skewY: ([angle]) => [1, Math.tan(angle * radians), 0, 1, 0, 0],
};

/** The transform of an attribute such as "translate(1 2) scale(3)". */
export function parseTransform(
	text: string,
	error: (message: string) => Error,
): Affine {
	let result = identity;
	for (const part of text.split(")")) {
		if (part.trim() === "") continue;
		const [name, list = ""] = part.replace(/^[\s,]+/, "").split("(");
		const kind = name.trim();
		const values = list
			.trim()
			.split(/[\s,]+/)
			.map(Number);
		const affine = Object.hasOwn(kinds, kind) ? kinds[kind](values) : undefined;
		if (!affine?.every(Number.isFinite)) {
			throw error(
				`its transform cannot be read; expected ${Object.keys(kinds).join(", ")} with numbers`,
			);
		}
		result = compose(result, affine);
	}
	return result;
}

/** First the second, then the first. */
export function compose(
	[a, b, c, d, e, f]: Affine,
	[p, q, r, s, t, u]: Affine,
): Affine {
	return [
		a * p + c * q,
		b * p + d * q,
		a * r + c * s,
		b * r + d * s,
		a * t + c * u + e,
		b * t + d * u + f,
	];
}
