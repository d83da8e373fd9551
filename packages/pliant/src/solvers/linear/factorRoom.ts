/** Memory that is kept for factors, which are made after the arena has been sealed. It costs addresses only, until it is used. */
import type { LinearMethod } from "./linearSolvers.ts";

/**
 * What a factor of so many block rows takes [bytes], in general more: with all rows coupled 72 per pair of rows, for L and for what
 * is handed on. Boxes of tetrahedra with 10⁴ rows take 1300 · rows^(4/3), of hexahedra twice that, sheets less.
 */
const generous = (rows: number) =>
	2 ** 20 + Math.min(72 * rows ** 2, 4600 * rows ** (4 / 3));

/**
 * Larger factors are left to those who ask for them. (Fabrics of 17,500 vertices take 300 MB, and need them where triangles are thin.) Where surfaces touch there
 * are two factors, pairs need room too, and iterations are as fast.
 */
const largestUnasked = 2 ** 29;
const largestWithSurfaces = 2 ** 27;

/** Bytes that a factor may take that nobody has asked for. */
export const roomUnasked = (rows: number, hasSurfaces: boolean): number =>
	Math.min(generous(rows), hasSurfaces ? largestWithSurfaces : largestUnasked);

/** Bytes to keep for the factors of steps and of statics. */
export function factorRoom(
	rows: number,
	hasSurfaces: boolean,
	method: LinearMethod = "auto",
): number {
	if (method === "direct") return 2 * generous(rows);
	return 2 * roomUnasked(rows, hasSurfaces);
}
