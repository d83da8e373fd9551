/** Pictures that the studio's stage draws, in a browser without a window: the page asks for shots and sends pictures back. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { SceneShot } from "@pliant/files";
import { type Browser, openBrowser } from "./browser.ts";
import { type StudioServer, serveStudio } from "./studioServer.ts";

export { findBrowser } from "./browser.ts";

export interface PictureOptions {
	/** [pixels] */
	readonly size?: readonly [width: number, height: number];
	readonly type?: "image/png" | "image/webp";
	/** From 0 to 1, of webp. */
	readonly quality?: number;
}

const usualSize = [1200, 900] as const;
/** For the browser to start, and for a picture [ms]. */
const usualPatience = { start: 30_000, picture: 60_000 };

interface Order {
	readonly text: string;
	resolve(picture: Uint8Array): void;
	reject(error: Error): void;
}

export class StudioRenderer {
	private readonly server: StudioServer;
	private readonly browser: Browser;
	private readonly orders: Orders;
	private readonly patience: typeof usualPatience;

	/** @param program a Chromium */
	static async open(
		program: string,
		patience = usualPatience,
	): Promise<StudioRenderer> {
		const orders = new Orders();
		const server = await serveStudio({ port: 0, desk: orders });
		const url = `${server.url}#draw=${orders.path}`;
		const browser = await openBrowser(program, url).catch((error) => {
			server.close();
			throw error;
		});
		const renderer = new StudioRenderer(server, browser, orders, patience);
		try {
			await inTime(orders.started, browser, patience.start, "to start");
		} catch (error) {
			await renderer.close();
			throw error;
		}
		return renderer;
	}

	private constructor(
		server: StudioServer,
		browser: Browser,
		orders: Orders,
		patience: typeof usualPatience,
	) {
		this.patience = patience;
		this.server = server;
		this.browser = browser;
		this.orders = orders;
	}

	/** @param shots one, or up to four side by side */
	draw(
		shots: readonly SceneShot[],
		{
			size = shots[0].picture.size ?? usualSize,
			type = "image/png",
			quality,
		}: PictureOptions = {},
	): Promise<Uint8Array> {
		const [width, height] = size;
		const order = { shots, width, height, type, quality };
		return inTime(
			this.orders.place(JSON.stringify(order, plain)),
			this.browser,
			this.patience.picture,
			"for a picture",
		);
	}

	async close(): Promise<void> {
		this.server.close();
		await this.browser.close();
	}
}

/** Shots wait here until the page asks for them. */
class Orders {
	/** Known to the page alone. */
	readonly path = randomUUID();
	readonly started: Promise<void>;
	private start = () => {};
	private fail = (_: Error) => {};
	private waiting: Order | undefined;
	private current: Order | undefined;
	private asking: ServerResponse | undefined;

	constructor() {
		this.started = new Promise((resolve, reject) => {
			this.start = resolve;
			this.fail = reject;
		});
		this.started.catch(() => {});
	}

	/** One at a time. */
	place(text: string): Promise<Uint8Array> {
		return new Promise((resolve, reject) => {
			this.waiting = { text, resolve, reject };
			this.hand();
		});
	}

	private hand(): void {
		if (!this.asking || !this.waiting) return;
		const type = { "Content-Type": "application/json" };
		this.asking.writeHead(200, type).end(this.waiting.text);
		this.current = this.waiting;
		this.asking = undefined;
		this.waiting = undefined;
	}

	async answer(
		what: string,
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<void> {
		if (what === "next" && request.method === "GET") {
			this.start();
			this.asking = response;
			this.hand();
			return;
		}
		const chunks: Uint8Array[] = [];
		for await (const chunk of request) chunks.push(chunk as Uint8Array);
		const bytes = new Uint8Array(Buffer.concat(chunks));
		response.writeHead(204).end();
		if (what === "done") this.current?.resolve(bytes);
		if (what === "failed") {
			const error = new Error(new TextDecoder().decode(bytes));
			this.fail(error);
			(this.waiting ?? this.current)?.reject(error);
		}
	}
}

/** Seven digits of numbers, and arrays of all kinds as lists. */
const plain = (_: string, value: unknown): unknown =>
	typeof value === "number"
		? Number(value.toPrecision(7))
		: ArrayBuffer.isView(value)
			? Array.from(value as Float64Array)
			: value;

/** What is waited for, unless the browser ends or takes too long. */
async function inTime<T>(
	awaited: Promise<T>,
	{ ended }: Browser,
	milliseconds: number,
	what: string,
): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(
			() =>
				reject(
					new Error(`the browser took over ${milliseconds / 1000} s ${what}`),
				),
			milliseconds,
		);
	});
	try {
		return await Promise.race([awaited, ended, late]);
	} finally {
		clearTimeout(timer);
	}
}
