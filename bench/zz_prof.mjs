import { Scene, simulate, solid } from "pliant";
import { stableNeoHookean } from "pliant/models";
import { Session } from "node:inspector/promises";
import { writeFileSync } from "node:fs";
const [name, n, method] = [process.argv[2], Number(process.argv[3]), process.argv[4]];
const scene = new Scene();
const block = scene.add(solid.box({ cells: [n, n, n] }, { solid: stableNeoHookean.elements[name]({ youngModulus: 1e5, poissonRatio: 0.3 }), density: 1000 }));
block.pin(block.group("x-min"));
const simulation = await simulate(scene, { timeStep: 1 / 60, ...(method && {linear:{method, ...(process.argv[5]&&{preconditioner:process.argv[5]})}}) });
const session = new Session(); session.connect();
simulation.step(); simulation.step();
await session.post("Profiler.enable"); await session.post("Profiler.start");
for (let i = 0; i < 6; i++) { const s = process.cpuUsage(); const r = simulation.step(); console.log(i, (process.cpuUsage(s).user/1000).toFixed(0), r.iterations, r.linearIterations, r.safeguarded, simulation.linearMethod("steps")); }
const { profile } = await session.post("Profiler.stop");
writeFileSync("/tmp/h1/p.cpuprofile", JSON.stringify(profile));
