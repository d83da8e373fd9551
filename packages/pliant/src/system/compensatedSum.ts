/** A sum that makes up for what rounding loses. */
export class CompensatedSum {
	private sum = 0;
	private lost = 0;

	add(term: number): void {
		const next = this.sum + term;
		this.lost +=
			Math.abs(this.sum) >= Math.abs(term)
				? this.sum - next + term
				: term - next + this.sum;
		this.sum = next;
	}

	get total(): number {
		return this.sum + this.lost;
	}
}
