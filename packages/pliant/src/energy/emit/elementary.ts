/**
 * Elementary functions out of arithmetic, for targets without them. Every function is reduced to a small interval and
 * summed there as its Taylor (atan: Chebyshev) series by Horner's rule, truncated where the next term is below rounding.
 *
 * Largest errors measured, in units of the last place, f64 and f32 alike: exp 1.2, log 1.1, sin and cos 1.5 within a few
 * turns and 2.2 for |x| < 1.6e6 (f64) and 1.2e4 (f32), atan2 2.7. Beyond, sin and cos have the absolute error ε·|x|.
 * Zeros, infinities, subnormals and NaN give what Math gives, except that atan2 ignores the signs of zeros and is NaN for
 * two infinities.
 */
import {
	abs,
	add,
	div,
	type Expr,
	less,
	lessEqual,
	machine,
	max,
	min,
	mul,
	neg,
	type Scalar,
	select,
	sub,
} from "../expression.ts";
import { substitute } from "../graph.ts";
import type { Program } from "../program.ts";

export type Precision = "f64" | "f32";

/** Splittings of constants: n times the leading parts is exact for the n that occur. */
const splittings = {
	f64: {
		log2: [0.6931471803691238, 1.9082149292705877e-10],
		halfPi: [1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21],
	},
	f32: {
		log2: [0.693359375, -2.1219444e-4],
		halfPi: [
			1.5703125, 4.837512969970703e-4, 7.549533620476723e-8,
			2.5633440682570896e-12,
		],
	},
} as const;

const smallestNormal = { f64: 2 ** -1022, f32: 2 ** -126 } as const;

/** Terms needed until the series' next term is below rounding on the reduced interval. */
const termCounts = {
	f64: { exp: 14, log: 11, sin: 9, cos: 9, atan: 12 },
	f32: { exp: 8, log: 5, sin: 5, cos: 6, atan: 6 },
} as const;

/** Rewrites exp, log, sin, cos and atan2 in terms of arithmetic and machine operations. */
export function lowerElementary<Name extends string>(
	programs: Readonly<Record<Name, Program>>,
	precision: Precision,
): Record<Name, Program> {
	const lowered: Partial<Record<Name, Program>> = {};
	for (const name of Object.keys(programs) as Name[])
		lowered[name] = {
			...programs[name],
			outputs: lower(programs[name].outputs, precision),
		};
	return lowered as Record<Name, Program>;
}

function lower(outputs: readonly Expr[], precision: Precision): Expr[] {
	return substitute(outputs, new Map(), ({ op }, [a, b]) => {
		switch (op) {
			case "exp":
				return lowerExp(a, precision);
			case "log":
				return lowerLog(a, precision);
			case "sin":
				return lowerSine(a, 0, precision);
			case "cos":
				return lowerSine(a, 1, precision);
			case "atan2":
				return lowerAtan2(a, b, precision);
			default:
				return undefined;
		}
	});
}

/** Σ coefficient(k)·z^k over k < terms. */
function series(
	terms: number,
	coefficient: (k: number) => number,
	z: Expr,
): Expr {
	let result: Scalar = coefficient(terms - 1);
	for (let k = terms - 2; k >= 0; k--)
		result = add(coefficient(k), mul(z, result));
	return result as Expr;
}

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
const sign = (k: number) => (k % 2 ? -1 : 1);

/** x − n·Σparts, leading parts first. */
const reduce = (x: Expr, n: Expr, parts: readonly number[]): Expr =>
	parts.reduce<Expr>((rest, part) => sub(rest, mul(n, part)), x);

/** exp(x) = 2^n · exp(r) with |r| ≤ log(2)/2. The scaling takes two steps, so that 2^n itself never overflows. */
function lowerExp(x: Expr, precision: Precision): Expr {
	const [lowest, highest] = precision === "f64" ? [-746, 710] : [-104, 89];
	const clamped = max(lowest, min(highest, x));
	const n = machine("nearest", mul(Math.LOG2E, clamped));
	const r = reduce(clamped, n, splittings[precision].log2);
	const terms = termCounts[precision].exp;
	// 1 + r·(1 + r/2 + …): the small part is summed before it meets the 1.
	const result = add(
		1,
		mul(
			r,
			series(terms - 1, (k) => 1 / factorial(k + 1), r),
		),
	);
	const half = machine("floor", mul(0.5, n));
	const scaled = machine(
		"scale2",
		machine("scale2", result, half),
		sub(n, half),
	);
	// The clamping swallows a NaN on some targets: let it through.
	return select(lessEqual(x, Infinity), scaled, x);
}

