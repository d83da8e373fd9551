import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { output, scriptOutput } from "../process.mjs";

const folder = fileURLToPath(new URL("../peers/", import.meta.url));
const peer = (name, script, ...args) => ({ name, script, args });
const atRest = peer("at rest", "pliant.mjs", "rest");

/** Depth of the cloth at rest [m], which is what all of them should come to. */
let restSag;

/** The hanging cloth of other engines, 5041 vertices. */
export const peers = {
	name: "peers",
	about: "other engines; installs them into bench/peers/node_modules",
	isInstalled: () => existsSync(`${folder}node_modules`),
	install: async () => {
		const options = ["--no-package-lock", "--no-audit", "--no-fund"];
		try {
			await output("npm", ["install", ...options], { cwd: folder });
		} catch {
			throw new Error(
				"peers: npm could not install them; run `npm install` in bench/peers to see why",
			);
		}
	},
	sizes: [
		peer(
			"Pliant, block Jacobi to 2e-1",
			"pliant.mjs",
			"conjugate-gradient",
			"2e-1",
		),
		peer("Pliant, multigrid to 2e-1", "pliant.mjs", "multigrid", "2e-1"),
		peer("Pliant, multigrid to 1e-2", "pliant.mjs", "multigrid", "1e-2"),
		peer("Pliant, multigrid to 1e-4", "pliant.mjs", "multigrid", "1e-4"),
		peer("Pliant, defaults", "pliant.mjs", "defaults"),
		peer("Jolt, 5 iterations", "jolt.mjs", "5"),
		peer("Jolt, 20 iterations", "jolt.mjs", "20"),
		peer("Rapier", "rapier.mjs"),
		peer("Bullet (ammo), 20 iterations", "ammo.mjs", "20"),
		peer("MuJoCo", "mujoco.mjs"),
	],
	probe: async ({ script, args }) => {
		const run = (size) => scriptOutput(folder + size.script, size.args);
		restSag ??= (await run(atRest)).sag;
		const values = await run({ script, args });
		const sagError = 100 * Math.abs(values.sag / restSag - 1);
		const swing = (100 * values.swing) / restSag;
		return { ...values, restSag, sagError, swing };
	},
	rows: [
		{ name: "step", unit: "ms", key: "msPerStep" },
		{ name: "edge stretch, 99 %, after 3 s", unit: "1", key: "stretch99" },
		{ name: "sag, 15 to 20 s", unit: "m", key: "sag" },
		{ name: "sag at rest, converged", unit: "m", key: "restSag" },
		{ name: "error of the sag", unit: "%", key: "sagError" },
		{ name: "swing, 15 to 20 s", unit: "%", key: "swing" },
	],
};
