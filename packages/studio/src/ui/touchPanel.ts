/** What tools do and how strongly, wind, and what probes tell. */
import { element, short } from "../dom.ts";
import type { Lane } from "../lane.ts";
import type { Frame, Opened, ProbeValue, Triple } from "../protocol.ts";
import type { ToolName } from "../view/tool.ts";
import { CurvePlot } from "./curvePlot.ts";
import { LivePlot } from "./livePlot.ts";
import { toolWords } from "./toolbar.ts";

type Plotted = "displacement" | "height" | "speed";

const quantities: Readonly<Record<Plotted, string>> = {
	displacement: "distance from where it began [m]",
	height: "height [m]",
	speed: "speed [m/s]",
};

/** Of the wind [m/s]. */
const fastest = 20;

export class TouchPanel {
	readonly element: HTMLElement;
	private readonly about = element("small");
	private readonly parts: Readonly<Partial<Record<ToolName, HTMLElement>>>;
	private readonly wind: HTMLElement;
	private readonly speed = slider("wind-speed", [0, fastest, 0.1], 0);
	private readonly direction = slider("wind-direction", [0, 360, 5], 0);
	private readonly windWords = element("output", { className: "quiet" });
	private readonly quantity: HTMLSelectElement;
	private readonly plot = new LivePlot([]);
	private readonly curve = new CurvePlot(
		"Equivalent stress [Pa] over equivalent strain; dashed: linear elasticity of the material, 3G.",
	);
	private readonly noProbes = element("small", {
		textContent: "No point is followed yet: click one with this tool.",
	});
	private readonly lanes: () => readonly Lane[];
	private readonly chosen: () => Lane;

	constructor(options: {
		readonly lanes: () => readonly Lane[];
		/** The one whose probes are plotted. */
		readonly chosen: () => Lane;
	}) {
		const { lanes, chosen } = options;
		this.lanes = lanes;
		this.chosen = chosen;
		const strength = slider("hand-strength", [-1, 3, 0.05], 1);
		strength.oninput = () => {
			for (const { hand } of lanes())
				hand.strength = 10 ** Number(strength.value);
		};
		const size = slider("ball-size", [0.03, 0.4, 0.01], 0.12);
		size.oninput = () => {
			for (const { ball } of lanes()) ball.size = Number(size.value);
		};
		this.quantity = element(
			"select",
			{ id: "probe-quantity", onchange: () => this.plot.clear() },
			...Object.entries(quantities).map(([value, textContent]) =>
				element("option", { value, textContent }),
			),
		);
		this.parts = {
			hand: labelled("Stiffness of the spring", strength),
			ball: labelled("Size of the ball", size),
			gizmo: this.modes(),
			probe: element(
				"section",
				{},
				labelled("Plot", this.quantity),
				this.noProbes,
				this.plot.element,
				this.curve.element,
				element("button", {
					textContent: "Let all go",
					onclick: () => {
						for (const { probe } of lanes()) probe.clear();
					},
				}),
			),
			ruler: element("button", {
				textContent: "Away with the ruler",
				onclick: () => {
					for (const { ruler } of lanes()) ruler.clear();
				},
			}),
		};
		for (const input of [this.speed, this.direction])
			input.oninput = () => this.blow();
		this.wind = element(
			"section",
			{},
			element("h2", { textContent: "Wind" }),
			labelled("Speed", this.speed),
			labelled("Towards", this.direction),
			this.windWords,
		);
		this.element = element(
			"div",
			{},
			element(
				"section",
				{},
				element("h2", { textContent: "Tool" }),
				this.about,
				...Object.values(this.parts),
			),
			this.wind,
			element("small", {
				textContent:
					"Drag beside an object, or with Shift, to turn the view. All that you do is replayed to the same bits.",
			}),
		);
		this.showTool("hand");
		this.describeWind();
	}

