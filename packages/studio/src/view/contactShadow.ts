/** A dark, soft stain on the ground where things are close above it: their height seen from below, blurred. */
import {
	Group,
	HalfFloatType,
	type Material,
	Mesh,
	MeshBasicMaterial,
	OrthographicCamera,
	PlaneGeometry,
	type Scene,
	ShaderMaterial,
	type WebGLRenderer,
	WebGLRenderTarget,
} from "three";

const pixels = 256;

export class ContactShadow {
	/** To be added to the scene; its origin is on the ground. */
	readonly object = new Group();
	private readonly camera = new OrthographicCamera();
	private readonly targets = [0, 1].map(
		() => new WebGLRenderTarget(pixels, pixels, { type: HalfFloatType }),
	);
	private readonly heights = new ShaderMaterial({
		side: 2,
		uniforms: { reach: { value: 1 }, ground: { value: 0 } },
		vertexShader: `
#ifdef USE_INSTANCING
#define PLACED instanceMatrix *
#else
#define PLACED
#endif
varying float height; uniform float ground;
void main() {
	vec4 place = modelMatrix * PLACED vec4(position, 1.0);
	height = place.y - ground;
	gl_Position = projectionMatrix * viewMatrix * place;
}`,
		fragmentShader: `
varying float height; uniform float reach;
void main() { float near = clamp(1.0 - height / reach, 0.0, 1.0); gl_FragColor = vec4(vec3(near * near), 1.0); }`,
	});
	private readonly blur = new ShaderMaterial({
		uniforms: { source: { value: null }, along: { value: [0, 0] } },
		vertexShader:
			"varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }",
		fragmentShader: `
varying vec2 at; uniform sampler2D source; uniform vec2 along;
void main() {
	float sum = 0.0; float total = 0.0;
	for (int i = -8; i <= 8; i++) {
		float weight = exp(-float(i * i) / 28.0);
		sum += weight * texture2D(source, at + float(i) * along).r;
		total += weight;
	}
	gl_FragColor = vec4(vec3(sum / total), 1.0);
}`,
		depthTest: false,
	});
	private readonly quad = new Mesh(new PlaneGeometry(2, 2), this.blur);
	private readonly stain: Mesh<PlaneGeometry, MeshBasicMaterial>;

	constructor() {
		const material = new MeshBasicMaterial({
			transparent: true,
			depthWrite: false,
			alphaMap: this.targets[0].texture,
			opacity: 0.55,
			toneMapped: false,
		});
		this.stain = new Mesh(new PlaneGeometry(1, 1), material);
		this.stain.rotation.x = -Math.PI / 2;
		this.stain.renderOrder = 1;
		this.object.add(this.stain);
		this.quad.frustumCulled = false;
	}

	set colour(colour: string) {
		this.stain.material.color.set(colour);
	}

	/** Covers a square of this size [m] about a place on the ground. */
	fit(size: number, x: number, ground: number, z: number): void {
		this.object.position.set(x, ground + 1e-4 * size, z);
		// Seen from below, left and right change places.
		this.stain.scale.set(size, -size, 1);
		const { camera, heights } = this;
		camera.left = -size / 2;
		camera.right = size / 2;
		camera.top = size / 2;
		camera.bottom = -size / 2;
		camera.near = 0;
		camera.far = size;
		camera.position.set(x, ground - 0.01 * size, z);
		camera.up.set(0, 0, 1);
		camera.lookAt(x, ground + 1, z);
		camera.updateProjectionMatrix();
		camera.updateMatrixWorld();
		heights.uniforms.reach.value = 0.16 * size;
		heights.uniforms.ground.value = ground;
	}

	/** @param hidden casts none */
	render(
		renderer: WebGLRenderer,
		scene: Scene,
		hidden: readonly { visible: boolean }[],
	): void {
		const [first, second] = this.targets;
		const background = scene.background;
		const override: Material | null = scene.overrideMaterial;
		const { autoUpdate } = renderer.shadowMap;
		for (const object of hidden) object.visible = false;
		this.object.visible = false;
		scene.background = null;
		scene.overrideMaterial = this.heights;
		renderer.shadowMap.autoUpdate = false;
		renderer.setRenderTarget(first);
		renderer.setClearColor(0x000000, 1);
		renderer.clear();
		renderer.render(scene, this.camera);
		scene.overrideMaterial = override;
		for (const [from, to, along] of [
			[first, second, [1 / pixels, 0]],
			[second, first, [0, 1 / pixels]],
		] as const) {
			this.blur.uniforms.source.value = from.texture;
			this.blur.uniforms.along.value = along;
			renderer.setRenderTarget(to);
			renderer.render(this.quad, this.camera);
		}
		renderer.setRenderTarget(null);
		renderer.shadowMap.autoUpdate = autoUpdate;
		scene.background = background;
		this.object.visible = true;
		for (const object of hidden) object.visible = true;
	}
}
