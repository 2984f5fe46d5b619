import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { CheckResult, ResultBatch, RunnerConfig } from "@/lib/contract/checks/check";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { startScriptedControl } from "@/lib/testing/scripted-control";
import { monitorConfig } from "@/lib/testing/targets/check";
import { CONTROL_ADDRESS, Network, targetAddress } from "./network";
import { Random } from "./random";
import { RemoteRunner } from "./remote-runner";

// A runner that checks one to four hosts and randomly loses its own network: which of its results report a target as
// down?
const PORT = 8080;
const CONNECTIVITY_CHECKS = [90, 91, 92];
const CUT_MS = [300, 25_000] as const;
const OUTAGE_MS = [12_000, 20_000] as const;
const CALM_MS = [3000, 9000] as const;
const TIMEOUT_MS = 5000;
/** A check that ran into the end of a cut fails up to its timeout, a connectivity check and a re-check later. */
const AFTER_MS = TIMEOUT_MS + 3000;

interface Span {
  readonly kind: "cut" | "outage";
  readonly fromMs: number;
  readonly toMs: number;
}

const at = () => now().getTime();

/** Starts a listener that answers every request; each host has its own address. */
async function listen(index: number): Promise<Server> {
  const server = createServer((_request, response) => response.end("well"));
  await new Promise<void>((resolve) => server.listen(PORT, targetAddress(index), resolve));
  return server;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

function configOf(hosts: number): RunnerConfig {
  const monitors = Array.from({ length: hosts }, (_, index) =>
    monitorConfig(
      { url: `http://${targetAddress(index)}:${PORT}/` },
      { id: index + 1, interval_seconds: 5, timeout_ms: TIMEOUT_MS },
    ),
  );
  const limits = { concurrency: 100, private_targets: ["10.0.0.0/8"], user_agent: "Vedette/test" };
  return { epoch: "e", version: 1, snapshot: true, regions: ["eu-deu-fra"], monitors, removed: [], limits };
}

/** Runs for `minutes` and returns what happened and what the runner reported. */
async function run(hosts: number, minutes: number, random: Random, undo: (() => unknown)[]) {
  const network = new Network(Math.max(...CONNECTIVITY_CHECKS) + 1);
  undo.push(() => network.down());
  network.up();
  const results: CheckResult[] = [];
  const reasons = new Set<string>();
  const config = configOf(hosts);
  const control = await startScriptedControl(({ url, body }) => {
    if (url.pathname === "/api/runner/config")
      return url.searchParams.get("since") === "0" ? { status: 200, body: config } : "hang";
    if (url.pathname !== "/api/runner/results") return "hang";
    const batch = body as ResultBatch;
    results.push(...batch.results);
    if (batch.report.doubt) reasons.add(batch.report.doubt);
    const unsure = batch.results.filter(({ outcome }) => outcome !== "up");
    const rechecks = unsure.map(({ monitor, region }) => ({ monitor, region, after_ms: 2000 }));
    return { status: 200, body: { accepted: batch.results.length, rechecks } };
  }, CONTROL_ADDRESS);
  undo.push(() => control.stop());
  const servers = await Promise.all([...Array(hosts).keys(), ...CONNECTIVITY_CHECKS].map(listen));
  undo.push(() => Promise.all(servers.map(close)));
  const folder = await mkdtemp(path.join(tmpdir(), "vedette-own-loss-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const runner = new RemoteRunner(folder, network.namespace, {
    CONTROL_URL: control.origin,
    RUNNER_TOKEN: "token",
    ANCHORS: CONNECTIVITY_CHECKS.map((index) => `${targetAddress(index)}:${PORT}`).join(","),
  });
  undo.push(() => runner.stop());
  runner.start();
  await wait(8000);
  const spans: Span[] = [];
  for (const endMs = at() + minutes * 60_000; at() < endMs; ) {
    await wait(random.between(...CALM_MS));
    const fromMs = at();
    if (random.chance(0.6)) {
      network.cut("targets");
      await wait(random.between(...CUT_MS));
      network.mend("targets");
      spans.push({ kind: "cut", fromMs, toMs: at() });
    } else {
      const index = Math.floor(random.next() * hosts);
      await close(servers[index] as Server);
      await wait(random.between(...OUTAGE_MS));
      servers[index] = await listen(index);
      spans.push({ kind: "outage", fromMs, toMs: at() });
    }
    await wait(AFTER_MS);
  }
  return { spans, results, reasons };
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: { hosts: { type: "string" }, minutes: { type: "string" }, seed: { type: "string" } },
  });
  const [hosts, minutes] = [Number(values.hosts ?? 1), Number(values.minutes ?? 5)];
  const seed = Number(values.seed ?? at() % 1_000_000);
  if (process.getuid?.() !== 0 || !(hosts >= 1 && hosts <= 4) || !(minutes > 0) || !Number.isInteger(seed))
    throw new Error(
      "Run as root: npx tsx storm/namespace/own-loss.ts [--hosts 1 … 4] [--minutes 5] [--seed N]",
    );
  const undo: (() => unknown)[] = [];
  try {
    const { spans, results, reasons } = await run(hosts, minutes, new Random(seed), undo);
    const seenIn = (span: Span, outcome: CheckResult["outcome"]) =>
      results.filter((result) => {
        const startMs = Date.parse(result.started_at);
        return (
          result.outcome === outcome && startMs >= span.fromMs - TIMEOUT_MS && startMs < span.toMs + AFTER_MS
        );
      }).length;
    const of = (kind: Span["kind"]) => spans.filter((span) => span.kind === kind);
    const falseDown = of("cut").reduce((sum, span) => sum + seenIn(span, "down"), 0);
    const inconclusive = of("cut").reduce((sum, span) => sum + seenIn(span, "inconclusive"), 0);
    const unseen = of("outage").filter((span) => seenIn(span, "down") === 0).length;
    const down = of("outage").reduce((sum, span) => sum + seenIn(span, "down"), 0);
    const wrongly = of("outage").reduce((sum, span) => sum + seenIn(span, "inconclusive"), 0);
    process.stdout.write(
      `seed ${seed}, ${hosts} hosts, ${minutes} minutes: ${results.length} results\n` +
        `${of("cut").length} cuts of the runner's network: ${falseDown} down, ${inconclusive} inconclusive\n` +
        `${of("outage").length} outages of a target: ${down} down, ${wrongly} inconclusive, ${unseen} unseen\n` +
        `reported self-check failures: ${[...reasons].join(" | ") || "none"}\n`,
    );
    for (const span of of("cut"))
      for (const result of results) {
        const startMs = Date.parse(result.started_at);
        if (
          result.outcome === "down" &&
          startMs >= span.fromMs - TIMEOUT_MS &&
          startMs < span.toMs + AFTER_MS
        )
          process.stdout.write(
            `down ${startMs - span.fromMs} ms after a cut of ${span.toMs - span.fromMs} ms started: ${JSON.stringify(result.error)} ${JSON.stringify(result.timings)}\n`,
          );
      }
    return falseDown === 0 && unseen === 0;
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    log.error("run failed", { error });
    process.exit(1);
  },
);
