import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
	Body,
	type EnergyFlows,
	type SceneBody,
	type Simulation,
} from "pliant";
import { FrameBody } from "pliant/frames";
import { cellArrayNames, cellCount, cellKinds } from "pliant/mesh";
import type { Io } from "../io.ts";
import { knownMass } from "../knownMass.ts";
import {
	accuracyOf,
	isSolid,
	printAccuracy,
	worthTelling,
} from "./accuracy.ts";
import { outputColors } from "./lastLook.ts";
import { formatFactor, ProgressBar } from "./progressBar.ts";
import type { Outcome, Reporter, RunEnd } from "./reporter.ts";

/** A progress bar on a terminal, a line at the beginning and the end elsewhere, and a summary on standard output. */
export function terminalReporter({ stdout, stderr }: Io): Reporter {
	let bar: ProgressBar | undefined;
	let seconds = 0;
	/** Simulated before this run. */
	let before = 0;
	/** Largest kinetic energy so far [J]. */
	let peakKinetic = 0;
	/** Wall-clock time of all steps [s], without the pictures at the end. */
	let elapsed = 0;
	return {
		start: ({ name, loaded, simulation, steps }) => {
			for (const note of loaded.notes) stderr.write(`note: ${note}\n`);
			seconds = steps * simulation.timeStep;
			before = simulation.time;
			const vertices = loaded.bodies.reduce((n, b) => n + b.vertexCount, 0);
			const objects =
				loaded.bodies.length === 1 ? "" : `${loaded.bodies.length} objects, `;
			bar = new ProgressBar(
				stderr,
				`${loaded.title ?? name}: ${objects}${vertices} vertices`,
			);
		},
		step: ({ stepCount, timeStep }, report) => {
			elapsed = bar?.elapsed ?? 0;
			peakKinetic = Math.max(peakKinetic, report?.energy.kinetic ?? 0);
			// Not the simulation's own time, whose rounding would keep the last step short of 100 %.
			bar?.update({
				time: stepCount * timeStep,
				before,
				seconds,
				...(report && { report }),
			});
		},
		end: (run) => {
			bar?.close();
			bar = undefined;
			stdout.write(summary(run, elapsed, before, peakKinetic));
		},
		close: () => bar?.close(),
	};
}

const endings: Readonly<Record<Outcome, string>> = {
	finished: "",
	"at rest": ", until it came to rest",
	equilibrium: "",
	"unstable equilibrium": "",
	"inverted equilibrium": "",
	"equilibrium of unknown stability": "",
	interrupted: ", then interrupted",
};

function summary(
	{ loaded, simulation, outcome, out, resume }: RunEnd,
	elapsed: number,
	before: number,
	peakKinetic: number,
): string {
	const { stepCount, time } = simulation;
	const lines = [
		"",
		...loaded.bodies.map(objectLine),
		...errorLines(loaded.bodies, simulation),
		...seamLines(simulation),
	];
	if (outcome === "equilibrium") lines.push("statics    in stable equilibrium");
	else if (outcome === "equilibrium of unknown stability")
		lines.push(
			'statics    in equilibrium; the solver did not find out whether it is stable, simulation.linear.method "direct" would',
		);
	else if (outcome === "inverted equilibrium")
		lines.push(
			"statics    in equilibrium, but elements are inside out: the loads are more than the material bears; lower them, or take a material that resists collapse (safe-trbs, neo-hookean)",
		);
	else if (outcome === "unstable equilibrium")
		lines.push(
			`statics    in equilibrium, but not a stable one: it would buckle; ${loaded.bodies.some((body) => !(body instanceof Body)) ? "load it a little to one side" : "give start.noise to the object"}, or let time go on`,
		);
	else if (outcome === "interrupted" && loaded.run.statics)
		lines.push("statics    interrupted; it begins anew when it is run again");
	else {
		const factor = elapsed > 0 ? formatFactor((time - before) / elapsed) : "";
		lines.push(
			`simulated  ${time.toFixed(2)} s in ${stepCount} steps${endings[outcome]}`,
			`took       ${elapsed.toFixed(1)} s, ${factor} real time; linear systems: ${simulation.linearMethod("steps")}`,
			...energyLines(simulation.energyFlows, peakKinetic),
		);
	}
	const colors = outputColors(loaded, simulation);
	if (colors) {
		const [low, high] = colors.range.map((value) => value.toPrecision(3));
		lines.push(`colours    ${colors.name} from ${low} (blue) to ${high} (red)`);
	}
	lines.push(`results    ${resultNames(out)}`);
	if (resume) lines.push("", `Go on with:  ${resume}`);
	else if (outcome !== "interrupted")
		lines.push("", `Look at it:  ${join(out, "picture.png")}`);
	return `${lines.join("\n")}\n`;
}

/**
 * Returns the line about the energy that was lost, if any was.
 * @param peakKinetic largest kinetic energy of the run [J]
 */
function energyLines(
	{ friction, damping, numericalLoss }: EnergyFlows,
	peakKinetic: number,
): string[] {
	const show = (energy: number) => Number(energy.toPrecision(2));
	const percent = show((100 * numericalLoss) / peakKinetic);
	const losses = [
		...(friction === 0 ? [] : [`${show(friction)} J to friction`]),
		...(damping === 0 ? [] : [`${show(damping)} J to damping`]),
		...(peakKinetic === 0
			? []
			: [
					`${show(numericalLoss)} J to the time step (${percent} % of the peak kinetic energy)`,
				]),
	];
	return losses.length > 0 ? [`energy     lost ${losses.join(", ")}`] : [];
}

/** Seams that are not closed. */
const seamLines = (simulation: Simulation): string[] =>
	simulation
		.seams()
		.filter(({ isWelded }) => !isWelded)
		.map(
			({ name, gap, problem }) =>
				`seam       ${name}: ${problem ?? `${(1000 * gap).toPrecision(2)} mm open; all are welded when all have closed`}`,
		);

/** Where the mesh of a solid is too coarse for its stress. */
function errorLines(
	bodies: readonly SceneBody[],
	simulation: Simulation,
): string[] {
	return bodies.filter(isSolid).flatMap((body) => {
		const accuracy = accuracyOf(simulation, body);
		return accuracy && accuracy.relativeError > worthTelling
			? [`accuracy   ${body.name}: ${printAccuracy(accuracy)}`]
			: [];
	});
}

function objectLine(body: SceneBody): string {
	const { name, mesh, vertexCount, models } = body;
	const mass = knownMass(body);
	const cells = cellKinds
		.map((kind) => [cellCount(mesh, kind), kind] as const)
		.filter(([count]) => count > 0)
		.map(([count, kind]) => `${count} ${cellArrayNames[kind]}`);
	if (body instanceof FrameBody)
		cells.push(
			`${body.frameCount} frames`,
			`${body.definition.samples.count} samples`,
		);
	const names = models.map(({ model }) => model.name).join(" and ");
	if (mass !== undefined) cells.push(`${mass.toPrecision(3)} kg`);
	return `object     ${name}: ${vertexCount} vertices, ${cells.join(", ")}; ${names || "rigid"}`;
}

/** The names of what is in the folder, the first of them if there are many. */
function resultNames(out: string): string {
	const names = readdirSync(out).sort();
	const shown = names.slice(0, 8).join(", ");
	const more = names.length > 8 ? ` and ${names.length - 8} more` : "";
	return `${shown}${more} in ${out}`;
}
