/** The stage: camera, light, ground and shadows around what is simulated. It draws only when something has changed. */
import type { Picture } from "@pliant/files";
import {
	AmbientLight,
	type Box3,
	CircleGeometry,
	Color,
	DirectionalLight,
	DoubleSide,
	Group,
	HemisphereLight,
	Mesh,
	MeshLambertMaterial,
	NeutralToneMapping,
	type Object3D,
	PerspectiveCamera,
	Scene,
	Vector3,
	VSMShadowMap,
	WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { ContactShadow } from "./contactShadow.ts";
import { type Palette, palettes } from "./palette.ts";
import { chosenQuality, type Quality } from "./quality.ts";

const fieldOfView = 32;
/** From what the camera looks at to the camera. */
const usualDirection = [0.46, 0.3, 1] as const;
const towardsLight = new Vector3(-0.55, 1, 0.6).normalize();

export class Stage {
	readonly scene = new Scene();
	readonly camera = new PerspectiveCamera(fieldOfView, 1, 0.01, 100);
	readonly controls: OrbitControls;
	readonly renderer: WebGLRenderer;
	private readonly ground: Mesh<CircleGeometry, MeshLambertMaterial>;
	private readonly marks = new Group();
	private readonly sun = new DirectionalLight("#fff4e4", 2.4);
	private readonly sky = new HemisphereLight("#ffffff", "#cfc3b0", 1.5);
	private readonly contactShadow = new ContactShadow();
	private readonly quality: Quality;
	private contactTime = Number.NEGATIVE_INFINITY;
	readonly container: HTMLElement;
	private palette: Palette = palettes.light;
	private picture: Picture = {};
	private isDrawn = false;

	constructor(container: HTMLElement, quality = chosenQuality()) {
		this.container = container;
		this.quality = quality;
		this.renderer = new WebGLRenderer({
			antialias: this.quality.antialias,
			preserveDrawingBuffer: true,
		});
		const { renderer } = this;
		renderer.shadowMap.enabled = true;
		renderer.shadowMap.type = VSMShadowMap;
		renderer.toneMapping = NeutralToneMapping;
		renderer.toneMappingExposure = 1.18;
		renderer.setPixelRatio(Math.min(this.quality.pixelRatio, devicePixelRatio));
		container.append(renderer.domElement);
		this.ground = new Mesh(new CircleGeometry(1, 64), groundMaterial());
		this.ground.rotation.x = -Math.PI / 2;
		this.ground.receiveShadow = true;
		this.sun.castShadow = true;
		this.sun.shadow.mapSize.setScalar(this.quality.shadowPixels);
		this.sun.shadow.radius = 7;
		this.sun.shadow.blurSamples = this.quality.shadowSamples;
		this.sun.shadow.intensity = 0.78;
		this.scene.add(
			this.ground,
			this.sun,
			this.sun.target,
			this.sky,
			new AmbientLight("#ffffff", 0.15),
			this.contactShadow.object,
			this.marks,
		);
		this.controls = new OrbitControls(this.camera, renderer.domElement);
		this.controls.enableDamping = false;
		this.controls.maxPolarAngle = 0.53 * Math.PI;
		this.controls.addEventListener("change", () => this.draw());
		new ResizeObserver(() => this.resize()).observe(container);
		this.resize();
	}

	setTheme(theme: "light" | "dark"): void {
		const palette = palettes[theme];
		this.palette = palette;
		this.colour();
		this.sky.color.set(palette.sky);
		this.sky.groundColor.set(palette.bounce);
		this.contactShadow.colour = palette.shadow;
		this.draw();
	}

	/** Sees the scene as its file says. */
	setPicture(picture: Picture): void {
		this.picture = picture;
		this.colour();
	}

	private colour(): void {
		const { picture, palette } = this;
		const background = picture.background ?? palette.background;
		this.scene.background = new Color(background);
		this.ground.material.color.set(picture.ground ?? palette.ground);
	}

	get colliderColour(): string {
		return this.palette.collider;
	}

	/** Brings a box into view, and puts ground and shadows where it needs them. */
	frame(box: Box3, floor: number | undefined): void {
		const centre = box.getCenter(new Vector3());
		const size = box.getSize(new Vector3());
		const extent = Math.max(size.x, size.y, size.z, 1e-6);
		const ground = floor ?? box.min.y - 0.04 * extent;
		const radius = 0.5 * size.length();
		this.ground.position.set(centre.x, ground, centre.z);
		this.ground.scale.setScalar(5 * radius);
		const { sun, camera, controls } = this;
		sun.target.position.copy(centre);
		sun.position.copy(centre).addScaledVector(towardsLight, 4 * radius);
		const { shadow } = sun;
		const reach = 1.7 * radius;
		Object.assign(shadow.camera, {
			left: -reach,
			right: reach,
			top: reach,
			bottom: -reach,
			near: radius,
			far: 9 * radius,
		});
		shadow.camera.updateProjectionMatrix();
		shadow.normalBias = 0.006 * radius;
		shadow.bias = -0.0006;
		this.contactShadow.fit(3.2 * radius, centre.x, ground, centre.z);
		const { eye, target, direction, zoom = 1 } = this.picture.camera ?? {};
		const middle = target ? new Vector3(...target) : centre;
		const towardsEye = eye
			? new Vector3(...eye).sub(middle)
			: new Vector3(...(direction ?? usualDirection));
		const distance = eye
			? towardsEye.length()
			: fittingDistance(box, towardsEye.normalize(), camera.aspect) / zoom;
		camera.near = 0.02 * distance;
		camera.far = 30 * distance;
		camera.position
			.copy(middle)
			.addScaledVector(towardsEye.normalize(), distance);
		camera.updateProjectionMatrix();
		controls.target.copy(middle);
		controls.minDistance = 0.15 * distance;
		controls.maxDistance = 6 * distance;
		controls.update();
		this.draw();
	}

	/** Where a place [m] is seen, in pixels from the upper left corner. */
	seenAt(place: Vector3): [x: number, y: number] {
		const { clientWidth, clientHeight } = this.container;
		const seen = place.clone().project(this.camera);
		return [
			(0.5 + 0.5 * seen.x) * clientWidth,
			(0.5 - 0.5 * seen.y) * clientHeight,
		];
	}

	add(...objects: Object3D[]): void {
		this.scene.add(...objects);
		this.draw();
	}

	/** Adds what is no thing: marks, lines and handles, without shadows. */
	addMarks(...objects: Object3D[]): void {
		this.marks.add(...objects);
		this.draw();
	}

	/** Draws before the next repaint. */
	draw(): void {
		if (this.isDrawn) return;
		this.isDrawn = true;
		requestAnimationFrame(() => {
			if (this.isDrawn) this.drawNow();
		});
	}

	/** Draws at once, which takes the place of what was to be drawn. */
	drawNow(): void {
		this.isDrawn = false;
		const { renderer, scene, camera } = this;
		const now = performance.now();
		if (now >= this.contactTime + this.quality.contactInterval) {
			this.contactTime = now;
			this.contactShadow.render(renderer, scene, [this.ground, this.marks]);
		}
		renderer.render(scene, camera);
	}

	/** Takes the size of its container. */
	resize(): void {
		const { clientWidth: width, clientHeight: height } = this.container;
		if (width === 0 || height === 0) return;
		this.renderer.setSize(width, height, false);
		this.camera.aspect = width / height;
		this.camera.updateProjectionMatrix();
		this.drawNow();
	}

	dispose(): void {
		this.controls.dispose();
		this.renderer.dispose();
		this.renderer.domElement.remove();
	}
}

/** How far the camera must be from the middle of a box to see all of it, with some air [same unit]. */
function fittingDistance(
	box: Box3,
	towardsEye: Vector3,
	aspect: number,
): number {
	const centre = box.getCenter(new Vector3());
	const right = new Vector3(0, 1, 0).cross(towardsEye).normalize();
	const up = towardsEye.clone().cross(right);
	const tangent = Math.tan((fieldOfView * Math.PI) / 360) / 1.18;
	let farthest = 0;
	for (let i = 0; i < 8; i++) {
		const corner = new Vector3(
			i & 1 ? box.max.x : box.min.x,
			i & 2 ? box.max.y : box.min.y,
			i & 4 ? box.max.z : box.min.z,
		).sub(centre);
		const across = Math.abs(corner.dot(right)) / aspect;
		const upwards = Math.abs(corner.dot(up));
		const needed = Math.max(across, upwards) / tangent;
		farthest = Math.max(farthest, corner.dot(towardsEye) + needed);
	}
	return farthest;
}

/** Fades into the background away from its middle. */
function groundMaterial(): MeshLambertMaterial {
	const material = new MeshLambertMaterial({
		side: DoubleSide,
		transparent: true,
	});
	material.onBeforeCompile = (shader) => {
		shader.vertexShader = shader.vertexShader
			.replace("#include <common>", "#include <common>\nvarying vec2 vPlace;")
			.replace(
				"#include <begin_vertex>",
				"#include <begin_vertex>\nvPlace = position.xy;",
			);
		shader.fragmentShader = shader.fragmentShader
			.replace("#include <common>", "#include <common>\nvarying vec2 vPlace;")
			.replace(
				"#include <opaque_fragment>",
				"#include <opaque_fragment>\ngl_FragColor.a *= 1.0 - smoothstep(0.1, 0.9, length(vPlace));",
			);
	};
	return material;
}
