import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../peers/", import.meta.url));
const peer = (name, script, ...args) => ({ name, script, args });

/** The hanging cloth of shared/anchors.md in other engines, 5041 vertices. Run by name only: it installs packages. */
export const peers = {
	name: "peers",
	optional: true,
	install: () => {
		if (existsSync(`${folder}node_modules`)) return;
		const options = ["--no-package-lock", "--no-audit", "--no-fund"];
		try {
			execFileSync("npm", ["install", ...options], {
				cwd: folder,
				stdio: "ignore",
			});
		} catch {
			throw new Error(
				"peers: npm could not install them; run `npm install` in bench/peers to see why",
			);
		}
	},
	sizes: [
		peer("Pliant (25 iterations)", "pliant.mjs", "25"),
		peer("Pliant (default)", "pliant.mjs"),
		peer("Jolt (5 iterations)", "jolt.mjs", "5"),
		peer("Jolt (20 iterations)", "jolt.mjs", "20"),
		peer("Rapier", "rapier.mjs"),
		peer("Bullet/ammo (20)", "ammo.mjs", "20"),
		peer("MuJoCo", "mujoco.mjs"),
	],
	probe: ({ script, args }) => {
		const output = execFileSync(process.execPath, [folder + script, ...args], {
			encoding: "utf8",
			stdio: ["ignore", "pipe", "pipe"],
		});
		return JSON.parse(output.trim().split("\n").at(-1));
	},
	rows: [
		{ name: "step", unit: "ms", key: "msPerStep" },
		{ name: "edge stretch, 99 %", unit: "1", key: "stretch99" },
		{ name: "sag, mean of the last of 3 s", unit: "m", key: "sag" },
	],
};