/** log(x) = e·log(2) + 2·atanh(s) with x = 2^e·m, s = (m − 1)/(m + 1), √½ ≤ m < √2. */
function lowerLog(x: Expr, precision: Precision): Expr {
	const subnormal = less(x, smallestNormal[precision]);
	const normal = select(subnormal, mul(2 ** 64, x), x);
	const mantissa = machine("mantissa", normal);
	const tooLarge = less(Math.SQRT2, mantissa);
	const m = select(tooLarge, mul(0.5, mantissa), mantissa);
	const e = add(
		machine("exponent", normal),
		add(select(tooLarge, 1, 0), select(subnormal, -64, 0)),
	);
	const f = sub(m, 1);
	const s = div(f, add(m, 1));
	const z = mul(s, s);
	// 2·atanh(s) = f − s·(f − z·(2/3 + 2z/5 + …)): f is exact, the rest is small.
	const tail = mul(
		z,
		series(termCounts[precision].log, (k) => 2 / (2 * k + 3), z),
	);
	const logM = sub(f, mul(s, sub(f, tail)));
	const [high, low] = splittings[precision].log2;
	const result = add(mul(e, high), add(mul(e, low), logM));
	const special = select(less(x, 0), Number.NaN, -Infinity);
	return select(less(x, Infinity), select(less(0, x), result, special), x);
}

/** sin(x + quarterTurns·π/2): with x = n·π/2 + r, |r| ≤ π/4, a sine or cosine of r by the parity of n. */
function lowerSine(x: Expr, quarterTurns: 0 | 1, precision: Precision): Expr {
	const n = machine("nearest", mul(2 / Math.PI, x));
	const r = reduce(x, n, splittings[precision].halfPi);
	const z = mul(r, r);
	const { sin: sinTerms, cos: cosTerms } = termCounts[precision];
	const sine = add(
		r,
		mul(
			mul(r, z),
			series(sinTerms - 1, (k) => sign(k + 1) / factorial(2 * k + 3), z),
		),
	);
	const cosine = add(
		1,
		mul(
			z,
			series(cosTerms - 1, (k) => sign(k + 1) / factorial(2 * k + 2), z),
		),
	);
	const turns = add(n, quarterTurns);
	const quadrant = sub(turns, mul(4, machine("floor", mul(0.25, turns))));
	const half = mul(0.5, quadrant);
	const odd = less(machine("floor", half), half);
	const magnitude = select(odd, cosine, sine);
	return select(less(quadrant, 1.5), magnitude, neg(magnitude));
}

/**
 * atan2(y, x) from t = smaller/larger of the magnitudes, with atan(t) = π/4 + atan((t − 1)/(t + 1)) where t > tan(π/8).
 * Halving the angle by atan(t) = 2·atan(t/(1 + √(1 + t²))) instead lost 4 units and took two square roots.
 */
function lowerAtan2(y: Expr, x: Expr, precision: Precision): Expr {
	const larger = max(abs(x), abs(y));
	const smaller = min(abs(x), abs(y));
	const t = div(smaller, select(lessEqual(larger, 0), 1, larger));
	const diagonal = less(tanEighth, t);
	const u = select(diagonal, div(sub(t, 1), add(t, 1)), t);
	const z = mul(u, u);
	const terms = termCounts[precision].atan;
	const arc = add(
		u,
		mul(
			mul(u, z),
			series(terms - 1, (k) => atanCoefficient(k + 1, terms), z),
		),
	);
	const angle = select(diagonal, add(Math.PI / 4, arc), arc);
	const steep = select(less(abs(x), abs(y)), sub(Math.PI / 2, angle), angle);
	const turned = select(less(x, 0), sub(Math.PI, steep), steep);
	return select(less(y, 0), neg(turned), turned);
}

const tanEighth = Math.tan(Math.PI / 8);

/**
 * The coefficient of u^(2j+1) in the first terms of atan's Chebyshev series for |u| ≤ a = tan(π/8), where Taylor's would take
 * twice as many: atan u = 2 Σ (−1)^k p^(2k+1)/(2k+1) T_(2k+1)(u/a), p = tan(π/16), with the powers in each T collected.
 */
function atanCoefficient(j: number, terms: number): number {
	const p = Math.tan(Math.PI / 16);
	let sum = 0;
	for (let k = j; k < terms; k++)
		sum += (factorial(k + j) / factorial(k - j)) * p ** (2 * k + 1);
	return (
		(sign(j) * sum * (2 / tanEighth) ** (2 * j + 1)) / factorial(2 * j + 1)
	);
}
