/**
 * A triangle mesh as Wavefront OBJ text, which nearly every 3D program opens.
 * Positions are in metres with y up; indices count from 1.
 */
export function objText(
	name: string,
	positions: Float64Array,
	triangles: Uint32Array,
): string {
	const lines = ["# written by pliant; metres, y up", `o ${name}`];
	for (let i = 0; i < positions.length; i += 3)
		lines.push(
			`v ${coordinate(positions[i])} ${coordinate(positions[i + 1])} ${coordinate(positions[i + 2])}`,
		);
	for (let i = 0; i < triangles.length; i += 3)
		lines.push(
			`f ${triangles[i] + 1} ${triangles[i + 1] + 1} ${triangles[i + 2] + 1}`,
		);
	return `${lines.join("\n")}\n`;
}

/** Without exponents, which some readers do not know. */
const coordinate = (value: number): string =>
	value
		.toFixed(7)
		.replace(/\.?0+$/, "")
		.replace(/^-0$/, "0");
