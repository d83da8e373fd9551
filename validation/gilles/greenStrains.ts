import type { FrameSimulation } from "./simulateFrames.ts";

/** Norm of Green's strain at each sample. */
export function greenStrains({ frames }: FrameSimulation): Float64Array {
	const F = frames.deformationGradients();
	return Float64Array.from({ length: F.length / 9 }, (_, s) => {
		let squares = 0;
		for (let i = 0; i < 3; i++)
			for (let j = 0; j < 3; j++) {
				let c = i === j ? -1 : 0;
				for (let k = 0; k < 3; k++)
					c += F[9 * s + 3 * k + i] * F[9 * s + 3 * k + j];
				squares += (c / 2) ** 2;
			}
		return Math.sqrt(squares);
	});
}
