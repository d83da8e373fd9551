import { analyseFactor, type FactorAnalysis } from "./cholesky/analysis.ts";
import { DirectSolver } from "./directSolver.ts";
import type { LinearContext } from "./linearSolver.ts";

/** Factors that nobody has asked for: analysed and made when they are first needed. */
export class SpareFactor {
	private readonly context: LinearContext;
	private analysed: FactorAnalysis | undefined;
	private factoring: DirectSolver | undefined;

	constructor(context: LinearContext) {
		this.context = context;
	}

	get analysis(): FactorAnalysis {
		this.analysed ??= analyseFactor(this.context.pattern);
		return this.analysed;
	}

	/** Whether there is room for it. */
	get fits(): boolean {
		return this.analysis.plan.bytes <= this.context.factorRoom;
	}

	get solver(): DirectSolver {
		const { space, memory } = this.context;
		this.factoring ??= new DirectSolver(this.analysis, space, memory);
		return this.factoring;
	}
}
