import { attemptAll } from "@pliant/files";
import { expect, it } from "vitest";

const fail = (message: string) => () => Promise.reject(new Error(message));

it("does all of it in order, and throws what failed", async () => {
	const done: number[] = [];
	const work = (i: number) => async () => {
		done.push(i);
	};
	await attemptAll([work(0), work(1)]);
	const one = attemptAll([fail("a"), work(2)]);
	await expect(one).rejects.toThrow(/^a$/);
	expect(done).toEqual([0, 1, 2]);
});

it("throws several failures as one list, the first first", async () => {
	const inner = () => attemptAll([fail("b"), fail("c")]);
	const error = await attemptAll([fail("a"), inner]).catch((e) => e);
	expect(error).toBeInstanceOf(AggregateError);
	expect(error.message).toBe("a\nb\nc");
	expect(error.errors.map(({ message }: Error) => message)).toEqual(
		error.message.split("\n"),
	);
});
