/** Values over time, drawn by uPlot once there is something to draw. */
import type uPlot from "uplot";
import { element } from "../dom.ts";

const most = 1200;

export interface PlotSeries {
	readonly label: string;
	readonly colour: string;
}

export class LivePlot {
	readonly element = element("div", { className: "plot" });
	private series: readonly PlotSeries[] = [];
	private columns: number[][] = [];
	private plot: uPlot | undefined;
	private isDue = false;
	private isLoading = false;

	constructor(series: readonly PlotSeries[]) {
		this.setSeries(series);
	}

	/** Begins anew where they are others. */
	setSeries(series: readonly PlotSeries[]): void {
		if (JSON.stringify(series) === JSON.stringify(this.series)) return;
		this.series = series;
		this.clear();
		this.plot?.destroy();
		this.plot = undefined;
	}

	clear(): void {
		this.columns = [[], ...this.series.map(() => [])];
	}

	/** What goes back in time begins anew. */
	add(time: number, values: readonly number[]): void {
		const last = this.columns[0].at(-1);
		if (last !== undefined && time < last) this.clear();
		if (time === last) return;
		for (const [i, value] of [time, ...values].entries())
			this.columns[i]?.push(value);
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
		if (this.isLoading || this.series.length === 0) return;
		this.isLoading = true;
		const [{ default: Plot }] = await Promise.all([
			import("uplot"),
			import("uplot/dist/uPlot.min.css"),
		]);
		this.isLoading = false;
		// It may be out of sight by now.
		if (this.plot || this.element.clientWidth === 0) return;
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
					...this.series.map(({ label, colour }) => ({
						label,
						stroke: colour,
						width: 1.5,
					})),
				],
			},
			this.columns as uPlot.AlignedData,
			this.element,
		);
	}
}
