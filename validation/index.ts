/** Every experiment, in the order of the report. Adding one is a folder and a line here. */
import { animal } from "./baudet/animal/experiment.ts";
import { cantilever } from "./baudet/cantilever/experiment.ts";
import { lShapeExperiment } from "./baudet/l-shape/experiment.ts";
import { m3Quarter } from "./baudet/m3-quarter/experiment.ts";
import { moduli } from "./baudet/moduli/experiment.ts";
import { rectangleExperiment } from "./baudet/rectangle/experiment.ts";
import { shearExperiment } from "./baudet/shear/experiment.ts";
import { shearModulus } from "./baudet/shear-modulus/experiment.ts";
import { table1 } from "./baudet/table-1/experiment.ts";
import { table2 } from "./baudet/table-2/experiment.ts";
import { tensionPoisson } from "./baudet/tension-poisson/experiment.ts";
import { tensionYoung } from "./baudet/tension-young/experiment.ts";
import { capstan } from "./contact/capstan/experiment.ts";
import { contactDrape } from "./contact/drape/experiment.ts";
import { drops } from "./contact/drops/experiment.ts";
import { frictionExperiment } from "./contact/friction/experiment.ts";
import { hertzExperiment } from "./contact/hertz/experiment.ts";
import { restingGap } from "./contact/resting-gap/experiment.ts";
import { scenes } from "./contact/scenes/experiment.ts";
import { twist } from "./contact/twist/experiment.ts";
import { compressionVsPoisson } from "./delingette/compression-vs-poisson/experiment.ts";
import { deadLoadLimit } from "./delingette/dead-load-limit/experiment.ts";
import { geometry } from "./delingette/geometry/experiment.ts";
import { meshIndependence } from "./delingette/mesh-independence/experiment.ts";
import { obtuseTriangles } from "./delingette/obtuse-triangles/experiment.ts";
import { operationCounts } from "./delingette/operation-counts/experiment.ts";
import { springEnergies } from "./delingette/spring-energies/experiment.ts";
import { stiffnessVsPoisson } from "./delingette/stiffness-vs-poisson/experiment.ts";
import { tablecloth } from "./delingette/tablecloth/experiment.ts";
import { timing } from "./delingette/timing/experiment.ts";
import { tractionExperiment } from "./delingette/traction/experiment.ts";
import type { Experiment } from "./experiment.ts";
import { cusick } from "./fabrics/cusick/experiment.ts";
import { stripExtension } from "./fabrics/extension/experiment.ts";
import { scarf } from "./fabrics/scarf/experiment.ts";
import { bending } from "./gilles/bending/experiment.ts";
import { bunnyExperiment } from "./gilles/bunny/experiment.ts";
import { coarse } from "./gilles/coarse/experiment.ts";
import { contact } from "./gilles/contact/experiment.ts";
import { extension } from "./gilles/extension/experiment.ts";
import { insertion } from "./gilles/insertion/experiment.ts";
import { iterationsExperiment } from "./gilles/iterations/experiment.ts";
import { performanceExperiment } from "./gilles/performance/experiment.ts";
import { sketches } from "./gilles/sketches/experiment.ts";
import { tShapeExperiment } from "./gilles/t-shape/experiment.ts";
import { tableOne } from "./gilles/table-1/experiment.ts";
import { turtleExperiment } from "./gilles/turtle/experiment.ts";
import { weightsExperiment } from "./gilles/weights/experiment.ts";
import { askedAndGot } from "./motion/accuracy/experiment.ts";
import { bounce } from "./motion/bounce/experiment.ts";
import { carried } from "./motion/carried/experiment.ts";
import { hungFabrics } from "./motion/fabrics/experiment.ts";
import { pendulums } from "./motion/pendulums/experiment.ts";
import { slope } from "./motion/slope/experiment.ts";
import { spinning } from "./motion/spin/experiment.ts";
import { stopping } from "./motion/stopping/experiment.ts";
import { vibrations } from "./motion/vibrations/experiment.ts";
import { a4 } from "./reference/a4/experiment.ts";
import { a5 } from "./reference/a5/experiment.ts";
import { a6 } from "./reference/a6/experiment.ts";
import { a7 } from "./reference/a7/experiment.ts";
import { a8 } from "./reference/a8/experiment.ts";
import { a9 } from "./reference/a9/experiment.ts";
import { faults } from "./reliability/faults/experiment.ts";
import { readers } from "./reliability/readers/experiment.ts";
import { scale } from "./reliability/scale/experiment.ts";
import { randomScenes } from "./reliability/scenes/experiment.ts";
import { soak } from "./reliability/soak/experiment.ts";
import { solidElements } from "./solids/elements/experiment.ts";
import { hexagon } from "./vangelder/hexagon/experiment.ts";
import { impossibility } from "./vangelder/impossibility/experiment.ts";
import { inverseProblem } from "./vangelder/inverse-problem/experiment.ts";
import { skin } from "./vangelder/skin/experiment.ts";
import { speed } from "./vangelder/speed/experiment.ts";
import { twoSpheres } from "./vangelder/two-spheres/experiment.ts";
import { drape } from "./volino/drape/experiment.ts";
import { forceTiming } from "./volino/force-timing/experiment.ts";
import { garment } from "./volino/garment/experiment.ts";
import { largestStepExperiment } from "./volino/largest-step/experiment.ts";
import { locking } from "./volino/locking/experiment.ts";
import { momentum } from "./volino/momentum/experiment.ts";
import { platePatterns } from "./volino/plate-patterns/experiment.ts";
import { resolution } from "./volino/resolution/experiment.ts";
import { sideEffects } from "./volino/side-effects/experiment.ts";
import { stepRate } from "./volino/step-rate/experiment.ts";
import { threeSchemes } from "./volino/three-schemes/experiment.ts";

export const experiments: readonly Experiment[] = [
	geometry,
	springEnergies,
	stiffnessVsPoisson,
	operationCounts,
	timing,
	tractionExperiment,
	compressionVsPoisson,
	deadLoadLimit,
	obtuseTriangles,
	meshIndependence,
	tablecloth,
	inverseProblem,
	impossibility,
	hexagon,
	twoSpheres,
	skin,
	speed,
	momentum,
	platePatterns,
	threeSchemes,
	sideEffects,
	resolution,
	drape,
	garment,
	forceTiming,
	stepRate,
	largestStepExperiment,
	locking,
	sketches,
	stripExtension,
	cusick,
	scarf,
	extension,
	bending,
	coarse,
	tShapeExperiment,
	turtleExperiment,
	weightsExperiment,
	bunnyExperiment,
	insertion,
	contact,
	iterationsExperiment,
	performanceExperiment,
	tableOne,
	table1,
	rectangleExperiment,
	table2,
	m3Quarter,
	moduli,
	tensionYoung,
	tensionPoisson,
	shearExperiment,
	shearModulus,
	lShapeExperiment,
	cantilever,
	animal,
	restingGap,
	frictionExperiment,
	hertzExperiment,
	contactDrape,
	capstan,
	drops,
	scenes,
	twist,
	slope,
	stopping,
	carried,
	spinning,
	pendulums,
	vibrations,
	askedAndGot,
	bounce,
	hungFabrics,
	a4,
	a5,
	a6,
	a7,
	a8,
	a9,
	solidElements,
	faults,
	scale,
	soak,
	readers,
	randomScenes,
];
