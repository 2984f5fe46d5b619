import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LiveListener, openSource } from "./live-source";

const WORKER = readFileSync("public/live-worker.js", "utf8");

class Source extends EventTarget {
  static readonly opened: Source[] = [];
  static readonly CLOSED = 2;
  readyState = 1;
  constructor() {
    super();
    Source.opened.push(this);
  }
  close() {
    this.readyState = Source.CLOSED;
  }
}

const heard: string[] = [];
const listener: LiveListener = {
  ready: () => heard.push("ready"),
  change: (data) => heard.push(`change ${data}`),
  checks: (data) => heard.push(`checks ${data}`),
  paused: () => heard.push("paused"),
  lost: (isFinal) => heard.push(`lost ${isFinal}`),
};
let visibility: DocumentVisibilityState = "visible";
const show = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event("visibilitychange"));
};
let leave = () => {};

beforeEach(() => {
  vi.stubGlobal("EventSource", Source);
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  visibility = "visible";
  heard.length = 0;
  Source.opened.length = 0;
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("without shared workers, closes the tab's stream while it is hidden", () => {
  vi.stubGlobal("SharedWorker", undefined);
  leave = openSource("1 1", listener, false);
  Source.opened[0]?.dispatchEvent(new Event("ready"));
  show("hidden");
  expect(Source.opened.map(({ readyState }) => readyState)).toEqual([2]);
  show("visible");
  Source.opened[1]?.dispatchEvent(new MessageEvent("change", { data: "{}" }));
  expect(heard).toEqual(["ready", "paused", "change {}"]);
});

/** The worker's code with ports to its tabs, as the browser would run it. */
function startWorker() {
  const scope = new EventTarget();
  runInNewContext(WORKER, { self: scope, EventSource: Source, setTimeout, clearTimeout });
  class Worker {
    readonly port: MessagePort;
    constructor() {
      const { port1, port2 } = new MessageChannel();
      this.port = port1;
      scope.dispatchEvent(Object.assign(new Event("connect"), { ports: [port2] }));
    }
  }
  vi.stubGlobal("SharedWorker", Worker);
}

const settled = () => expect.poll(() => heard.length, { timeout: 2000, interval: 5 });

test("all tabs share one stream, and one that joins later hears that it is live", async () => {
  startWorker();
  const first = openSource("1 1", listener, false);
  await expect.poll(() => Source.opened.length).toBe(1);
  Source.opened[0]?.dispatchEvent(new MessageEvent("ready", { data: "{}" }));
  await settled().toBe(1);
  const second = openSource("1 1", listener, false);
  await settled().toBe(2);
  Source.opened[0]?.dispatchEvent(new MessageEvent("checks", { data: "[]" }));
  await settled().toBe(4);
  expect(heard).toEqual(["ready", "ready", "checks []", "checks []"]);
  expect(Source.opened).toHaveLength(1);
  leave = () => [first, second].forEach((close) => void close());
});

test("a tab of another project or person opens the stream anew, and so does a person's request", async () => {
  startWorker();
  const first = openSource("1 1", listener, false);
  await expect.poll(() => Source.opened.length).toBe(1);
  const second = openSource("1 2", listener, false);
  await expect.poll(() => Source.opened.length).toBe(2);
  const third = openSource("1 2", listener, true);
  await expect.poll(() => Source.opened.length).toBe(3);
  expect(Source.opened.map(({ readyState }) => readyState)).toEqual([2, 2, 1]);
  leave = () => [first, second, third].forEach((close) => void close());
});
