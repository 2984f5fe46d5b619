import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LiveListener, openSource } from "./live-source";

const WORKER = readFileSync("public/live-worker.js", "utf8");

class Source extends EventTarget {
  static readonly opened: Source[] = [];
  static readonly CLOSED = 2;
  readyState = 1;
  constructor(readonly url: string) {
    super();
    Source.opened.push(this);
  }
  close() {
    this.readyState = Source.CLOSED;
  }
}

/** The server's first event on a stream of the project. */
const ready = (project: number) =>
  new MessageEvent("ready", { data: JSON.stringify({ project_id: project }) });
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
  Source.opened[0]?.dispatchEvent(ready(1));
  show("hidden");
  expect(Source.opened.map(({ readyState }) => readyState)).toEqual([2]);
  show("visible");
  Source.opened[1]?.dispatchEvent(new MessageEvent("change", { data: "{}" }));
  expect(heard).toEqual(["ready", "paused", "change {}"]);
});

/** The workers' code with ports to their tabs, as the browser would run it: one worker per name. */
function startWorkers() {
  const scopes = new Map<string, EventTarget>();
  const scopeOf = (name: string) => {
    const scope = Object.assign(new EventTarget(), { name });
    runInNewContext(WORKER, { self: scope, EventSource: Source, setTimeout, clearTimeout });
    return scope;
  };
  class Worker extends EventTarget {
    readonly port: MessagePort;
    constructor(_url: string, { name }: { name: string }) {
      super();
      const { port1, port2 } = new MessageChannel();
      this.port = port1;
      const scope = scopes.get(name) ?? scopeOf(name);
      scopes.set(name, scope);
      scope.dispatchEvent(Object.assign(new Event("connect"), { ports: [port2] }));
    }
  }
  vi.stubGlobal("SharedWorker", Worker);
}

const settled = () => expect.poll(() => heard.length, { timeout: 2000, interval: 5 });

test("all tabs of a project share one stream, and one that joins later hears that it is live", async () => {
  startWorkers();
  const first = openSource("1 1", listener, false);
  await expect.poll(() => Source.opened.length).toBe(1);
  Source.opened[0]?.dispatchEvent(ready(1));
  await settled().toBe(1);
  const second = openSource("1 1", listener, false);
  await settled().toBe(2);
  Source.opened[0]?.dispatchEvent(new MessageEvent("checks", { data: "[]" }));
  await settled().toBe(4);
  expect(heard).toEqual(["ready", "ready", "checks []", "checks []"]);
  expect(Source.opened).toHaveLength(1);
  leave = () => [first, second].forEach((close) => void close());
});

test("a tab of another project or person opens a stream beside the first, and a person's request opens one anew", async () => {
  startWorkers();
  const first = openSource("1 1", listener, false);
  await expect.poll(() => Source.opened.length).toBe(1);
  const second = openSource("1 2", listener, false);
  await expect.poll(() => Source.opened.length).toBe(2);
  const third = openSource("2 2", listener, false);
  await expect.poll(() => Source.opened.length).toBe(3);
  const fourth = openSource("2 2", listener, true);
  await expect.poll(() => Source.opened.length).toBe(4);
  expect(Source.opened.map(({ readyState }) => readyState)).toEqual([1, 1, 2, 1]);
  expect(Source.opened.map(({ url }) => url.split("=")[1])).toEqual(["1", "2", "2", "2"]);
  Source.opened[1]?.dispatchEvent(new MessageEvent("change", { data: "{}" }));
  const changes = () => heard.filter((one) => one.startsWith("change"));
  await expect.poll(changes).toEqual(["change {}"]);
  leave = () => [first, second, third, fourth].forEach((close) => void close());
});

test("a tab is never live by a stream of another project", async () => {
  startWorkers();
  leave = openSource("1 1", listener, false);
  await expect.poll(() => Source.opened.length).toBe(1);
  Source.opened[0]?.dispatchEvent(ready(2));
  await settled().toBe(1);
  expect(heard).toEqual(["lost true"]);
});

class BrokenWorker extends EventTarget {
  static last: BrokenWorker | null = null;
  readonly port = new MessageChannel().port1;
  constructor() {
    super();
    BrokenWorker.last = this;
  }
}

test("a tab whose shared worker fails gets updates by its own stream", () => {
  vi.stubGlobal("SharedWorker", BrokenWorker);
  leave = openSource("1 1", listener, false);
  expect(Source.opened).toHaveLength(0);
  BrokenWorker.last?.dispatchEvent(new Event("error"));
  BrokenWorker.last?.dispatchEvent(new Event("error"));
  expect(Source.opened.map(({ url }) => url)).toEqual(["/api/live?project_id=1"]);
  Source.opened[0]?.dispatchEvent(ready(1));
  expect(heard).toEqual(["ready"]);
  leave();
  expect(Source.opened[0]?.readyState).toBe(2);
});

test("a tab that left before its shared worker failed opens no stream", () => {
  vi.stubGlobal("SharedWorker", BrokenWorker);
  openSource("1 1", listener, false)();
  BrokenWorker.last?.dispatchEvent(new Event("error"));
  expect(Source.opened).toHaveLength(0);
});

test("a browser that refuses shared workers gives the tab its own stream", () => {
  vi.stubGlobal("SharedWorker", function refuse() {
    throw new DOMException("denied", "SecurityError");
  });
  leave = openSource("1 1", listener, false);
  expect(Source.opened).toHaveLength(1);
});
