/** Seams between sides of panels, which close in time and are welded then. */
import {
	requireList,
	requireOptions,
	requirePositive,
	requireThat,
} from "../checks.ts";
import { boundaryPath } from "../mesh/topology.ts";
import { Body } from "./body.ts";

/** A row of vertices along the side of a panel. */
export interface SeamSide {
	readonly body: Body;
	/** In the order in which they are sewn. */
	readonly vertices?: ArrayLike<number>;
	/** In place of these, ends of a part of the boundary, which is taken the shorter way; more than two where it leads through others. */
	readonly between?: ArrayLike<number>;
}

export interface SeamOptions {
	/** What messages and reports call it. */
	readonly name?: string;
	/** Time [s] in which it closes; 1 by default. */
	readonly seconds?: number;
	/** Of the springs that close it [N/m], each between two vertices, before they grow stiffer; a fiftieth of what is beside them where left out. */
	readonly stiffness?: number;
}

/** The first vertex of a side comes to the first of the other, and so on. */
export class Seam {
	readonly name: string;
	readonly seconds: number;
	readonly stiffness: number | undefined;
	readonly from: Required<Pick<SeamSide, "body" | "vertices">>;
	readonly to: Required<Pick<SeamSide, "body" | "vertices">>;

	constructor(from: SeamSide, to: SeamSide, options: SeamOptions) {
		requireOptions("scene.seam", options, ["name", "seconds", "stiffness"]);
		const { name = "", seconds = 1, stiffness } = options;
		this.name = name;
		requirePositive(`${this.label}: seconds`, seconds);
		if (stiffness !== undefined)
			requirePositive(`${this.label}: stiffness`, stiffness);
		this.seconds = seconds;
		this.stiffness = stiffness;
		this.from = this.side("from", from);
		this.to = this.side("to", to);
		const [a, b] = [this.from, this.to].map(({ vertices }) => vertices.length);
		if (a !== b)
			throw new Error(
				`${this.label}: its sides have ${a} and ${b} vertices; give both as many, for example with matchSides of pliant/mesh`,
			);
	}

	get label(): string {
		return `seam${this.name && ` "${this.name}"`}`;
	}

	private side(
		which: string,
		side: SeamSide,
	): Required<Pick<SeamSide, "body" | "vertices">> {
		const name = `${this.label}: ${which}`;
		requireOptions(name, side, ["body", "vertices", "between"]);
		const { body, vertices, between } = side;
		requireThat(body instanceof Body, `${name}.body`, body, "cloth");
		if ((vertices === undefined) === (between === undefined))
			throw new Error(`${name}: it needs either vertices or between`);
		const row = Array.from(
			vertices ?? boundaryPath(body.mesh, between as ArrayLike<number>),
		);
		requireList(`${name}.vertices`, row);
		for (const vertex of row)
			requireThat(
				Number.isInteger(vertex) && vertex >= 0 && vertex < body.vertexCount,
				`${name}: a vertex of ${body.label}`,
				vertex,
				`a whole number below ${body.vertexCount}`,
			);
		return { body, vertices: row };
	}
}
