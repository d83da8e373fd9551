import { FrameBody } from "pliant/frames";
import { cellCount, cellKinds } from "pliant/mesh";
import type { Io } from "../io.ts";
import { knownMass } from "../knownMass.ts";
import type { Reporter } from "./reporter.ts";

/** One JSON object per line on standard output, for programs. */
export function jsonReporter({ stdout }: Io): Reporter {
	const started = performance.now();
	const tell = (event: string, values: object) =>
		stdout.write(`${JSON.stringify({ event, ...values })}\n`);
	const seconds = () =>
		Number(((performance.now() - started) / 1000).toFixed(3));
	return {
		start: ({ name, loaded, simulation, steps, out }) =>
			tell("start", {
				scene: name,
				out,
				timeStep: simulation.timeStep,
				// JSON has no infinity.
				steps: Number.isFinite(steps) ? steps : null,
				objects: loaded.bodies.map((body) => ({
					name: body.name,
					mass: knownMass(body),
					vertices: body.vertexCount,
					cells: Object.fromEntries(
						cellKinds.map((kind) => [kind, cellCount(body.mesh, kind)]),
					),
					...(body instanceof FrameBody && {
						frames: body.frameCount,
						samples: body.definition.samples.count,
					}),
				})),
				notes: loaded.notes,
			}),
		step: ({ stepCount, time }, report) =>
			tell("step", { step: stepCount, time, elapsed: seconds(), ...report }),
		end: ({ simulation, outcome, out, resume }) =>
			tell("end", {
				outcome,
				step: simulation.stepCount,
				time: simulation.time,
				elapsed: seconds(),
				energyFlows: simulation.energyFlows,
				out,
				...(resume && { resume }),
			}),
		close: () => {},
	};
}