	/** Moving or turning. */
	private modes(): HTMLElement {
		const button = (label: string, mode: "translate" | "rotate") =>
			element("button", {
				textContent: label,
				aria: { pressed: String(mode === "translate") },
				onclick: () => {
					for (const { gizmo } of this.lanes()) gizmo.mode = mode;
					for (const each of [move, turn])
						each.setAttribute("aria-pressed", String(each === buttons[mode]));
				},
			});
		const move = button("Move", "translate");
		const turn = button("Turn", "rotate");
		const buttons = { translate: move, rotate: turn };
		return element("div", { className: "row" }, move, turn);
	}

	showTool(name: ToolName): void {
		const { label, about } = toolWords[name];
		this.about.textContent = `${label}. ${about}`;
		for (const [tool, part] of Object.entries(this.parts))
			part.hidden = tool !== name;
	}

	takeOpened({ canBlow, wind, keptState }: Opened): void {
		this.wind.hidden = !canBlow;
		if (keptState) return;
		this.curve.clear();
		const [x, , z] = wind ?? [0, 0, 0];
		this.speed.value = String(Math.hypot(x, z));
		this.direction.value = String((360 + degrees(Math.atan2(-z, x))) % 360);
		this.describeWind();
	}

	private get velocity(): Triple | undefined {
		const speed = Number(this.speed.value);
		const angle = (Number(this.direction.value) * Math.PI) / 180;
		return speed > 0
			? [speed * Math.cos(angle), 0, -speed * Math.sin(angle)]
			: undefined;
	}

	private blow(): void {
		const { velocity } = this;
		for (const lane of this.lanes())
			lane.send({ kind: "change", change: { kind: "wind", velocity } });
		this.describeWind();
	}

	private describeWind(): void {
		const { velocity } = this;
		this.windWords.textContent = velocity
			? `${short(Number(this.speed.value))} m/s, ${short(3.6 * Number(this.speed.value))} km/h, towards ${this.direction.value}° (0° is x, 90° away from you)`
			: "No air.";
		for (const { view } of this.lanes()) view.showWind(velocity);
	}

	takeFrame(lane: Lane, { time, probes }: Frame): void {
		if (lane !== this.chosen()) return;
		this.noProbes.hidden = probes.length > 0;
		this.plot.element.hidden = probes.length === 0;
		this.plot.setSeries(
			lane.probe.colours.map((colour, i) => ({ label: `${i + 1}`, colour })),
		);
		const quantity = this.quantity.value as Plotted;
		if (probes.length === lane.probe.colours.length && probes.length > 0)
			this.plot.add(
				time,
				probes.map((value) => value[quantity]),
			);
		this.takeStress(lane, probes);
	}

	/** Where points of solids are followed. */
	private takeStress(lane: Lane, probes: readonly ProbeValue[]): void {
		const { colours, bodies } = lane.probe;
		const curves = probes.flatMap(({ stress, strain }, i) =>
			stress === undefined || strain === undefined || !colours[i]
				? []
				: [{ colour: colours[i], point: [strain, stress] as const }],
		);
		this.curve.element.hidden = curves.length === 0;
		if (curves.length === 0) return;
		const moduli = new Set(bodies.map((body) => lane.current?.moduli[body]));
		this.curve.add(
			curves.map(({ colour }) => colour),
			curves.map(({ point }) => point),
			moduli.size === 1 ? [...moduli][0] : undefined,
		);
	}
}

const degrees = (radians: number) => Math.round((180 * radians) / Math.PI);

const slider = (
	id: string,
	[min, max, step]: readonly [number, number, number],
	value: number,
) =>
	element("input", {
		type: "range",
		id,
		min: String(min),
		max: String(max),
		step: String(step),
		value: String(value),
	});

const labelled = (
	text: string,
	input: HTMLInputElement | HTMLSelectElement,
): HTMLElement =>
	element(
		"div",
		{ className: "labelled" },
		element("label", { htmlFor: input.id, textContent: text }),
		input,
	);
