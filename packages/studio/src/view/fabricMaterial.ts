/** How bodies look: cloth with a weave, a faint check that shows how it stretches, and another colour on its back; solids smooth. */
import {
	CanvasTexture,
	Color,
	DoubleSide,
	FrontSide,
	MeshPhysicalMaterial,
	RepeatWrapping,
	SRGBColorSpace,
} from "three";

/** Threads along the longest side of cloth, and checks. */
const threads = 220;
const checks = 10;
/** Threads in the picture of the weave, each way. */
const woven = 8;

/** Smooths the weave away where its threads are too fine for the pixels: they would make stripes that are not there, which look like bad shadows. */
const fadingWeave = `
vec3 smoothNormal = normal;
#include <normal_fragment_maps>
vec2 threadsPerPixel = ${woven}.0 * fwidth(vBumpMapUv);
float fineness = smoothstep(0.12, 0.35, max(threadsPerPixel.x, threadsPerPixel.y));
normal = normalize(mix(normal, smoothNormal, fineness));`;

export function fabricMaterial(options: {
	readonly front: string;
	readonly back: string;
	readonly isSolid: boolean;
	/** Of the body [m]. */
	readonly extent: number;
}): MeshPhysicalMaterial {
	const { front, back, isSolid, extent } = options;
	const material = new MeshPhysicalMaterial({
		color: front,
		roughness: isSolid ? 0.52 : 0.88,
		side: isSolid ? FrontSide : DoubleSide,
		// Shadows of thin cloth on itself need both sides.
		shadowSide: DoubleSide,
	});
	const check = checkTexture();
	check.repeat.setScalar(checks / 2 / extent);
	material.map = check;
	if (isSolid) {
		material.clearcoat = 0.25;
		material.clearcoatRoughness = 0.5;
		return material;
	}
	const weave = weaveTexture();
	weave.repeat.setScalar(threads / woven / extent);
	material.bumpMap = weave;
	material.bumpScale = 0.5;
	material.sheen = 0.5;
	material.sheenRoughness = 0.6;
	material.sheenColor = new Color(front).lerp(new Color("#ffffff"), 0.5);
	const backColour = new Color(back);
	material.onBeforeCompile = (shader) => {
		shader.uniforms.backColour = { value: backColour };
		shader.uniforms.frontColour = { value: material.color };
		shader.fragmentShader = shader.fragmentShader
			.replace(
				"#include <common>",
				"#include <common>\nuniform vec3 backColour;\nuniform vec3 frontColour;",
			)
			.replace("#include <normal_fragment_maps>", fadingWeave)
			.replace(
				"#include <map_fragment>",
				"#include <map_fragment>\nif (!gl_FrontFacing) diffuseColor.rgb *= backColour / max(frontColour, vec3(0.01));",
			);
	};
	return material;
}

/** Two by two checks, one of them a little darker twice, as in gingham. */
function checkTexture(): CanvasTexture {
	const texture = painted(64, (context) => {
		context.fillStyle = "#ffffff";
		context.fillRect(0, 0, 64, 64);
		context.fillStyle = "rgba(60, 40, 20, 0.13)";
		context.fillRect(0, 0, 32, 64);
		context.fillRect(0, 0, 64, 32);
	});
	texture.colorSpace = SRGBColorSpace;
	return texture;
}

/** Eight by eight threads of a plain weave, as heights. */
const weaveTexture = () =>
	painted(128, (context) => {
		const image = context.createImageData(128, 128);
		for (let y = 0; y < 128; y++)
			for (let x = 0; x < 128; x++) {
				const [i, j] = [Math.floor(x / 16), Math.floor(y / 16)];
				const [u, v] = [(x % 16) / 16 - 0.5, (y % 16) / 16 - 0.5];
				const [across, along] = (i + j) % 2 === 0 ? [u, v] : [v, u];
				const height =
					Math.cos(Math.PI * across) *
					(0.55 + 0.45 * Math.cos(Math.PI * along));
				image.data.set(
					[255 * height, 255 * height, 255 * height, 255],
					4 * (128 * y + x),
				);
			}
		context.putImageData(image, 0, 0);
	});

function painted(
	size: number,
	paint: (context: CanvasRenderingContext2D) => void,
): CanvasTexture {
	const canvas = document.createElement("canvas");
	canvas.width = size;
	canvas.height = size;
	paint(canvas.getContext("2d") as CanvasRenderingContext2D);
	const texture = new CanvasTexture(canvas);
	texture.wrapS = RepeatWrapping;
	texture.wrapT = RepeatWrapping;
	texture.anisotropy = 8;
	return texture;
}
