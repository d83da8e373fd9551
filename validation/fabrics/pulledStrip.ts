import { type AppliedModel, cloth, Scene, simulate } from "pliant";

export interface Strip {
	readonly membrane: AppliedModel;
	readonly friction?: readonly AppliedModel[];
	/** Along x and y [m]; it is pulled along y. */
	readonly size: readonly [number, number];
	readonly cells: readonly [number, number];
	/** Whether its ends are between jaws, or free to contract and to slant. */
	readonly isClamped: boolean;
}

/** Extension [%] of a strip under a tension [N/m of its width]: how much further apart its ends are in the mean. */
export async function extension(
	{ membrane, friction = [], size, cells, isClamped }: Strip,
	tension: number,
): Promise<number> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const strip = scene.add(
		cloth.grid({ size, cells }, { membrane, friction, arealDensity: 0.1 }),
	);
	strip.lineLoad(strip.group("top"), [0, tension, 0]);
	strip.slide("all", { plane: [0, 0, 1] });
	if (isClamped) {
		strip.pin(strip.group("bottom"));
		strip.slide(strip.group("top"), { line: [0, 1, 0] });
	} else {
		strip.lineLoad(strip.group("bottom"), [0, -tension, 0]);
		strip.slide(strip.group("top-left"), { plane: [1, 0, 0] });
		strip.pin(strip.group("bottom-left"));
	}
	const simulation = await simulate(scene);
	simulation.solveStatics({ tolerance: 1e-10 });
	const x = simulation.positions(strip);
	const height = (name: string) => {
		const vertices = strip.group(name);
		return vertices.reduce((sum, v) => sum + x[3 * v + 1], 0) / vertices.length;
	};
	const length = isClamped
		? height("top") - height("bottom")
		: height("top-left") - height("bottom-left");
	simulation.close();
	return 100 * (length / size[1] - 1);
}
