/** Energy of one span between two frames that is bent or twisted a little, over that of beam theory (equations 2.4). */
import type { Vector3 } from "pliant";
import { laws } from "pliant/models";
import { exact, type Row } from "../../experiment.ts";
import { chains, frameBar, gauss } from "../frameBar.ts";

const youngModulus = 1e5;
const angle = 0.02;

/** [span, thickness, ν] */
const spans = [
	[1, 0.2, 0],
	[1, 0.2, 0.3],
	[0.1, 0.1, 0],
	[0.1, 0.1, 0.3],
] as const;

export async function stiffnessRatios(): Promise<Row[]> {
	const rows: Row[] = [];
	for (const [span, b, nu] of spans) {
		const size: Vector3 = [span, b, b];
		const { simulation, frames } = await frameBar({
			size,
			chain: chains.linear(2, size),
			samples: gauss(3),
			law: laws.stVenantKirchhoff({ youngModulus, poissonRatio: nu }),
		});
		const half = angle / 2;
		const radius = span / angle;
		const place = (side: 1 | -1, along: number, up: number, axis: number) => {
			const orientation: [number, number, number, number] = [0, 0, 0, 1];
			orientation[axis] = side * Math.sin(half / 2);
			orientation[3] = Math.cos(half / 2);
			frames.place(side < 0 ? 0 : 1, {
				position: [span / 2 + side * along, b / 2 + up, b / 2],
				orientation,
			});
		};
		const G = youngModulus / (2 * (1 + nu));
		// On an arc, turned along it.
		for (const side of [-1, 1] as const)
			place(side, radius * Math.sin(half), radius * (1 - Math.cos(half)), 2);
		const bent =
			simulation.energies().elastic /
			((0.5 * youngModulus * (b ** 4 / 12) * angle ** 2) / span);
		for (const side of [-1, 1] as const) place(side, span / 2, 0, 0);
		const twisted =
			simulation.energies().elastic /
			((0.5 * G * (b ** 4 / 6) * angle ** 2) / span);
		const ratio =
			(1 - nu) / ((1 + nu) * (1 - 2 * nu)) +
			(G / youngModulus) * (span / b) ** 2;
		const named = `one span, ℓ/b = ${span / b}, ν = ${nu}`;
		rows.push(
			exact(`${named}: energy of bending over EIθ²/2ℓ`, bent, {
				expected: ratio,
				tolerance: 0.001 * ratio,
				source: "(λ + 2G)/E + (G/E)(ℓ/b)² for small angles",
			}),
			exact(`${named}: energy of torsion over GI_pθ²/2ℓ`, twisted, {
				expected: 1,
				tolerance: 0.001,
				source: "sections that stay flat, for small angles",
			}),
		);
	}
	return rows;
}
