/** Energies over time, drawn by uPlot once there is something to draw. */
import type uPlot from "uplot";
import { element } from "../dom.ts";
import type { Frame } from "../protocol.ts";

const most = 1200;
const colours = ["#d98b4a", "#2f8c96", "#7668b4"];

export class EnergyPlot {
	readonly element = element("div", { className: "plot" });
	private columns: number[][] = [[], [], [], []];
	private plot: uPlot | undefined;
	private isDue = false;
	private isLoading = false;

	add({ time, energies }: Frame): void {
		const last = this.columns[0].at(-1);
		if (last !== undefined && time < last) this.columns = [[], [], [], []];
		if (time === last) return;
		const { kinetic, elastic, load } = energies;
		for (const [i, value] of [time, kinetic, elastic, load].entries())
			this.columns[i].push(value);
		if (this.columns[0].length > most)
			this.columns = this.columns.map((column) =>
				column.filter((_, i) => i % 2 === 0),
			);
		if (this.isDue || this.element.clientWidth === 0) return;
		this.isDue = true;
		setTimeout(() => {
			this.isDue = false;
			this.draw();
		}, 200);
	}

	private async draw(): Promise<void> {
		if (this.plot) {
			this.plot.setData(this.columns as uPlot.AlignedData);
			return;
		}
		if (this.isLoading) return;
		this.isLoading = true;
		const [{ default: Plot }] = await Promise.all([
			import("uplot"),
			import("uplot/dist/uPlot.min.css"),
		]);
		const style = getComputedStyle(this.element);
		const axis = {
			stroke: style.color,
			grid: { stroke: "rgb(128 128 128 / 20%)" },
			ticks: { show: false },
			size: 46,
		};
		this.plot = new Plot(
			{
				width: this.element.clientWidth,
				height: 200,
				scales: { x: { time: false } },
				axes: [{ ...axis, size: 28 }, axis],
				series: [
					{ label: "t [s]" },
					...["kinetic", "elastic", "load"].map((label, i) => ({
						label,
						stroke: colours[i],
						width: 1.5,
					})),
				],
			},
			this.columns as uPlot.AlignedData,
			this.element,
		);
	}
}
