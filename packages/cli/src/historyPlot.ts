/** The plot of a history: how far the cloth hangs down, and where its energy is. */
import { plotSvg } from "./plot.ts";
import type { Moment } from "./recording.ts";

export function historyPlot(history: readonly Moment[]): string {
	const values = (of: (moment: Moment) => number) => history.map(of);
	return plotSvg({
		title: "Hanging cloth",
		xLabel: "time [s]",
		x: values(({ time }) => time),
		panels: [
			{
				label: "sag [m]",
				downwards: true,
				series: [
					{ name: "sag", color: "#2f7f8f", values: values(({ sag }) => sag) },
				],
			},
			{
				label: "energy [J]",
				series: [
					{
						name: "total",
						color: "#888",
						dashes: "6 4",
						values: values(
							({ kinetic, elastic, load }) => kinetic + elastic + load,
						),
					},
					{
						name: "gravity",
						color: "#2f7f8f",
						values: values(({ load }) => load),
					},
					{
						name: "kinetic",
						color: "#c8402f",
						values: values(({ kinetic }) => kinetic),
					},
					{
						name: "elastic",
						color: "#d9a35f",
						values: values(({ elastic }) => elastic),
					},
				],
			},
		],
	});
}
