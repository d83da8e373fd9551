/** The scene reference as Markdown, made from the JSON Schema. */

interface Schema {
	readonly type?: string;
	readonly $ref?: string;
	readonly description?: string;
	readonly default?: unknown;
	readonly const?: unknown;
	readonly enum?: readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: Schema | boolean;
	readonly items?: Schema | boolean;
	readonly prefixItems?: readonly Schema[];
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly $defs?: Readonly<Record<string, Schema>>;
	readonly exclusiveMinimum?: number;
	readonly minimum?: number;
	readonly exclusiveMaximum?: number;
}

/** Lists that would fill a page are told elsewhere. */
const longLists: Readonly<Record<string, string>> = {
	material: "a name of the [materials](materials.md)",
	name: "a name of the [materials](materials.md)",
};

export function sceneReference(schema: Schema): string {
	const parts: string[] = [];
	section("scene", "Scene", schema, parts);
	for (const [name, part] of Object.entries(schema.$defs ?? {}))
		definition(name, part, parts);
	return parts.join("\n\n");
}

const anchor = (title: string): string =>
	title
		.toLowerCase()
		.replace(/[^\w\s-]/g, "")
		.replaceAll(" ", "-");

/** An object with its keys as a table, and the objects in it after that. */
function section(
	path: string,
	title: string,
	schema: Schema,
	parts: string[],
): void {
	parts.push(`## ${title}`);
	if (schema.description && path !== "scene") parts.push(schema.description);
	const inner: (() => void)[] = [];
	const rows = Object.entries(schema.properties ?? {}).map(([key, value]) => {
		const below = objectIn(value);
		const at = path === "scene" ? key : `${path}.${key}`;
		if (below) inner.push(() => section(at, titleOf(at, value), below, parts));
		const form = below
			? `[${outer(value)}](#${anchor(titleOf(at, value))})`
			: formOf(value, key);
		const needed = schema.required?.includes(key) ? "**required** " : "";
		return `| \`${key}\` | ${needed}${form} | ${about(value)} |`;
	});
	parts.push(["| key | value | |", "| --- | --- | --- |", ...rows].join("\n"));
	for (const write of inner) write();
}

/** hold[ ] for lists, objects.name for objects by name. */
function titleOf(path: string, schema: Schema): string {
	if (schema.type === "array") return `${path} [ ]`;
	return isRecord(schema) ? `${path} by name` : path;
}

const isRecord = ({ additionalProperties }: Schema): boolean =>
	typeof additionalProperties === "object";

/** The object that a value is, or consists of. */
function objectIn(schema: Schema): Schema | undefined {
	if (schema.properties) return schema;
	if (typeof schema.items === "object" && schema.items.properties)
		return schema.items;
	if (
		typeof schema.additionalProperties === "object" &&
		schema.additionalProperties.properties
	)
		return schema.additionalProperties;
	return undefined;
}

const outer = (schema: Schema): string =>
	schema.type === "array"
		? "list of objects"
		: isRecord(schema)
			? "objects by name"
			: "object";

function formOf(schema: Schema, key = ""): string {
	if (schema.$ref) {
		const name = schema.$ref.split("/").at(-1) ?? "";
		return `[${name}](#${anchor(name)})`;
	}
	if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
	if (schema.enum)
		return schema.enum.length > 12 && longLists[key]
			? longLists[key]
			: schema.enum.map((value) => `\`"${value}"\``).join(", ");
	if (schema.prefixItems)
		return `\`[${schema.prefixItems.map((item) => (item.type === "integer" ? "count" : "number")).join(", ")}]\``;
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices)
		return [...new Set(choices.map((choice) => formOf(choice, key)))].join(
			", or ",
		);
	if (schema.type === "array" && typeof schema.items === "object")
		return `list of ${formOf(schema.items)}`;
	if (schema.type === "object" && schema.properties)
		return `\`{ ${Object.entries(schema.properties)
			.map(([name]) => `"${name}": …`)
			.join(", ")} }\``;
	if (schema.type === "integer") return "count";
	if (schema.type === "boolean") return "`true` or `false`";
	return schema.type === "string" ? "text" : (schema.type ?? "");
}

function about(schema: Schema): string {
	const value =
		schema.default === undefined ||
		typeof schema.default === "object" ||
		schema.description?.includes("by default")
			? ""
			: ` \`${JSON.stringify(schema.default)}\` by default.`;
	return `${schema.description ?? ""}${value}`.trim();
}

/** Values that several sections share. */
function definition(name: string, schema: Schema, parts: string[]): void {
	parts.push(`## ${name}`);
	for (const choice of schema.anyOf ?? schema.oneOf ?? [schema]) {
		if (!choice.properties) {
			parts.push(
				[formOf(choice), choice.description].filter(Boolean).join(": "),
			);
			continue;
		}
		const title = choice.properties.model?.const;
		if (title) parts.push(`### ${title}`);
		if (choice.description) parts.push(choice.description);
		const rows = Object.entries(choice.properties).map(
			([key, value]) =>
				`| \`${key}\` | ${choice.required?.includes(key) ? "**required** " : ""}${formOf(value)} | ${about(value)} |`,
		);
		parts.push(
			["| key | value | |", "| --- | --- | --- |", ...rows].join("\n"),
		);
	}
}
