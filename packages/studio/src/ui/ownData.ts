/** Files that are dropped or chosen: scenes are opened, meshes become scenes after a few choices. */

import { element } from "../dom.ts";
import type { Inspection, Response, SceneSource } from "../protocol.ts";
import { askAboutMesh } from "./meshDialog.ts";

type Open = (source: SceneSource) => void;

const isScene = (name: string) => /\.jsonc?$/i.test(name);
let openSource: Open = () => {};

/** Takes files from now on. */
export function acceptFiles(open: Open): void {
	openSource = open;
	addEventListener("dragover", (event) => {
		event.preventDefault();
		document.body.classList.add("dropping");
	});
	addEventListener("dragleave", (event) => {
		if (!event.relatedTarget) document.body.classList.remove("dropping");
	});
	addEventListener("drop", (event) => {
		event.preventDefault();
		document.body.classList.remove("dropping");
		if (event.dataTransfer) take([...event.dataTransfer.files]);
	});
}

export function chooseFiles(): void {
	const input = element("input", { type: "file", multiple: true });
	input.onchange = () => take([...(input.files ?? [])]);
	input.click();
}

async function take(files: readonly File[]): Promise<void> {
	if (files.length === 0) return;
	try {
		const contents = await Promise.all(
			files.map(
				async (file) =>
					[file.name, new Uint8Array(await file.arrayBuffer())] as const,
			),
		);
		const scene = contents.find(([name]) => isScene(name));
		if (scene) {
			const others = contents.filter((one) => one !== scene);
			openSource({
				name: scene[0],
				text: new TextDecoder().decode(scene[1]),
				files: Object.fromEntries(others),
			});
			return;
		}
		const [[name, bytes]] = contents;
		const source = await askAboutMesh(await inspected(name, bytes), bytes);
		if (source) openSource(source);
	} catch (error) {
		tell(error instanceof Error ? error.message : String(error));
	}
}

/** Reads the mesh in a worker of its own, so that a large one does not hold up the page. */
function inspected(name: string, bytes: Uint8Array): Promise<Inspection> {
	const worker = new Worker(
		new URL("../worker/simulationWorker.ts", import.meta.url),
		{ type: "module", name: "inspection" },
	);
	return new Promise<Inspection>((resolve, reject) => {
		worker.onmessage = ({ data }: MessageEvent<Response>) => {
			if (data.kind === "inspected") resolve(data);
			else if (data.kind === "failed") reject(new Error(data.message));
		};
		worker.onerror = ({ message }) => reject(new Error(message));
		worker.postMessage({ kind: "inspect", name, bytes });
	}).finally(() => worker.terminate());
}

function tell(message: string): void {
	const dialog = element("dialog", {});
	dialog.append(
		element(
			"form",
			{ method: "dialog" },
			element("h2", { textContent: "That file cannot be used" }),
			element("p", { textContent: message, role: "alert" }),
			element("button", { className: "main", textContent: "Close" }),
		),
	);
	dialog.onclose = () => dialog.remove();
	document.body.append(dialog);
	dialog.showModal();
}
