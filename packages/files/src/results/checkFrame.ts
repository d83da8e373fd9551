import { cellCount, vertexCount } from "pliant/mesh";
import { FileError } from "../fileError.ts";
import type { Field, Frame, RecordedBody } from "./resultFormat.ts";

/** The largest number in single precision, in which most formats keep positions. */
const largest = 3.4028234e38;

/** Refuses a frame that the bodies do not fit, or that would give files which other programs cannot read. */
export function checkFrame(
	bodies: readonly RecordedBody[],
	frame: Frame,
): void {
	const { step, time } = frame;
	if (!Number.isFinite(time)) {
		throw new FileError(
			`frame of step ${step}: its time is ${time}; it must be a finite number of seconds`,
		);
	}
	if (frame.bodies.length !== bodies.length) {
		throw new FileError(
			`frame of step ${step}: it has ${frame.bodies.length} bodies, the recording ${bodies.length}; they must be the same`,
		);
	}
	for (const [index, body] of bodies.entries()) {
		const { positions, velocities, fields } = frame.bodies[index];
		const where = `body "${body.name}" in step ${step}`;
		const size = body.mesh.positions.length;
		requireLength(where, "positions", positions, size);
		requireLength(where, "velocities", velocities, size);
		for (let i = 0; i < size; i++) {
			if (Math.abs(positions[i]) <= largest) continue;
			throw new FileError(
				`${where}: vertex ${Math.floor(i / 3)} has ${"xyz"[i % 3]} = ${positions[i]}; positions must be finite. The simulation failed in or before this step: record earlier ones`,
			);
		}
		for (const field of fields) {
			requireLength(
				where,
				`the field "${field.name}"`,
				field.values,
				field.components * valueCount(body, field),
			);
		}
	}
}

/** Refuses a frame that is not after the one before, for formats that store times. */
export function checkTime(frame: Frame, before: number | undefined): void {
	if (before === undefined || frame.time > before) return;
	throw new FileError(
		`frame of step ${frame.step}: its time is ${frame.time} s, the one before had ${before} s; times must increase`,
	);
}

function valueCount({ mesh }: RecordedBody, { on }: Field): number {
	return on === "vertex" ? vertexCount(mesh) : cellCount(mesh, on);
}

function requireLength(
	where: string,
	what: string,
	values: Float64Array,
	length: number,
): void {
	if (values.length === length) return;
	throw new FileError(
		`${where}: ${what} has ${values.length} values; the mesh needs ${length}`,
	);
}
