import { expect, test } from "vitest";
import { advance } from "../../../src/contact/surface/advance.ts";
import { Candidates } from "../../../src/contact/surface/candidates.ts";
import {
	closestEdges,
	closestPointTriangle,
	createClosest,
} from "../../../src/contact/surface/closest.ts";
import { Surfaces } from "../../../src/contact/surface/surfaces.ts";
import { grid } from "../../../src/mesh/generators/grid.ts";
import { createRandom } from "../../../src/mesh/generators/random.ts";
import { contactNumerics } from "../../../src/numerics/contactNumerics.ts";
import { singleThread } from "../../../src/numerics/team.ts";
import { startTeam } from "../../../src/numerics/threads.ts";
import { Arena } from "../../../src/system/arena.ts";
import { nodeThreads } from "../../../src/threads/node.ts";

const outer = 0.05;
/** How far points may be from where they were expected at first. */
const half = 0.4 * outer;
const team = await singleThread();
const memory = {
	arena: new Arena(team.memory),
	team,
	numerics: await contactNumerics(team),
};
const random = createRandom(5);

/** Two crumpled sheets and a cable, and how they go. */
function scene() {
	const sheet = grid({ size: [1, 1], cells: [6, 6] });
	const count = sheet.positions.length / 3;
	const cable = 8;
	const pointCount = 2 * count + cable;
	const rest = sheet.positions;
	const surface = (first: number, name: string) => ({
		...{ label: name, name, ranges: [{ first, last: first + count }] },
		triangles: sheet.triangles.map((v) => v + first),
		loneEdges: [],
		offset: outer / 2,
		touchesItself: true,
	});
	const surfaces = new Surfaces(
		[
			surface(0, "one"),
			surface(count, "other"),
			{
				...{ label: "cable", name: "cable" },
				ranges: [{ first: 2 * count, last: pointCount }],
				triangles: [],
				loneEdges: Array.from({ length: cable - 1 }, (_, i) => [
					2 * count + i,
					2 * count + i + 1,
				]).flat(),
				...{ offset: outer / 2, touchesItself: false },
			},
		],
		Float64Array.from([...rest, ...rest, ...new Float64Array(3 * cable)]),
	);
	const x = Float64Array.from(
		{ length: 3 * pointCount },
		(_, i) => (rest[i % rest.length] ?? 0) * 0.4 + 0.3 * (random() - 0.5),
	);
	return { surfaces, x, pointCount };
}

const key = (list: Candidates["edgeEdges"]) =>
	new Set(
		Array.from(
			{ length: list.count },
			(_, i) => list.pairs.first(i) * 1e5 + list.pairs.second(i),
		),
	);

test.each([1, 3])(
	"no pair that comes near is missing, anywhere that the candidates cover, with %i threads",
	async (threads) => {
		const team = await (threads > 1
			? startTeam(nodeThreads(threads))
			: singleThread());
		const memory = {
			arena: new Arena(team.memory),
			team,
			numerics: await contactNumerics(team),
		};
		const closest = createClosest();
		let near = 0;
		for (let round = 0; round < 6; round++) {
			const { surfaces, x, pointCount } = scene();
			const concerns = (a: number, b: number) => !(a === 2 && b === 2);
			const candidates = new Candidates(
				surfaces,
				{
					outer: (a, b) => (concerns(a, b) ? outer : 0),
					keepsPoints: () => true,
				},
				x,
				memory,
			);
			const ways = Float64Array.from(
				x,
				(_, i) => 0.2 * (random() - 0.5) + (i % 3 ? 3 : 0),
			);
			candidates.expect(ways);
			candidates.cover(x, ways);
			const t = random();
			const at = x.map(
				(value, i) =>
					value + t * ways[i] + (random() - 0.5) * ((2 * half) / Math.sqrt(3)),
			);
			const { searches } = candidates;
			candidates.cover(at);
			expect(candidates.searches).toBe(searches);
			expectAll(at);
			// Rooms follow from how points move: here some lie still, and others go ever farther.
			let now = at;
			for (let move = 0; move < 4; move++) {
				now = now.map((value, i) =>
					i % 2 ? value : value + 2 ** move * 0.2 * half * (random() - 0.5),
				);
				candidates.cover(now);
				expectAll(now);
			}
			// A few stray, at once or on their ways, and go on: theirs alone are looked for.
			const { renewals } = candidates;
			for (let move = 0; move < 4; move++) {
				const strays = Array.from({ length: 5 }, () =>
					Math.floor(pointCount * random()),
				);
				const away = now.map((_, i) =>
					strays.includes(Math.floor(i / 3)) ? 3 * half * (random() - 0.5) : 0,
				);
				const start = now;
				now = now.map((value, i) => value + away[i]);
				if (move % 2) candidates.cover(start, away);
				else candidates.cover(now);
				for (const t of [0.5, 1])
					if (move % 2 || t === 1)
						expectAll(start.map((value, i) => value + t * away[i]));
			}
			expect(candidates.renewals).toBeGreaterThan(renewals);
			// Farther away than all rooms, they are looked for anew.
			const before = candidates.searches;
			candidates.cover(now.map((value) => value + 20 * half * random()));
			expect(candidates.searches).toBe(before + 1);

			function expectAll(at: Float64Array): void {
				const points = key(candidates.pointTriangles);
				const edges = key(candidates.edgeEdges);
				expect(points.size).toBe(candidates.pointTriangles.count);
				expect(edges.size).toBe(candidates.edgeEdges.count);
				const { triangles, edges: ends, surfaceOfPoint } = surfaces;
				for (let p = 0; p < pointCount; p++)
					for (let s = 0; s < triangles.length / 3; s++) {
						const [a, b, c] = triangles.subarray(3 * s, 3 * s + 3);
						if (b === c || [a, b, c].includes(p)) continue;
						if (!concerns(surfaceOfPoint[p], surfaceOfPoint[a])) continue;
						closestPointTriangle(at, p, a, b, c, closest);
						if (closest.distance >= outer) continue;
						near++;
						expect(points.has(p * 1e5 + s)).toBe(true);
					}
				for (let e = 0; e < ends.length / 2; e++)
					for (let f = 0; f < e; f++) {
						const [a, b] = ends.subarray(2 * e, 2 * e + 2);
						const [c, d] = ends.subarray(2 * f, 2 * f + 2);
						if (a === c || a === d || b === c || b === d) continue;
						if (!concerns(surfaceOfPoint[a], surfaceOfPoint[c])) continue;
						closestEdges(at, a, b, c, d, closest);
						if (closest.distance >= outer) continue;
						near++;
						expect(edges.has(e * 1e5 + f) || edges.has(f * 1e5 + e)).toBe(true);
					}
			}
		}
		team.close();
		expect(near).toBeGreaterThan(1000);
	},
);

