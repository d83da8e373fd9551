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
	private readonly text: SceneText;
	private readonly problems: Problem[];

	constructor(text: SceneText) {
		this.text = text;
		this.problems = [...text.problems];
		if (text.value === undefined) return;
		const { error } = scene.safeParse(text.value);
		if (error) this.problems.push(...problemsOf(error.issues, text.value));
	}

	add(path: Path, message: string): void {
		this.problems.push({ path, message });
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
		const isFaulty = this.problems.some((problem) =>
			path.every((key, i) => problem.path[i] === key),
		);
		if (isFaulty) return undefined;
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
