/**
 * A block. With q = |x| − half its size, along each of its axes: d = |max(q, 0)| outside, the largest of q inside. Outside, the normal
 * is max(q, 0)/d with the signs of x, so the distance bends around edges and corners only, like cylinders and spheres.
 */
import { box as boxMesh } from "../../mesh/generators/box.ts";
import { skinTriangles } from "../../mesh/topology.ts";
import { eulerRotation } from "../pose.ts";
import { colliderShape } from "./colliderShape.ts";
import * as parameter from "./shapeParameter.ts";

export const box = colliderShape({
	name: "box",
	about: "A block.",
	parameters: {
		size: parameter.extent({ meaning: "its extent along its axes" }),
		centre: parameter.point({ meaning: "its centre", default: [0, 0, 0] }),
		rotate: parameter.angles({
			meaning: "angles about the x, then the y, then the z axis",
			default: [0, 0, 0],
		}),
	},
	make: ({ size, centre, rotate }) => {
		const [a, b, c] = size.map((length) => length / 2);
		return {
			rotation: eulerRotation(rotate),
			origin: centre,
			distance(x, y, z) {
				const qx = Math.abs(x) - a;
				const qy = Math.abs(y) - b;
				const qz = Math.abs(z) - c;
				const most = Math.max(qx, qy, qz);
				if (most <= 0) return most;
				const ox = Math.max(qx, 0);
				const oy = Math.max(qy, 0);
				const oz = Math.max(qz, 0);
				return Math.sqrt(ox * ox + oy * oy + oz * oz);
			},
			derivatives(x, y, z, out) {
				const ox = Math.sign(x) * Math.max(Math.abs(x) - a, 0);
				const oy = Math.sign(y) * Math.max(Math.abs(y) - b, 0);
				const oz = Math.sign(z) * Math.max(Math.abs(z) - c, 0);
				const d = Math.sqrt(ox * ox + oy * oy + oz * oz);
				const [nx, ny, nz] = [ox / d, oy / d, oz / d];
				const isX = ox === 0 ? 0 : 1;
				const isY = oy === 0 ? 0 : 1;
				const isZ = oz === 0 ? 0 : 1;
				out[0] = nx;
				out[1] = ny;
				out[2] = nz;
				// (J − n nᵀ)/d, with J the identity on the axes along which the point is outside.
				out[3] = (isX - nx * nx) / d;
				out[4] = (-nx * ny) / d;
				out[5] = (-nx * nz) / d;
				out[6] = (isY - ny * ny) / d;
				out[7] = (-ny * nz) / d;
				out[8] = (isZ - nz * nz) / d;
			},
			surface() {
				const mesh = boxMesh({
					size: [...size],
					cells: [1, 1, 1],
					origin: [-a, -b, -c],
				});
				return { positions: mesh.positions, triangles: skinTriangles(mesh) };
			},
		};
	},
});
