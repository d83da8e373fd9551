/** What the schema of scenes allows at a place of a text. */
import { sceneJsonSchema } from "@pliant/files";
import { findNodeAtLocation, getLocation, parseTree } from "jsonc-parser";
import type { Completion, Completions } from "../protocol.ts";

interface Schema {
	readonly $ref?: string;
	readonly description?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly additionalProperties?: Schema | boolean;
	readonly items?: Schema;
	readonly prefixItems?: readonly Schema[];
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly allOf?: readonly Schema[];
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly $defs?: Readonly<Record<string, Schema>>;
}

let known: Schema | undefined;

export function completions(text: string, offset: number): Completions {
	known ??= sceneJsonSchema() as Schema;
	const root = known;
	const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
	const owner = isAtPropertyKey ? path.slice(0, -1) : path;
	const schemas = schemasAt(root, owner);
	const choices = isAtPropertyKey
		? keys(root, schemas, keysAt(text, owner, previousNode?.value))
		: values(schemas);
	const from = previousNode?.offset ?? offset;
	const to = previousNode ? from + previousNode.length : offset;
	const typed = text.slice(from, offset).replaceAll('"', "").toLowerCase();
	return {
		kind: "completions",
		...{ from, to },
		choices: choices.filter((choice) =>
			choice.text.toLowerCase().includes(typed),
		),
	};
}

/** A schema and all that it stands for. */
function alternatives(root: Schema, schema: Schema): Schema[] {
	const name = schema.$ref?.split("/").at(-1);
	const target = name === undefined ? undefined : root.$defs?.[name];
	const parts = [
		...(target ? [target] : []),
		...(schema.anyOf ?? []),
		...(schema.oneOf ?? []),
		...(schema.allOf ?? []),
	];
	return [schema, ...parts.flatMap((part) => alternatives(root, part))];
}

/** The schemas of what is at a path. */
function schemasAt(
	root: Schema,
	path: readonly (string | number)[],
): readonly Schema[] {
	let found = alternatives(root, root);
	for (const step of path)
		found = found
			.flatMap(({ properties, additionalProperties, items, prefixItems }) => {
				if (typeof step === "number") return prefixItems?.[step] ?? items ?? [];
				const other =
					typeof additionalProperties === "object" ? additionalProperties : [];
				return properties?.[step] ?? other;
			})
			.flatMap((schema) => alternatives(root, schema));
	return found;
}

function keysAt(
	text: string,
	path: readonly (string | number)[],
	own: string | undefined,
): ReadonlySet<string> {
	const tree = parseTree(text);
	const node = tree && findNodeAtLocation(tree, [...path]);
	const names = node?.children?.map(({ children }) => children?.[0]?.value);
	return new Set(names?.filter((name) => name !== own));
}

function keys(
	root: Schema,
	schemas: readonly Schema[],
	taken: ReadonlySet<string>,
): Completion[] {
	const found = new Map<string, string>();
	for (const { properties = {} } of schemas)
		for (const [name, schema] of Object.entries(properties)) {
			const about = alternatives(root, schema).find(
				({ description }) => description,
			)?.description;
			if (!taken.has(name)) found.set(name, about ?? "");
		}
	return [...found].map(([name, about]) => ({
		text: JSON.stringify(name),
		about,
	}));
}

function values(schemas: readonly Schema[]): Completion[] {
	const found = new Map<string, string>();
	for (const schema of schemas) {
		const options = schema.const === undefined ? schema.enum : [schema.const];
		for (const value of options ?? [])
			found.set(JSON.stringify(value), schema.description ?? "");
	}
	return [...found].map(([text, about]) => ({ text, about }));
}
