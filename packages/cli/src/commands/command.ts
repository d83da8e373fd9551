import { type Command, InvalidArgumentError } from "commander";
import type { Io } from "../io.ts";

/** Makes one of the commands; `setStatus` takes an exit status other than success. */
export type CommandMaker = (
	io: Io,
	setStatus: (status: number) => void,
) => Command;

/** For options that are numbers. */
export function numberFrom(least: number, what = "a number") {
	return (text: string): number => {
		const value = Number(text);
		if (text.trim() === "" || !Number.isFinite(value) || value < least)
			throw new InvalidArgumentError(`It must be ${what} from ${least} on.`);
		return value;
	};
}

/** For options that are counts. */
export function countFrom(least: number, most = Number.POSITIVE_INFINITY) {
	const number = numberFrom(least, "a whole number");
	return (text: string): number => {
		const value = number(text);
		if (!Number.isInteger(value))
			throw new InvalidArgumentError("It must be a whole number.");
		if (value > most)
			throw new InvalidArgumentError(`It must be at most ${most}.`);
		return value;
	};
}

export function positiveNumber(text: string): number {
	const value = Number(text);
	if (!(value > 0 && Number.isFinite(value)))
		throw new InvalidArgumentError("It must be a positive number.");
	return value;
}
