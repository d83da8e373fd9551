/** The plot of a run: where its energy is. */
import { plotSvg } from "../plot.ts";
import type { Moment } from "./history.ts";

export function historyPlot(title: string, history: readonly Moment[]): string {
	// Potentials are relative to the start: their zero has no meaning.
	const start = history[0]?.load ?? 0;
	const values = (of: (moment: Moment) => number) => history.map(of);
	const load = (moment: Moment) => moment.load - start;
	return plotSvg({
		title,
		xLabel: "time [s]",
		x: values(({ time }) => time),
		panels: [
			{
				label: "energy [J]",
				series: [
					{
						name: "total",
						color: "#888",
						dashes: "6 4",
						values: values(
							(moment) => moment.kinetic + moment.elastic + load(moment),
						),
					},
					{ name: "loads", color: "#2f7f8f", values: values(load) },
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
