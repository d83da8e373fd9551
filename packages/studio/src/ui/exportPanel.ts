/** What can be taken home. */

import { download, element } from "../dom.ts";
import type { Lane } from "../lane.ts";

/** Frames per second of a video. */
const videoRate = 30;
const videoType = "video/webm";

const canRecord = () =>
	typeof MediaRecorder === "function" &&
	MediaRecorder.isTypeSupported(videoType);

export class ExportPanel {
	readonly element: HTMLElement;

	constructor({
		lane,
		share,
	}: { readonly lane: () => Lane; readonly share: () => void }) {
		const item = (textContent: string, about: string, onclick: () => void) =>
			element(
				"section",
				{},
				element("button", { textContent, onclick }),
				element("small", { textContent: about }),
			);
		this.element = element(
			"div",
			{},
			item("Picture (PNG)", "What you see.", () => {
				const { stage } = lane();
				stage.drawNow();
				stage.renderer.domElement.toBlob(
					(blob) => blob && download("picture.png", blob),
				);
			}),
			item(
				"Animation (GLB)",
				"All that was simulated since the beginning, for Blender, three.js and viewers of glTF.",
				() => lane().send({ kind: "export", format: "glb" }),
			),
			...(canRecord() ? [this.video(lane)] : []),
			item(
				"Series (VTU)",
				"The same for ParaView: a zip with a .pvd, which is what to open.",
				() => lane().send({ kind: "export", format: "vtu" }),
			),
			item(
				"Energies (CSV)",
				"Kinetic, elastic and load energy over time.",
				() => lane().send({ kind: "export", format: "csv" }),
			),
			item("Scene (JSON)", "For `pliant run`, and to be loaded again.", () => {
				const { source } = lane();
				if (source) download(source.name, new Blob([source.text]));
			}),
			item("Link", "The whole scene in an address.", share),
		);
	}

	/** A button that begins a video of what is seen, and ends it. */
	private video(lane: () => Lane): HTMLElement {
		let recorder: MediaRecorder | undefined;
		const begin = () => {
			const { stage } = lane();
			const stream = stage.renderer.domElement.captureStream(videoRate);
			const parts: Blob[] = [];
			const made = new MediaRecorder(stream, { mimeType: videoType });
			made.ondataavailable = ({ data }) => parts.push(data);
			made.onstop = () => {
				for (const track of stream.getTracks()) track.stop();
				download("video.webm", new Blob(parts, { type: videoType }));
			};
			made.start();
			recorder = made;
			button.textContent = "End the video";
		};
		const end = () => {
			recorder?.stop();
			recorder = undefined;
			button.textContent = "Video (WebM)";
		};
		const button = element("button", {
			textContent: "Video (WebM)",
			onclick: () => (recorder ? end() : begin()),
		});
		return element(
			"section",
			{},
			button,
			element("small", {
				textContent: "What you see from now on, until you end it.",
			}),
		);
	}
}
