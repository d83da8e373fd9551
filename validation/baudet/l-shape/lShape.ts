/** The L of Fig. 11: 4 m in each direction, its foot glued, its back pushed by 0.3 GN. kPa is read as kN/mm². */
import { VoxelGrid, voxelMesh } from "pliant/voxels";
import type { SolidProblem } from "../finiteElements.ts";

export const side = 4;
export const youngModulus = 1e9;
const force = 3e8;

export const lShape: SolidProblem = {
	mesh: (n) => {
		const inside = new Uint8Array(n ** 3);
		for (let voxel = 0; voxel < inside.length; voxel++) {
			const [x, y] = [voxel % n, Math.floor(voxel / n) % n];
			inside[voxel] = x < n / 2 || y < n / 2 ? 1 : 0;
		}
		const cell = side / n;
		return voxelMesh(
			new VoxelGrid({
				origin: [0, 0, 0],
				spacing: [cell, cell, cell],
				counts: [n, n, n],
				inside,
			}),
		);
	},
	density: 1,
	setUp: (body, share) => {
		body.pin(body.where((_x, y) => y === 0));
		const traction = (share * force) / side ** 2;
		body.surfaceLoad(
			[traction, 0, 0],
			body.where((x) => x === 0),
		);
	},
};
