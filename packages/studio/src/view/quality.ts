/** How much light and shadow a computer is asked for. */
export interface Quality {
	readonly antialias: boolean;
	/** Pixels drawn per pixel shown, at most. */
	readonly pixelRatio: number;
	readonly shadowPixels: number;
	readonly shadowSamples: number;
	/** Between two pictures of the contact shadow [ms]. */
	readonly contactInterval: number;
}

export const full: Quality = {
	antialias: true,
	pixelRatio: 2,
	shadowPixels: 1024,
	shadowSamples: 14,
	contactInterval: 0,
};

/** For drawing without a graphics card, where all of the above takes half a second. */
const reduced: Quality = {
	antialias: false,
	pixelRatio: 0.66,
	shadowPixels: 512,
	shadowSamples: 5,
	contactInterval: 600,
};

/** Full where there is a graphics card, or where the address asks for it by ?quality=full. */
export function chosenQuality(): Quality {
	if (new URLSearchParams(location.search).get("quality") === "full")
		return full;
	const gl = document.createElement("canvas").getContext("webgl2");
	const about = gl?.getExtension("WEBGL_debug_renderer_info");
	const name = about ? gl?.getParameter(about.UNMASKED_RENDERER_WEBGL) : "";
	gl?.getExtension("WEBGL_lose_context")?.loseContext();
	return /swiftshader|llvmpipe|software/i.test(name) ? reduced : full;
}