test("threads find the same pairs, of all and of strays, and know the same of them", async () => {
	const teams = await Promise.all(
		[1, 2, 3].map((n) => startTeam(nodeThreads(n))),
	);
	const { surfaces, x, pointCount } = scene();
	const all = await Promise.all(
		teams.map(async (team) => {
			const arena = new Arena(team.memory);
			const numerics = await contactNumerics(team);
			return new Candidates(
				surfaces,
				{ outer: () => outer, keepsPoints: () => true },
				x,
				{ team, arena, numerics },
			);
		}),
	);
	const records = ({ pointTriangles, edgeEdges }: Candidates) =>
		[pointTriangles, edgeEdges].map(({ count, pairs }) =>
			pairs.entry.array.slice(
				0,
				(count * pairs.entry.array.length) / pairs.room,
			),
		);
	let now = x.map((value) => value + 0.1 * half * random());
	const places = [x, now];
	for (let move = 0; move < 24; move++) {
		const stray = Math.floor(pointCount * random());
		now = now.map(
			(value, i) =>
				value + (Math.floor(i / 3) === stray ? 4 : 0.1) * half * random(),
		);
		places.push(now);
	}
	for (const place of places) {
		for (const candidates of all) candidates.cover(place);
		const [one, ...others] = all.map(records);
		for (const other of others) expect(other).toEqual(one);
		expect(one[0].length).toBeGreaterThan(100);
	}
	expect(all[0].renewals).toBeGreaterThan(2);
	for (const team of teams) team.close();
});

test("pairs that push, and how far ways can go, are those of closest points measured one by one", () => {
	const closest = createClosest();
	const share = 0.4;
	let near = 0;
	let cut = 0;
	for (let round = 0; round < 8; round++) {
		const { surfaces, pointCount } = scene();
		const { rest, surfaceOfPoint } = surfaces;
		// Layers above each other, the cable on top.
		const x = Float64Array.from({ length: 3 * pointCount }, (_, i) => {
			const point = Math.floor(i / 3);
			const layer = surfaceOfPoint[point];
			const along = layer === 2 ? 0.1 * (point % 8) : rest[i];
			return (
				along + (i % 3 === 2 ? 0.9 * outer * layer : 0) + 0.1 * outer * random()
			);
		});
		const candidates = new Candidates(
			surfaces,
			{ outer: () => outer, keepsPoints: () => true },
			x,
			memory,
		);
		candidates.cover(x);
		// Somewhat later, so that what is known of pairs is out of date.
		const at = x.map((value) => value + 0.2 * outer * (random() - 0.5));
		const size = 2 ** (1 - round / 2) * outer;
		const ways = at.map(() => size * (random() - 0.5));
		candidates.findNear(at);
		const { triangles, edges } = surfaces;
		let fraction = 1;
		for (const list of [candidates.pointTriangles, candidates.edgeEdges]) {
			const areEdges = list === candidates.edgeEdges;
			const measure = areEdges ? closestEdges : closestPointTriangle;
			const found = Array.from(list.nearPairs.subarray(0, list.nearCount));
			const expected: number[] = [];
			for (let i = 0; i < list.count; i++) {
				const [m, n] = [list.pairs.first(i), list.pairs.second(i)];
				const vertices = areEdges
					? [
							...edges.subarray(2 * m, 2 * m + 2),
							...edges.subarray(2 * n, 2 * n + 2),
						]
					: [m, ...triangles.subarray(3 * n, 3 * n + 3)];
				const [a, b, c, d] = vertices;
				measure(at, a, b, c, d, closest);
				if (closest.distance < list.pairs.share(i) * outer) expected.push(i);
				const floor = share * list.pairs.share(i) * outer;
				fraction = Math.min(
					fraction,
					advance(at, ways, vertices, areEdges, floor, closest),
				);
			}
			expect(found).toEqual(expected);
			near += found.length;
		}
		const limit = candidates.limit(at, ways, share);
		expect(Math.abs(limit - fraction)).toBeLessThan(1e-9);
		if (limit > 0 && limit < 1) cut++;
	}
	expect(near).toBeGreaterThan(500);
	expect(cut).toBeGreaterThan(3);
});

