import { type CardGroup, lanesBy, type SceneEdit } from "./card.ts";

const bar = ["objects", "bar"];
const frameCount = [...bar, "mesh", "bar", "frames"];
const samples = [...bar, "frames", "samples"];
const bodyAndHead = [
	[-0.01, 0.05, 0],
	[0.046, 0.112, 0],
];

/** The bar of the scene as hexahedra. */
const elements = (
	cells: readonly number[],
	model: string,
): readonly SceneEdit[] => [
	[
		[...bar, "mesh"],
		{
			box: {
				size: [0.4, 0.04, 0.04],
				cells,
				elements: "hexahedra",
				origin: [0, -0.02, -0.02],
			},
		},
	],
	[[...bar, "models", 0, "model"], model],
	[[...bar, "frames"], undefined],
	[[...bar, "hold"], [{ vertices: { group: "x-min" } }]],
];

export const gilles: CardGroup = {
	name: "Frame-based bodies, Gilles et al. 2011",
	experiments: "gilles",
	cards: [
		{
			id: "gilles-bunny",
			title: "A frame in the ear",
			figure: "Fig. 1",
			lookFor:
				"3 N pull at the right ear. With a frame in body and head the whole head gives way; one more frame makes the ear flexible.",
			lanes: lanesBy(["objects", "bunny", "frames", "places"], {
				"two frames": bodyAndHead,
				"three frames": [...bodyAndHead, [0.02, 0.168, 0.022]],
			}),
		},
		{
			id: "gilles-skinning",
			title: "Skinning by two frames",
			figure: "Fig. 2",
			lookFor:
				"Turned by 170°, dual quaternions keep the section of the bar; linear blending lets it collapse to a candy wrapper.",
			lanes: lanesBy([...bar, "frames", "skinning"], {
				"dual quaternions": "dual-quaternion",
				"linear blending": "linear-blend",
			}),
		},
		{
			id: "gilles-weights",
			title: "Weights in a U",
			figure: "Fig. 3",
			lookFor:
				"Straight distance sees through the gap: the legs drag each other. Distances within the body, and harmonic weights, tell them apart.",
			lanes: lanesBy(["objects", "U", "frames", "weights"], {
				Euclidean: { euclidean: { cutoff: 0.25 } },
				geodesic: { geodesic: { cutoff: 0.25 } },
				harmonic: { harmonic: {} },
			}),
		},
		{
			id: "gilles-joints",
			title: "Springs between frames",
			figure: "Fig. 5",
			lookFor:
				"Springs between the frames, made from the material once, bend nearly as the samples do, at a fraction of the cost: see per step.",
			lanes: lanesBy([...bar, "frames", "forces"], {
				"springs between frames": "springs",
				samples: "samples",
			}),
		},
		{
			id: "gilles-bending",
			title: "Bending by few frames",
			figure: "Fig. 6",
			lookFor:
				"The more frames, the nearer to finite elements: two frames with linear weights bend far too little.",
			lanes: [
				...lanesBy(frameCount, { "2 frames": 2, "3 frames": 3, "5 frames": 5 }),
				{ name: "finite elements", edits: elements([10, 1, 1], "stvk") },
			],
		},
		{
			id: "gilles-t",
			title: "A rubber T",
			figure: "Fig. 7",
			lookFor:
				"One arm is pressed down. With two frames the bar stays straight; with one at each end it bends.",
			lanes: lanesBy(["objects", "T", "mesh", "tShape", "frames"], {
				"two frames": "two",
				"three frames": "three",
			}),
		},
		{
			id: "13-frame-scene",
			title: "Soft turtle",
			figure: "Fig. 8",
			lookFor:
				"Seven moving frames carry the whole body: a stiff shell, and legs that give way.",
		},
		{
			id: "gilles-turtle",
			title: "A turtle of frames",
			figure: "Fig. 8",
			lookFor:
				"Its legs are held and its head is pulled down by 5 N. Springs between the frames do nearly the same for a fraction of the time.",
			lanes: lanesBy(["objects", "turtle", "frames", "forces"], {
				samples: "samples",
				"springs between frames": "springs",
			}),
		},
		{
			id: "gilles-contact",
			title: "A frame where a ball presses",
			figure: "Fig. 9",
			lookFor:
				"Without a frame in its back the bunny can only nod as the ball comes down; with one it is dented.",
			lanes: lanesBy(["objects", "bunny", "frames", "places"], {
				"two frames": bodyAndHead,
				"one more in the back": [...bodyAndHead, [-0.035, 0.085, 0]],
			}),
		},
		{
			id: "gilles-few-points",
			title: "Few points",
			figure: "Fig. 10",
			lookFor:
				"With as few points, frames bend further than linear hexahedra, one of which hardly bends at all.",
			lanes: [
				{ name: "3 frames, 8 samples", edits: [] },
				{
					name: "one hexahedron",
					edits: elements([1, 1, 1], "stvk-hexahedra"),
				},
				{
					name: "5 frames, 64 samples",
					edits: [
						[frameCount, 5],
						[samples, 64],
					],
				},
				{ name: "27 hexahedra", edits: elements([3, 3, 3], "stvk-hexahedra") },
			],
		},
	],
};
