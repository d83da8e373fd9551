/** From a mesh to a scene: what it is, how large, what it is made of, what holds it. All choices have a default that is said. */

import { element, short } from "../dom.ts";
import type { Inspection, SceneSource } from "../protocol.ts";
import { likelyChoices, type MeshChoices, meshScene } from "./meshScene.ts";

const kinds: Readonly<Record<MeshChoices["kind"], string>> = {
	solid: "a soft solid (jelly)",
	cloth: "cloth",
	cable: "cables",
};
const holds: Readonly<Record<MeshChoices["hold"], string>> = {
	twoPoints: "hangs from two points",
	floor: "falls on the floor",
	bottom: "stands, its base held",
};
const units: Readonly<Record<string, string>> = {
	"1": "metres",
	"0.01": "centimetres",
	"0.001": "millimetres",
	"0.0254": "inches",
};

export function askAboutMesh(
	mesh: Inspection,
	bytes: Uint8Array,
): Promise<SceneSource | undefined> {
	const likely = likelyChoices(mesh);
	const select = (options: Readonly<Record<string, string>>, value: string) => {
		const made = element(
			"select",
			{},
			...Object.entries(options).map(([key, textContent]) =>
				element("option", { value: key, textContent }),
			),
		);
		made.value = value;
		return made;
	};
	const possible = Object.fromEntries(
		Object.entries(kinds).filter(([kind]) =>
			kind === "solid"
				? mesh.isClosed || mesh.solidCells > 0
				: kind === "cloth"
					? mesh.triangles > 0
					: mesh.edges > 0,
		),
	);
	const kind = select(possible, likely.kind);
	const unit = select(units, String(likely.scale));
	const hold = select(holds, likely.hold);
	const isZUp = element("input", { type: "checkbox", checked: likely.isZUp });
	const youngModulus = element("input", {
		type: "number",
		min: "1",
		step: "any",
		value: String(likely.youngModulus),
	});
	const stiffness = element("label", {}, "Young modulus [Pa]", youngModulus);
	const size = element("small", { className: "quiet" });
	const refresh = () => {
		stiffness.hidden = kind.value !== "solid";
		const sides = mesh.high.map(
			(h, k) => Number(unit.value) * (h - mesh.low[k]),
		);
		size.textContent = `${mesh.triangles} triangles${mesh.solidCells ? `, ${mesh.solidCells} solid cells` : ""}; ${sides.map(short).join(" × ")} m${mesh.isClosed ? "; closed" : mesh.triangles > 0 && mesh.solidCells === 0 ? "; open, so it cannot be filled" : ""}.`;
	};
	for (const field of [kind, unit]) field.addEventListener("change", refresh);
	refresh();
	const dialog = element("dialog", {});
	dialog.append(
		element(
			"form",
			{ method: "dialog" },
			element("h2", { textContent: mesh.name }),
			size,
			...mesh.notes.map((textContent) => element("small", { textContent })),
			element("label", {}, "It is", kind),
			element("label", {}, "Its numbers are in", unit),
			element("label", {}, "It", hold),
			element("label", { className: "check" }, isZUp, "z is up in the file"),
			stiffness,
			element(
				"div",
				{ className: "row" },
				element("button", {
					value: "no",
					textContent: "Cancel",
					formNoValidate: true,
				}),
				element("button", {
					value: "yes",
					className: "main",
					textContent: "Simulate",
				}),
			),
		),
	);
	document.body.append(dialog);
	dialog.showModal();
	return new Promise((resolve) => {
		dialog.onclose = () => {
			dialog.remove();
			if (dialog.returnValue !== "yes") return resolve(undefined);
			const choices: MeshChoices = {
				kind: kind.value as MeshChoices["kind"],
				scale: Number(unit.value),
				hold: hold.value as MeshChoices["hold"],
				isZUp: isZUp.checked,
				youngModulus: Number(youngModulus.value),
			};
			resolve({
				name: "scene.jsonc",
				text: meshScene(mesh, choices),
				files: { [mesh.name]: bytes },
			});
		};
	});
}