test("their number grows as the mesh does, also of what falls fast", () => {
	const counts = [16, 32, 64].map((cells) => {
		const { positions, triangles } = grid({
			size: [1, 1],
			cells: [cells, cells],
		});
		const count = positions.length / 3;
		const reach = 0.2 / cells;
		const surfaces = new Surfaces(
			[0, 1].map((layer) => ({
				...{ label: `${layer}`, name: `${layer}` },
				ranges: [{ first: layer * count, last: (layer + 1) * count }],
				triangles: triangles.map((v) => v + layer * count),
				...{ loneEdges: [], offset: reach / 2 },
				touchesItself: true,
			})),
			Float64Array.from([...positions, ...positions]),
		);
		const x = new Float64Array(2 * positions.length);
		x.set(positions);
		x.set(
			positions.map((value, i) => value + (i % 3 === 2 ? reach : 0.3 * reach)),
			positions.length,
		);
		const candidates = new Candidates(
			surfaces,
			{ outer: () => reach, keepsPoints: () => true },
			x,
			memory,
		);
		const ways = x.map((_, i) => (i % 3 === 1 ? -1 : 0));
		candidates.expect(ways);
		candidates.cover(x, ways);
		return candidates.pointTriangles.count + candidates.edgeEdges.count;
	});
	expect(counts[0]).toBeGreaterThan(1000);
	expect(counts[1] / counts[0]).toBeLessThan(4.6);
	expect(counts[2] / counts[1]).toBeLessThan(4.4);
});

test("pairs are in the order of their numbers, also where one meets nearly all others", () => {
	const { surfaces, x } = scene();
	const candidates = new Candidates(
		surfaces,
		{ outer: () => outer, keepsPoints: () => true },
		x,
		memory,
	);
	const ways = x.map(() => random() - 0.5);
	candidates.cover(x, ways);
	for (const { count, pairs } of [
		candidates.pointTriangles,
		candidates.edgeEdges,
	]) {
		const firsts = new Map<number, number>();
		for (let i = 0; i < count; i++) {
			const first = pairs.first(i);
			firsts.set(first, (firsts.get(first) ?? 0) + 1);
			if (i > 0 && pairs.first(i - 1) === first)
				expect(pairs.second(i - 1)).toBeLessThan(pairs.second(i));
			else if (i > 0) expect(pairs.first(i - 1)).toBeLessThan(first);
		}
		expect(Math.max(...firsts.values())).toBeGreaterThan(40);
	}
});

test("what is blocked is found again where the ways of some points are others than before", () => {
	let changed = 0;
	for (let round = 0; round < 4; round++) {
		const { surfaces, x } = scene();
		const candidates = new Candidates(
			surfaces,
			{ outer: () => outer, keepsPoints: () => true },
			x,
			memory,
		);
		const blocked = (ways: Float64Array, isAgain: boolean) => {
			candidates.findBlocked(x, ways, 0.01, isAgain);
			return [candidates.pointTriangles, candidates.edgeEdges].map((pairs) =>
				Array.from(pairs.nearPairs.subarray(0, pairs.nearCount), (i) =>
					[pairs.pairs.first(i), pairs.pairs.second(i)].join(),
				).sort(),
			);
		};
		const ways = x.map(() => 0.1 * (random() - 0.5));
		candidates.expect(ways);
		const before = blocked(ways, false);
		// Some go elsewhere, and some in the way of others do not.
		for (let i = 0; i < ways.length; i++)
			if (Math.floor(i / 3) % 7 === 0) ways[i] = 0.1 * (random() - 0.5);
		const again = blocked(ways, true);
		const part = candidates.limitAgain(x, ways, 0.01);
		expect(again).toEqual(blocked(ways, false));
		expect(part).toBe(candidates.limit(x, ways, 0.01));
		for (const [k, pairs] of again.entries()) {
			expect(pairs.length).toBeGreaterThan(5);
			changed += pairs.filter((pair) => !before[k].includes(pair)).length;
		}
	}
	expect(changed).toBeGreaterThan(10);
});
