import { gltf } from "./gltf/gltf.ts";
import type { MeshFormat } from "./meshFormat.ts";
import { msh } from "./msh/msh.ts";
import { obj } from "./obj.ts";
import { off } from "./off.ts";
import { ply } from "./ply/ply.ts";
import { stl } from "./stl.ts";
import { svg } from "./svg/svg.ts";
import { tetgen } from "./tetgen.ts";
import { vtk } from "./vtk/vtk.ts";
import { vtu } from "./vtk/vtu.ts";

/** All formats for meshes. */
export const meshFormats: readonly MeshFormat[] = [
	obj,
	stl,
	ply,
	off,
	gltf,
	msh,
	vtk,
	vtu,
	tetgen,
	svg,
];
