/**
 * What of a tetrahedron of the lattice is inside, in tetrahedra: its points are inside (1), outside (−1) or on the surface (0), and edges from
 * inside to outside have a point on the surface.
 *
 * Faces that are cut leave quadrilaterals, whose diagonal both sides must choose alike: see `touches`.
 */

/** What a stencil works with: signs of points of the lattice, and vertices of the new mesh. */
export interface StencilContext {
	readonly sign: (point: number) => number;
	readonly vertex: (point: number) => number;
	/** The vertex on the edge from a point inside to one outside. */
	readonly cut: (inside: number, outside: number) => number;
	/**
	 * Of two points inside, whose edges to a point outside are cut, whether the diagonal of what is left of the face begins at the first. (Else at the
	 * second.)
	 */
	readonly touches: (a: number, b: number, outside: number) => boolean;
	readonly add: (a: number, b: number, c: number, d: number) => void;
}

export function stuffTetrahedron(
	points: readonly number[],
	context: StencilContext,
): void {
	const { sign, vertex, cut, add } = context;
	const inside = points.filter((p) => sign(p) > 0);
	if (inside.length === 0) return;
	const outside = points.filter((p) => sign(p) < 0);
	const on = points.filter((p) => sign(p) === 0).map(vertex);
	const [a, b, c] = inside;
	const [d, e] = outside;
	if (outside.length === 0) {
		const [p, q, r, s] = points.map(vertex);
		add(p, q, r, s);
	} else if (inside.length === 1) {
		const [p, q, r] = [...on, ...outside.map((o) => cut(a, o))];
		add(vertex(a), p, q, r);
	} else if (inside.length === 2 && outside.length === 1) {
		const [first, other] = context.touches(a, b, d) ? [a, b] : [b, a];
		// The pyramid over what is left of the face, whose diagonal is from `first` to the cut of `other`.
		add(vertex(first), vertex(other), cut(other, d), on[0]);
		add(vertex(first), cut(other, d), cut(first, d), on[0]);
	} else if (inside.length === 3) {
		const before = (i: number, j: number) =>
			context.touches(inside[i], inside[j], d);
		addPrism(
			[a, b, c].map(vertex),
			inside.map((p) => cut(p, d)),
			order([before(0, 1), before(0, 2), before(1, 2)]),
			add,
		);
	} else {
		const [one, two] = [context.touches(a, b, d), context.touches(a, b, e)];
		// Between the four cuts nobody else has a say: the diagonal that leaves an order.
		addPrism(
			[vertex(a), cut(a, d), cut(a, e)],
			[vertex(b), cut(b, d), cut(b, e)],
			order([one, two, one === two || !one]),
			add,
		);
	}
}

/** The order of 0, 1, 2 from which of two comes first: 0 of 0 and 1, 0 of 0 and 2, 1 of 1 and 2. */
function order([zeroOne, zeroTwo, oneTwo]: readonly boolean[]): number[] {
	const rank = [
		Number(!zeroOne) + Number(!zeroTwo),
		Number(zeroOne) + Number(!oneTwo),
		Number(zeroTwo) + Number(oneTwo),
	];
	return [0, 1, 2].sort((i, j) => rank[i] - rank[j]);
}

/** A prism from triangle p to triangle q, with diagonals from p of what comes first to q of what comes later. */
function addPrism(
	p: readonly number[],
	q: readonly number[],
	[x, y, z]: readonly number[],
	add: StencilContext["add"],
): void {
	add(p[x], p[y], p[z], q[z]);
	add(p[x], p[y], q[y], q[z]);
	add(p[x], q[x], q[y], q[z]);
}
