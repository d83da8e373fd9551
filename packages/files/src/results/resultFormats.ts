import { glb } from "./glb.ts";
import { mdd } from "./mdd.ts";
import { obj } from "./obj.ts";
import { pc2 } from "./pc2.ts";
import { ply } from "./ply.ts";
import type { ResultFormat } from "./resultFormat.ts";
import { vtu } from "./vtu.ts";

/** All ways to write frames. */
export const resultFormats: readonly ResultFormat[] = [
	vtu,
	glb,
	obj,
	ply,
	pc2,
	mdd,
];
