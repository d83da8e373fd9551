import { FileError, readMesh, writeMesh } from "@pliant/files";
import { cellMeasure, cellQuality, checkMesh, type Mesh } from "pliant/mesh";
import { expect, test } from "vitest";
import { samples } from "./samples.ts";
import { sourceOf } from "./sourceOf.ts";

const drawing = (
	content: string,
	attributes = 'width="1000mm" viewBox="0 0 1000 500"',
) =>
	readMesh(
		sourceOf({
			"a.svg": `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`,
		}),
	);

const area = (mesh: Mesh) =>
	cellMeasure(mesh, "triangle").reduce((sum, size) => sum + size, 0);

/** Even triangles that face up and form a sound mesh. */
function requireGoodMesh(mesh: Mesh): void {
	expect(checkMesh(mesh)).toEqual([]);
	const quality = [...cellQuality(mesh, "triangle")].sort((a, b) => a - b);
	expect(quality[Math.floor(quality.length / 2)]).toBeGreaterThan(0.9);
	expect(quality[0]).toBeGreaterThan(0.15);
	const { positions: x, triangles } = mesh;
	for (let i = 0; i < triangles.length; i += 3) {
		const [a, b, c] = triangles.subarray(i, i + 3).map((v) => 3 * v);
		const turn =
			(x[b] - x[a]) * (x[c + 1] - x[a + 1]) -
			(x[b + 1] - x[a + 1]) * (x[c] - x[a]);
		expect(turn).toBeGreaterThan(0);
	}
}

test("a rectangle in millimetres", async () => {
	const { mesh, notes } = await drawing(
		'<rect id="front" x="100" y="100" width="400" height="200"/>',
	);
	requireGoodMesh(mesh);
	expect(area(mesh)).toBeCloseTo(0.08, 12);
	expect(mesh.triangles.length / 3).toBeGreaterThan(600);
	expect(mesh.triangles.length / 3).toBeLessThan(1600);
	expect(notes).toEqual([
		"one unit of the drawing was read as 0.001 m, by its width and viewBox",
	]);
	for (const vertex of mesh.groups.front) {
		const [x, y] = mesh.positions.subarray(3 * vertex);
		const isOnSide = [x - 0.1, x - 0.5, y + 0.1, y + 0.3].some(
			(distance) => Math.abs(distance) < 1e-12,
		);
		expect(isOnSide).toBe(true);
	}
});

test.each([
	["circle", '<circle cx="200" cy="200" r="100"/>', Math.PI * 0.01],
	["ellipse", '<ellipse cx="200" cy="200" rx="100" ry="50"/>', Math.PI * 0.005],
	[
		"polygon",
		'<polygon points="0,0 300,0 300,100 100,100 100,300 0,300"/>',
		0.05,
	],
	["hole", '<path d="M0 0H400V400H0Z M100 100V300H300V100Z"/>', 0.12],
	[
		"two pieces in a group",
		'<g transform="translate(5,5) scale(2)"><rect width="50" height="50"/><rect x="90" width="50" height="50"/></g>',
		0.02,
	],
	[
		"thin strip with a spike",
		'<polygon points="0,0 400,0 400,10 210,10 200,80 190,10 0,10"/>',
		0.0047,
	],
	[
		"quadratic and smooth curves",
		'<path d="M0 0 q 50 -50 100 0 t 100 0 v 100 h -200 z"/>',
		0.02,
	],
])("%s", async (_, content, expected) => {
	const { mesh } = await drawing(content);
	requireGoodMesh(mesh);
	expect(area(mesh) / expected).toBeGreaterThan(0.98);
	expect(area(mesh) / expected).toBeLessThan(1.001);
});

test("without a width, a unit is a pixel", async () => {
	const { mesh, notes } = await drawing('<rect width="96" height="96"/>', "");
	expect(area(mesh)).toBeCloseTo(0.0254 ** 2, 12);
	expect(notes[0]).toMatch(/pixel of CSS/);
});

test("open lines are left out, hidden ones too", async () => {
	const { notes, mesh } = await drawing(
		'<defs><rect width="9" height="9"/></defs><path d="M0 0L5 5"/><rect width="9" height="9"/>',
	);
	expect(notes[1]).toBe("1 open line was left out");
	expect(area(mesh)).toBeCloseTo(81e-6, 12);
});

test.each([
	["nothing closed", '<path d="M0 0L5 5L9 0"/>', /no closed outline \(1 open/],
	["no area", '<rect width="9" height="0"/>', /enclose|filled/],
	["crossing", '<path d="M0 0L9 9L9 0L0 4Z"/>', /cross/],
	[
		"overlapping",
		'<rect width="9" height="9"/><rect x="5" y="5" width="9" height="9"/>',
		/cross/,
	],
	[
		"crossing far away",
		'<path d="M10 10C40 -10 60 20 50 -2147483648s-20 20 -30 0q-5 -10 -5 -20A8 8 0 0 1 10 10z"/>',
		/cross/,
	],
	["a wrong path", '<path d="M0 0Lx"/>', /<path>: its path cannot be read/],
	["a wrong transform", '<g transform="turn(3)"/>', /<g>: its transform/],
	["huge numbers", '<path d="M0 0C1e300 1e300 -1e300 1e300 1 1Z"/>', /a\.svg/],
	["far away", '<rect x="1e15" width="1" height="1"/>', /origin/],
])("%s is refused", async (_, content, message) => {
	const reading = drawing(content);
	await expect(reading).rejects.toThrow(message);
	await expect(reading).rejects.toBeInstanceOf(FileError);
});

test("SVG is not written", async () => {
	const { files } = samples.filter(({ format }) => format === "svg")[0];
	const mesh = await readMesh(sourceOf(files));
	await expect(writeMesh(mesh, "a.svg")).rejects.toThrow("only read");
});
