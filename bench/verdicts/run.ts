import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { monotonicMs } from "@/lib/shared/clock";
import { treeCpuSeconds } from "../checker/processes";
import { median } from "../checker/statistics";
import { blackbox } from "./blackbox";
import { type Case, startCases } from "./cases";
import { gatus } from "./gatus";
import { Outages } from "./outages";
import { type Alert, INTERVAL_S, type Product, type Running, type State } from "./product";
import { uptimeKuma } from "./uptime-kuma";
import { vedette } from "./vedette";

// Judges monitors: `npx tsx bench/verdicts/run.ts [--only NAME] [--seed N]`, after `npm run build`. Each product watches the
// same targets every 30 s.

const PRODUCTS: readonly Product[] = [vedette, blackbox, uptimeKuma, gatus];
const STATES_WITHIN_MS = 4 * INTERVAL_S * 1000;
const ENDS_AFTER_MS = 3 * INTERVAL_S * 1000;
const LOOK_MS = 250;

interface Said extends Alert {
  readonly atMs: number;
}

/** Receives the alerts of a product. */
async function startReceiver({ alertsIn }: Product): Promise<{ url: string; said: Said[]; stop(): void }> {
  const said: Said[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const atMs = monotonicMs();
      const body = Buffer.concat(parts).toString();
      if (body !== "")
        said.push(...(alertsIn?.(JSON.parse(body) as never) ?? []).map((alert) => ({ ...alert, atMs })));
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, said, stop: () => server.close().closeAllConnections() };
}

/** Waits until each monitor was checked. Returns the verdicts on targets that stay as they are. */
async function steady(running: Running, cases: readonly Case[]): Promise<ReadonlyMap<string, State>> {
  await running.watch(cases, true);
  const end = monotonicMs() + STATES_WITHIN_MS;
  for (;;) {
    const states = await running.states();
    if (cases.every(({ name }) => states.get(name)) || monotonicMs() > end) return states;
    await wait(LOOK_MS);
  }
}

interface Times {
  readonly alertS: readonly number[];
  readonly recoveryS: readonly number[];
  readonly falseAlarms: number;
  readonly missed: number;
  readonly cpuUs: number;
}

/** Lets targets fail. Without alerts of a product, a change of its state counts as one. */
async function failing(running: Running, product: Product, said: Said[], seed: number): Promise<Times> {
  const outages = new Outages();
  try {
    await outages.listen();
    await running.watch(outages.watched, false);
    // Checks of all of them may be due at the same moment, which is not the one at which failures begin.
    await wait(2.3 * INTERVAL_S * 1000);
    const cpu = () => running.pids.reduce((sum, pid) => sum + treeCpuSeconds(pid), 0);
    const [cpuBefore, requestsBefore] = [cpu(), outages.requests];
    let before: ReadonlyMap<string, State> = new Map(await running.states());
    const end = outages.begin(seed) + ENDS_AFTER_MS;
    while (monotonicMs() < end) {
      await wait(LOOK_MS);
      if (product.alertsIn) continue;
      const states = await running.states();
      for (const [name, state] of states)
        if (before.get(name) && state !== before.get(name))
          said.push({ name, isDown: state === "down", atMs: monotonicMs() });
      before = new Map(states);
    }
    const cpuUs = Math.round(((cpu() - cpuBefore) * 1e6) / (outages.requests - requestsBefore));
    return { ...timesOf(outages, said), cpuUs };
  } finally {
    outages.stop();
  }
}

function timesOf(outages: Outages, said: readonly Said[]): Omit<Times, "cpuUs"> {
  const times = { alertS: [] as number[], recoveryS: [] as number[], falseAlarms: 0, missed: 0 };
  for (const [name, outage] of outages.planned) {
    const own = said.filter((each) => each.name === name);
    const alarms = own.filter(({ isDown, atMs }) => isDown && (!outage || atMs < outage.toMs));
    if (!outage) times.falseAlarms += alarms.length;
    else if (alarms[0]) times.alertS.push((alarms[0].atMs - outage.fromMs) / 1000);
    else times.missed += 1;
    const recovery = outage && own.find(({ isDown, atMs }) => !isDown && atMs >= outage.toMs);
    if (recovery) times.recoveryS.push((recovery.atMs - outage.toMs) / 1000);
  }
  return times;
}

const print = (...cells: unknown[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);

function report(title: string, cases: readonly Case[], states: ReadonlyMap<string, State>): void {
  for (const group of new Set(cases.map((each) => each.group))) {
    const own = cases.filter((each) => each.group === group);
    const of = (expected: State, said: State) =>
      own.filter((each) => each.expected === expected && (states.get(each.name) ?? null) === said);
    const right = of("up", "up").length + of("down", "down").length;
    const wrong = [of("up", "down"), of("down", "up")];
    const names = wrong.flat().map((each) => each.name);
    const unknown = own.length - right - names.length;
    print(title, group, right, ...wrong.map(({ length }) => length), unknown, "", "", "", names.join("; "));
  }
}

async function judge(product: Product, cases: readonly Case[], seed: number): Promise<void> {
  const version = await product.version();
  const title = `${product.name} ${version}`;
  if (!version) return void process.stdout.write(`${product.name} skipped: ${product.help}\n`);
  const receiver = await startReceiver(product);
  const first = await product.start(receiver.url);
  report(title, cases, await steady(first, cases).finally(() => first.stop()));
  receiver.said.length = 0;
  const second = await product.start(receiver.url);
  const times = await failing(second, product, receiver.said, seed).finally(() => second.stop());
  const seconds = (values: readonly number[]) => (values.length > 0 ? median(values).toFixed(1) : "–");
  const { alertS, recoveryS, falseAlarms, missed, cpuUs } = times;
  print(title, "outages", alertS.length, falseAlarms, missed, "", seconds(alertS), seconds(recoveryS), cpuUs);
  receiver.stop();
}

const { values } = parseArgs({
  options: { only: { type: "string" }, seed: { type: "string", default: "1" } },
});
const cases = await startCases();
const HEAD = ["Product", "Group", "Right", "False alarms", "Missed", "Unknown"];
print(...HEAD, "Seconds to alert", "Seconds to recover", "CPU per check (µs)", "Wrong");
for (const product of PRODUCTS.filter(({ name }) => name.toLowerCase().includes(values.only ?? "")))
  await judge(product, cases, Number(values.seed));
process.exit(0);
