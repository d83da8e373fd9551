/** The text of a scene: JSON, in which comments and trailing commas are allowed. */
import {
	findNodeAtLocation,
	getNodeValue,
	type Node,
	type ParseError,
	parseTree,
	printParseErrorCode,
} from "jsonc-parser";
import type { Path, Problem } from "./problem.ts";

export interface SceneText {
	readonly value: unknown;
	readonly problems: readonly Problem[];
	/** The line, from 1 on, of a value, or of the nearest one around it. */
	lineOf(path: Path): number;
}

/** A scene is written by hand: anything larger is something else. */
const mostCharacters = 10e6;

export function readSceneText(text: string): SceneText {
	if (text.length > mostCharacters)
		return refused(
			`has ${text.length} characters; a scene has at most ${mostCharacters}, and meshes are files of their own`,
		);
	const errors: ParseError[] = [];
	const tree = parseTree(text, errors, { allowTrailingComma: true });
	const lineAt = (offset: number) => {
		let line = 1;
		for (let i = 0; i < offset; i++) if (text[i] === "\n") line++;
		return line;
	};
	if (errors.length > 0 || !tree) {
		const { error, offset } = errors[0] ?? { error: 0, offset: 0 };
		const found = text.slice(offset).trimStart().split(/\s/)[0].slice(0, 20);
		return refused(
			text.trim() === ""
				? "is empty; start with the scene that `pliant init` writes"
				: `is no JSON: ${inWords(printParseErrorCode(error))} ${found ? `before '${found}'` : "at the end"}`,
			lineAt(offset),
		);
	}
	return {
		value: getNodeValue(tree),
		problems: repeatedKeys(tree, []).map(({ path, offset }) => ({
			path,
			message: "is there twice; leave one of them out",
			line: lineAt(offset),
		})),
		lineOf: (path) => {
			for (let length = path.length; length > 0; length--) {
				const node = findNodeAtLocation(tree, path.slice(0, length));
				if (node) return lineAt((node.parent ?? node).offset);
			}
			return lineAt(tree.offset);
		},
	};
}

function refused(message: string, line = 1): SceneText {
	return {
		value: undefined,
		problems: [{ path: [], message, line }],
		lineOf: () => line,
	};
}

/** PropertyNameExpected → "property name expected". */
const inWords = (code: string): string =>
	code.replace(/(?!^)([A-Z])/g, " $1").toLowerCase();

/** Keys that are there twice; all but the last value would be lost without a word. */
function repeatedKeys(
	node: Node,
	path: Path,
): { path: Path; offset: number }[] {
	const children = node.children ?? [];
	if (node.type === "array")
		return children.flatMap((child, i) => repeatedKeys(child, [...path, i]));
	if (node.type !== "object") return [];
	const seen = new Set<string>();
	return children.flatMap(({ children: [key, value] = [] }) => {
		const inner = [...path, key.value as string];
		const repeated = seen.has(key.value);
		seen.add(key.value);
		return [
			...(repeated ? [{ path: inner, offset: key.offset }] : []),
			...(value ? repeatedKeys(value, inner) : []),
		];
	});
}
