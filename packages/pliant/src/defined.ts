/** Options without those that are given as undefined, which must not take the place of defaults: `{ ...defaults, ...defined(options) }`. */
export const defined = <T extends object>(options: T): T =>
	Object.fromEntries(
		Object.entries(options).filter(([, value]) => value !== undefined),
	) as T;
