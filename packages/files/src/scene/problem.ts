/** What is wrong with a scene, in words for people. */
import type { z } from "../zod.ts";
import { unknownName } from "./schema/object.ts";

export type Path = readonly (string | number)[];

export interface Problem {
	readonly path: Path;
	/** What, the value and what is allowed. */
	readonly message: string;
	/** From 1 on, where the text of the scene is known. */
	readonly line?: number;
}

/** Nobody reads on after so many problems. */
const mostTold = 100;

/** A scene that cannot be used, with all that is wrong with it. */
export class SceneError extends Error {
	override readonly name = "SceneError";
	readonly problems: readonly Problem[];

	constructor(file: string, problems: readonly Problem[]) {
		const count = `${problems.length} problem${problems.length === 1 ? "" : "s"}`;
		const lines = problems
			.slice(0, mostTold)
			.map(
				({ path, message, line }) =>
					`  ${line === undefined ? "" : `line ${line}, `}${formatPath(path)}: ${message}`,
			);
		const more = problems.length - lines.length;
		if (more > 0) lines.push(`  … and ${more} more`);
		super(`${file}: ${count}\n${lines.join("\n")}`);
		this.problems = problems;
	}
}

const longestKey = 60;

/** objects.sheet.hold[0].vertices */
export function formatPath(path: Path): string {
	if (path.length === 0) return "the scene";
	return path
		.map((key, i) =>
			typeof key === "number"
				? `[${key}]`
				: /^[\w$-]+$/.test(key) && key.length <= longestKey
					? `${i > 0 ? "." : ""}${key}`
					: `[${shortened(key)}]`,
		)
		.join("");
}

/** What the schema has against a document. */
export function problemsOf(
	issues: readonly z.core.$ZodIssue[],
	document: unknown,
): Problem[] {
	return issues.flatMap((issue) => {
		const path = issue.path as Path;
		if (issue.code === "unrecognized_keys") {
			const messages = issue.message.split("\n");
			return issue.keys.map((key, i) => ({
				path: [...path, key],
				message: messages[i],
			}));
		}
		if (issue.code === "invalid_union" && issue.errors.length > 0) {
			const branch = mostLikely(issue.errors, valueAt(document, path));
			if (branch)
				return problemsOf(
					branch.map((inner) => ({
						...inner,
						path: [...path, ...inner.path],
					})),
					document,
				);
		}
		return [{ path, message: messageOf(issue, valueAt(document, path)) }];
	});
}

/** The branch of a union that a value came closest to; undefined if it is of none of their types. */
function mostLikely(
	branches: readonly (readonly z.core.$ZodIssue[])[],
	value: unknown,
): readonly z.core.$ZodIssue[] | undefined {
	const isOfType = (issues: readonly z.core.$ZodIssue[]) =>
		!issues.some(
			({ path, code }) =>
				path.length === 0 &&
				(code === "invalid_type" ||
					(code === "invalid_value" && typeof value !== "string")),
		);
	const misfit = (issues: readonly z.core.$ZodIssue[]) =>
		issues.filter(({ code }) => code === "unrecognized_keys").length;
	return branches
		.filter(isOfType)
		.toSorted((a, b) => misfit(a) - misfit(b) || a.length - b.length)[0];
}

function messageOf(issue: z.core.$ZodIssue, value: unknown): string {
	const is = value === undefined ? "is missing" : `is ${shortened(value)}`;
	// The schema's own words.
	if (issue.message.startsWith("must ")) return `${is}; it ${issue.message}`;
	if (issue.message.startsWith("there is no ")) return issue.message;
	switch (issue.code) {
		case "invalid_type":
			return `${is}; it must be ${typeNames[issue.expected] ?? issue.expected}`;
		case "too_small":
			return `${is}; it must ${bound(issue.origin, issue.minimum, issue.inclusive === false ? "more than" : "at least")}`;
		case "too_big":
			return `${is}; it must ${bound(issue.origin, issue.maximum, issue.inclusive === false ? "less than" : "at most")}`;
		case "invalid_value":
			return typeof value === "string"
				? unknownName(value, issue.values.map(String), "choice")
				: `${is}; it must be one of ${issue.values.join(", ")}`;
		case "invalid_key":
			return issue.issues[0]?.message ?? issue.message;
		default:
			return issue.message;
	}
}

const typeNames: Readonly<Record<string, string>> = {
	number: "a number",
	int: "a whole number",
	string: "a text",
	boolean: "true or false",
	array: "a list, [ … ]",
	tuple: "a list, [ … ]",
	object: "an object, { … }",
	record: "an object, { … }",
};

function bound(origin: string, limit: number | bigint, how: string): string {
	if (origin === "array") return `have ${how} ${limit} entries`;
	if (origin === "string") return `have ${how} ${limit} characters`;
	return `be ${how} ${limit}`;
}

/** As JSON, the beginning of it. */
export function shortened(value: unknown): string {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

export function valueAt(document: unknown, path: Path): unknown {
	let value = document;
	for (const key of path) {
		if (value === null || typeof value !== "object") return undefined;
		value = (value as Record<string | number, unknown>)[key];
	}
	return value;
}
