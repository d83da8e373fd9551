/** A forest in which every element is a set of its own; see `findRoot` and `unite`. */
export function disjointSets(count: number): Uint32Array {
	const parents = new Uint32Array(count);
	for (let i = 0; i < count; i++) parents[i] = i;
	return parents;
}

/** The lowest element of the set of `element`. */
export function findRoot(parents: Uint32Array, element: number): number {
	let root = element;
	while (parents[root] !== root) {
		parents[root] = parents[parents[root]];
		root = parents[root];
	}
	return root;
}

export function unite(parents: Uint32Array, a: number, b: number): void {
	const rootA = findRoot(parents, a);
	const rootB = findRoot(parents, b);
	if (rootA < rootB) parents[rootB] = rootA;
	else parents[rootA] = rootB;
}
