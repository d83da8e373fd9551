import { cells, verticesPerCell } from "../mesh/mesh.ts";
import { domains } from "../models/domain.ts";
import type { MassElements } from "../system/mass.ts";
import type { BodyRange } from "./bodyRange.ts";

/** Whether a body has mass at other nodes than its vertices (massElements.ts). */
export const hasInnerMass = ({ innerCount, models }: BodyRange): boolean =>
	innerCount > 0 ||
	models.some(({ use }) => domains[use.model.domain].cornerMass !== undefined);

/** The mass of a body's cells, all of it at vertices. */
export const cellMass = (range: BodyRange): MassElements => {
	const { mesh, massOn } = range.body;
	return {
		nodes: verticesPerCell[massOn],
		vertices: range.allAmong(cells(mesh, massOn)),
		masses: range.body.cellMasses(),
	};
};
