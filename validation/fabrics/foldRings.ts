import { type Fabric, foldEdgeOf, material } from "pliant/materials";
import type { Tester } from "./drapeTest.ts";

/** By how much meshes are finer than the coarsest that folds allow: locking goes with the fourth power, so that the last has a quarter of it. */
const refinements = [1, 1.2, 1.44];

/** Rings of triangles of three meshes whose cells are no longer than a fabric's folds allow (`foldEdge`), from the coarsest. */
export const foldRings = (name: string, tester: Tester): readonly number[] =>
	refinements.map((finer) => atLeast(finer * allowed(name, tester), tester));

const allowed = (name: string, { radius }: Tester) =>
	radius / foldEdgeOf(material(name) as Fabric);

/** So many rings or a few more, with one of them at the edge of the stand. */
function atLeast(count: number, { radius, supportRadius }: Tester): number {
	let rings = Math.ceil(count);
	while (!isWhole((rings * supportRadius) / radius)) rings++;
	return rings;
}

const isWhole = (x: number) => Math.abs(x - Math.round(x)) < 1e-9;
