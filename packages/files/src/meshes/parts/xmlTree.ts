import { SaxesParser } from "saxes";
import { FileError } from "../../fileError.ts";
import { quotable } from "./textScanner.ts";

export interface XmlElement {
	readonly name: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly children: XmlElement[];
	/** All text in it, but not in its children, in pieces. */
	readonly text: string[];
}

/** VTK nests six deep, drawings hardly more. */
const deepest = 32;

/** A document as a tree. The parser knows no entities but XML's own five, so none can grow. */
export function xmlTree(file: string, document: string): XmlElement {
	const root: XmlElement = { name: "", attributes: {}, children: [], text: [] };
	const open = [root];
	const parser = new SaxesParser({ position: true, xmlns: false });
	const fail = (message: string) => {
		throw new FileError(
			`${file}, line ${parser.line}: ${quotable(message, 200)}`,
		);
	};
	parser.on("error", (error) => fail(error.message.replace(/^[\d:]+ /, "")));
	parser.on("opentag", ({ name, attributes }) => {
		if (open.length > deepest) fail(`elements nest deeper than ${deepest}`);
		const element = { name, attributes, children: [], text: [] };
		open.at(-1)?.children.push(element);
		open.push(element);
	});
	parser.on("closetag", () => {
		open.pop();
	});
	parser.on("text", (text) => {
		open.at(-1)?.text.push(text);
	});
	parser.write(document).close();
	const [top] = root.children;
	if (!top) throw new FileError(`${file}: has no XML element`);
	return top;
}
