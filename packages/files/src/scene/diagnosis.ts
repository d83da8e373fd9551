/** Collects everything that is wrong with a scene, so that one look is enough. */
import type { z } from "../zod.ts";
import type { SceneText } from "./document.ts";
import {
	type Path,
	type Problem,
	problemsOf,
	SceneError,
	valueAt,
} from "./problem.ts";
import { scene } from "./schema/scene.ts";

export class Diagnosis {
	private text: SceneText;
	private readonly problems: Problem[] = [];
	/** Paths, as JSON, of everything that has a problem in it: a scene may have very many. */
	private readonly faulty = new Set<string>();

	constructor(text: SceneText) {
		this.text = text;
		for (const problem of text.problems) this.keep(problem);
		if (text.value === undefined) return;
		try {
			const { error } = scene.safeParse(text.value);
			for (const problem of problemsOf(error?.issues ?? [], text.value))
				this.keep(problem);
		} catch (error) {
			// The stack is full of what is wrong: the schema passes it on as arguments.
			if (!(error instanceof RangeError)) throw error;
			this.add([], "has too many wrong entries to be told; is it a scene?");
			this.text = { ...text, value: undefined };
		}
	}

	private keep(problem: Problem): void {
		this.problems.push(problem);
		for (let length = problem.path.length; length >= 0; length--) {
			const key = JSON.stringify(problem.path.slice(0, length));
			// Then all around it are known, too.
			if (this.faulty.has(key)) break;
			this.faulty.add(key);
		}
	}

	/** Remedies are told in words of scenes. */
	add(path: Path, message: string): void {
		this.keep({
			path,
			message: message.replaceAll("repairMesh", '"repair": true'),
		});
	}

	/** Does something; what it throws becomes a problem. */
	attempt<T>(path: Path, work: () => T): T | undefined {
		try {
			return work();
		} catch (error) {
			// The path says already what it is about.
			const { message } = error as Error;
			this.add(
				path,
				message.replace(
					/^(simulate|collider\.\w+|voxelise|\w+Weights|(body|collider|frame body) "[^"]*"): /,
					"",
				),
			);
			return undefined;
		}
	}

	/** A part of the scene with its defaults, if it is there and the schema has nothing against it. */
	section<T extends z.ZodType>(path: Path, schema: T): z.output<T> | undefined {
		if (this.faulty.has(JSON.stringify(path))) return undefined;
		return schema.safeParse(valueAt(this.text.value, path)).data;
	}

	/** The keys of an object or list of the scene; none if it is neither. */
	keys(path: Path): (string | number)[] {
		const value = valueAt(this.text.value, path);
		if (Array.isArray(value)) return [...value.keys()];
		return value !== null && typeof value === "object"
			? Object.keys(value)
			: [];
	}

	/** The one key, of those given, that a section has; a problem if there is none or more. */
	exactlyOneOf(path: Path, keys: readonly string[]): string | undefined {
		const found = this.keys(path).filter((key) => keys.includes(String(key)));
		if (found.length === 1) return String(found[0]);
		this.add(
			path,
			found.length === 0
				? `needs one of ${keys.join(", ")}`
				: `has ${found.join(" and ")}; give only one of them`,
		);
		return undefined;
	}

	/** Throws if anything is wrong. */
	finish(file: string): void {
		if (this.problems.length === 0) return;
		const placed = this.problems.map((problem) => ({
			...problem,
			line: problem.line ?? this.text.lineOf(problem.path),
		}));
		throw new SceneError(
			file,
			placed.toSorted((a, b) => a.line - b.line),
		);
	}
}
