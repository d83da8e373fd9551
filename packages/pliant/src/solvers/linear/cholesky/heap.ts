/** A queue that gives the item with the largest key first; of equal keys the smaller item. */
export class Heap {
	/** Key of the item that was given last. */
	lastKey = 0;
	private readonly keys: number[] = [];
	private readonly items: number[] = [];

	clear(): void {
		this.keys.length = 0;
		this.items.length = 0;
	}

	push(key: number, item: number): void {
		let at = this.keys.length;
		while (at > 0) {
			const above = (at - 1) >> 1;
			if (!isBefore(key, item, this.keys[above], this.items[above])) break;
			this.move(above, at);
			at = above;
		}
		this.keys[at] = key;
		this.items[at] = item;
	}

	pop(): number | undefined {
		const { keys, items } = this;
		if (keys.length === 0) return undefined;
		const first = items[0];
		this.lastKey = keys[0];
		const key = keys.pop() as number;
		const item = items.pop() as number;
		const count = keys.length;
		if (count === 0) return first;
		let at = 0;
		for (let below = 1; below < count; below = 2 * at + 1) {
			const right = below + 1;
			if (
				right < count &&
				isBefore(keys[right], items[right], keys[below], items[below])
			)
				below = right;
			if (!isBefore(keys[below], items[below], key, item)) break;
			this.move(below, at);
			at = below;
		}
		keys[at] = key;
		items[at] = item;
		return first;
	}

	private move(from: number, to: number): void {
		this.keys[to] = this.keys[from];
		this.items[to] = this.items[from];
	}
}

function isBefore(a: number, item: number, b: number, other: number): boolean {
	return a > b || (a === b && item < other);
}
