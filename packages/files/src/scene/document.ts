/** The text of a scene: JSON, in which comments and trailing commas are allowed. */
import {
	createScanner,
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

/** Lists and objects inside each other; the parser calls itself for each. */
const deepest = 100;

export function readSceneText(text: string): SceneText {
	if (text.length > mostCharacters)
		return refused(
			`has ${text.length} characters; a scene has at most ${mostCharacters}, and meshes are files of their own`,
		);
	const lineAt = lineCounter(text);
	const tooDeep = offsetBelow(text, deepest);
	if (tooDeep !== undefined)
		return refused(
			`has more than ${deepest} lists and objects inside each other; a scene needs a dozen`,
			lineAt(tooDeep),
		);
	const errors: ParseError[] = [];
	const tree = parseTree(text, errors, { allowTrailingComma: true });
	if (errors.length > 0 || !tree) {
		const { error, offset } = errors[0] ?? { error: 0, offset: 0 };
		const rest = text.slice(offset, offset + 1000).trimStart();
		const found = rest.split(/\s/, 1)[0].slice(0, 20);
		return refused(
			text.trim() === ""
				? "is empty; start with the scene that `pliant init` writes"
				: `is not valid JSON: ${inWords(printParseErrorCode(error))} ${found ? `before '${found}'` : "at the end"}`,
			lineAt(offset),
		);
	}
	const problems: Problem[] = [];
	const value = sceneValue(tree, [], (path, message, offset) =>
		problems.push({ path, message, line: lineAt(offset) }),
	);
	return { value, problems, lineOf: lineFinder(tree, lineAt) };
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

/** Of the scanner's SyntaxKind, which is there for the compiler alone. */
const tokens = {
	openBrace: 1,
	closeBrace: 2,
	openBracket: 3,
	closeBracket: 4,
	end: 17,
} as const;

/** Where a text first goes deeper than so many brackets; undefined if it never does. */
function offsetBelow(text: string, depth: number): number | undefined {
	const scanner = createScanner(text, true);
	let open = 0;
	for (;;)
		switch (scanner.scan()) {
			case tokens.openBrace:
			case tokens.openBracket:
				if (++open > depth) return scanner.getTokenOffset();
				break;
			case tokens.closeBrace:
			case tokens.closeBracket:
				open--;
				break;
			case tokens.end:
				return undefined;
		}
}

function lineCounter(text: string): (offset: number) => number {
	const starts = [0];
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
		starts.push(at + 1);
	return (offset) => {
		let [low, high] = [0, starts.length];
		while (high - low > 1) {
			const middle = (low + high) >> 1;
			if (starts[middle] <= offset) low = middle;
			else high = middle;
		}
		return low + 1;
	};
}

type Tell = (path: Path, message: string, offset: number) => void;

/** What a tree stands for. Keys that are there twice are told: all but the last value would be lost without a word. */
function sceneValue(node: Node, path: Path, tell: Tell): unknown {
	const children = node.children ?? [];
	if (node.type === "array")
		return children.map((child, i) => sceneValue(child, [...path, i], tell));
	if (node.type !== "object") return node.value;
	const values = new Map<string, unknown>();
	for (const { children: [key, value] = [] } of children) {
		const name: string = key.value;
		const inner = [...path, name];
		if (values.has(name))
			tell(inner, "is there twice; leave one of them out", key.offset);
		// Objects of JavaScript have that key for something else.
		if (name === "__proto__")
			tell(inner, "cannot be used as a name; take another", key.offset);
		else if (value) values.set(name, sceneValue(value, inner, tell));
	}
	return Object.fromEntries(values);
}

/** Finds the lines of values; the children of an object are indexed when they are first asked for. */
function lineFinder(tree: Node, lineAt: (offset: number) => number) {
	const indices = new Map<Node, Map<string | number, Node>>();
	const childrenOf = (node: Node) => {
		const known = indices.get(node);
		if (known) return known;
		const index = new Map<string | number, Node>();
		for (const [i, child] of (node.children ?? []).entries())
			if (node.type === "array") index.set(i, child);
			else if (child.children?.[1])
				index.set(child.children[0].value, child.children[1]);
		indices.set(node, index);
		return index;
	};
	return (path: Path): number => {
		let node = tree;
		for (const key of path) {
			const child =
				node.type === "array" || node.type === "object"
					? childrenOf(node).get(key)
					: undefined;
			if (!child) break;
			node = child;
		}
		return lineAt((node === tree ? tree : (node.parent ?? node)).offset);
	};
}
