import { SVGPathData } from "svg-pathdata";
import { FileError } from "../../fileError.ts";
import { quotable } from "../parts/textScanner.ts";
import type { XmlElement } from "../parts/xmlTree.ts";
import { type Affine, compose, parseTransform } from "./svgTransform.ts";

/** A cubic Bézier curve: x and y of its start, two controls and its end [m]. */
export type Cubic = readonly [
	...[number, number],
	...[number, number],
	...[number, number],
	...[number, number],
];

/** A closed line; each piece starts where the one before ends. Straight pieces are cubics too, told by `isStraight`. */
export interface Outline {
	readonly id: string | undefined;
	/** Names of its pieces, as far as they have some. */
	readonly sides?: readonly string[];
	readonly pieces: readonly { cubic: Cubic; isStraight: boolean }[];
}

/** Elements whose contents are not drawn where they stand. */
const hidden = new Set(
	"defs clipPath mask symbol pattern marker style metadata title desc".split(
		" ",
	),
);

/** The closed outlines of all shapes, y upwards. */
export function svgOutlines(
	file: string,
	root: XmlElement,
	metres: number,
): { outlines: Outline[]; openCount: number } {
	const outlines: Outline[] = [];
	let openCount = 0;
	const visit = (element: XmlElement, parent: Affine) => {
		if (hidden.has(element.name) || element.attributes.display === "none") {
			return;
		}
		const error = (message: string) =>
			new FileError(`${file}, <${quotable(element.name)}>: ${message}`);
		const local = parseTransform(element.attributes.transform ?? "", error);
		const affine = compose(parent, local);
		const data = pathOf(element);
		if (data !== undefined) {
			const { closed, open } = splitPath(data, affine, error);
			const names = element.attributes["data-sides"]?.trim() ?? "";
			const sides = names === "" ? [] : names.split(/\s+/);
			for (const pieces of closed) {
				outlines.push({ id: element.attributes.id, sides, pieces });
			}
			openCount += open;
		}
		for (const child of element.children) visit(child, affine);
	};
	if (root.name !== "svg") {
		throw new FileError(
			`${file}: is <${quotable(root.name)}>; it must be <svg>`,
		);
	}
	visit(root, [metres, 0, 0, -metres, 0, 0]);
	if (outlines.length > 0) return { outlines, openCount };
	throw new FileError(
		`${file}: has no closed outline (${openCount} open ones); draw a closed path, polygon, rect, circle or ellipse`,
	);
}

/** Every shape as the data of a path. */
function pathOf({ name, attributes }: XmlElement): string | undefined {
	const number = (key: string) => Number.parseFloat(attributes[key] ?? "0");
	if (name === "path") return attributes.d ?? "";
	if (name === "polygon") return `M${attributes.points ?? ""}Z`;
	if (name === "rect") {
		const [x, y] = [number("x"), number("y")];
		return `M${x},${y}h${number("width")}v${number("height")}h${-number("width")}Z`;
	}
	if (name === "circle" || name === "ellipse") {
		const rx = number(name === "circle" ? "r" : "rx");
		const ry = number(name === "circle" ? "r" : "ry");
		const [x, y] = [number("cx") - rx, number("cy")];
		return `M${x},${y}a${rx},${ry},0,0,0,${2 * rx},0a${rx},${ry},0,0,0,${-2 * rx},0Z`;
	}
	return undefined;
}

type Pieces = Outline["pieces"][number][];

function splitPath(
	data: string,
	[a, b, c, d, e, f]: Affine,
	error: (message: string) => FileError,
): { closed: Pieces[]; open: number } {
	let commands: SVGPathData["commands"];
	try {
		commands = new SVGPathData(data)
			.toAbs()
			.normalizeHVZ(false)
			.normalizeST()
			.qtToC()
			.aToC()
			.matrix(a, b, c, d, e, f).commands;
	} catch (cause) {
		throw error(`its path cannot be read: ${quotable(`${cause}`, 200)}`);
	}
	const closed: Pieces[] = [];
	let open = 0;
	let pieces: Pieces = [];
	let [x, y, startX, startY] = [0, 0, 0, 0];
	const addLine = (toX: number, toY: number) => {
		if (toX === x && toY === y) return;
		pieces.push({
			cubic: [x, y, x, y, toX, toY, toX, toY],
			isStraight: true,
		});
		[x, y] = [toX, toY];
	};
	const finish = (isClosed: boolean) => {
		const gap = Math.abs(x - startX) + Math.abs(y - startY);
		const length = pieces.reduce(
			(sum, { cubic: [x, y, , , , , toX, toY] }) =>
				sum + Math.abs(toX - x) + Math.abs(toY - y),
			0,
		);
		// Arcs end, by rounding, beside the point that they lead to.
		const isThere = gap <= 1e-9 * length;
		if (pieces.length > 0 && !isClosed && !isThere) open++;
		else if (pieces.length > 0) {
			if (!isThere) addLine(startX, startY);
			closed.push(pieces);
		}
		pieces = [];
		[x, y] = [startX, startY];
	};
	for (const command of commands) {
		if (command.type === SVGPathData.CLOSE_PATH) {
			finish(true);
			continue;
		}
		if (!("x" in command && "y" in command)) continue;
		if (!Number.isFinite(command.x) || !Number.isFinite(command.y)) {
			throw error(
				`a point is at (${command.x}, ${command.y}); it must be finite`,
			);
		}
		if (command.type === SVGPathData.MOVE_TO) {
			finish(false);
			[x, y, startX, startY] = [command.x, command.y, command.x, command.y];
		} else if (command.type === SVGPathData.CURVE_TO) {
			const { x1, y1, x2, y2 } = command;
			pieces.push({
				cubic: [x, y, x1, y1, x2, y2, command.x, command.y],
				isStraight: false,
			});
			[x, y] = [command.x, command.y];
		} else addLine(command.x, command.y);
	}
	finish(false);
	return { closed, open };
}
