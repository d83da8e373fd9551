/** Springs along the edges of triangles, with the stiffness of a rule. */
import { Body } from "pliant";
import { edgesOf, type Mesh } from "pliant/mesh";
import {
	quadraticSpring,
	type SpringStiffness,
	springStiffness,
} from "pliant/models";

export interface EdgeRule {
	readonly name: string;
	/** Up to a factor. */
	readonly stiffness: (mesh: Mesh) => SpringStiffness;
}

export const constantRule: EdgeRule = {
	name: "constant k",
	stiffness: (mesh) => springStiffness(mesh, "constant", { stiffness: 1 }),
};
export const inverseLengthRule: EdgeRule = {
	name: "k ~ 1/L",
	stiffness: (mesh) =>
		springStiffness(mesh, "constant-modulus", { axialStiffness: 1 }),
};
export const vanGelderRule: EdgeRule = {
	name: "eq. 29",
	stiffness: (mesh) =>
		springStiffness(mesh, "van-gelder", { youngModulus2d: 1 }),
};
export const vanGelderThirdRule: EdgeRule = {
	name: "eq. 27, ν = 1/3",
	stiffness: (mesh) =>
		springStiffness(mesh, "van-gelder", {
			youngModulus2d: 1,
			poissonRatio: 1 / 3,
		}),
};
export const cotangentRule: EdgeRule = {
	name: "k ~ cot",
	stiffness: (mesh) =>
		springStiffness(mesh, "cotangent", { youngModulus2d: 1 }),
};

export const springMesh = (mesh: Mesh, { stiffness }: EdgeRule): Body =>
	new Body({
		mesh: edgesOf(mesh),
		models: [
			quadraticSpring({ axialStiffness: stiffness(mesh).axialStiffness }),
		],
		massOn: "triangle",
		density: 1,
	});
