import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { selfCheckWords } from "@/lib/domain/runners/self-check";
import type { RecordType } from "@/lib/probes/net/dns-record";
import { HostsFile } from "@/lib/probes/net/hosts-file";
import { policyFrom } from "@/lib/probes/net/policy";
import { dnsSource, NameResolver } from "@/lib/probes/net/resolver";
import { Checker } from "@/lib/runner/checker";
import { Schedule } from "@/lib/runner/schedule/schedule";
import { WallClock } from "@/lib/runner/schedule/wall-clock";
import { LOOPBACK, monitorConfig } from "@/lib/testing/targets/check";
import { type NameServer, startNameServer } from "@/lib/testing/targets/name-server";
import { askEachServer } from "./name-lookups";
import { NameServers } from "./name-servers";
import { NetworkCheck } from "./network-check";
import { SelfCheck } from "./self-check";

// The real checker and two name servers on loopback UDP, as /etc/resolv.conf would list them. Real time.
const REGION = "eu-deu-fra";
const HOSTS = ["shop.one", "api.two", "www.three"];
const ALL = HOSTS.map((_, at) => at + 1);
const KNOWN_NAMES = ["root.known", "registry.known2"];
/** Longer than anything here takes. */
const ALERTED_MS = 12_000;

/** Answers of both name servers: for the targets, for the known names, and for names that don't exist. */
interface Story {
  targets: "well" | "nxdomain" | "servfail" | null;
  known: "well" | "servfail" | null;
  nonexistent: "nxdomain" | "servfail" | null;
}

const WELL: Story = { targets: "well", known: "well", nonexistent: "nxdomain" };
let story: Story;
let isFirstSilent: boolean;
let nameServers: NameServer[];
let target: Server;
let selfCheck: SelfCheck;
let names: NameServers;
let checker: Checker;
let schedule: Schedule;
const clock = new WallClock();
let results: CheckResult[];
let folder: string;

function answer(name: string, type: RecordType) {
  const here = type === "A" ? ["127.0.0.1"] : [];
  const [state, isNamed] = HOSTS.includes(name)
    ? ([story.targets, true] as const)
    : KNOWN_NAMES.includes(name)
      ? ([story.known, true] as const)
      : ([story.nonexistent, false] as const);
  return state === "well" && isNamed ? here : state === "well" ? "nxdomain" : state;
}

function runnerOf(servers: readonly string[], port: number): void {
  const resolver = new NameResolver(
    dnsSource(() => servers),
    new HostsFile("/nonexistent"),
  );
  const file = path.join(folder, "known-names.json");
  names = new NameServers({ ask: askEachServer(servers), knownNames: KNOWN_NAMES, file });
  selfCheck = new SelfCheck({
    network: new NetworkCheck({ checks: [], file: path.join(folder, "connectivity-checks.json") }),
    resolver,
    names,
    onRecovered: (affected) => checkNow(affected.map(({ config }) => config.id)),
  });
  const tools = { policy: policyFrom(LOOPBACK), resolver, userAgent: "Vedette/test" };
  schedule = new Schedule();
  checker = new Checker(
    schedule,
    clock,
    () => tools,
    selfCheck,
    (result) => results.push(result),
  );
  checker.concurrency = 100;
  for (const [at, host] of HOSTS.entries()) {
    const change = { id: at + 1, protocol: "tcp" as const, interval_seconds: 86_400, timeout_ms: 5000 };
    schedule.set(monitorConfig({ host, port, connection: "plain" }, change), clock.read(), true);
  }
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-names-"));
  results = [];
  story = WELL;
  isFirstSilent = false;
  nameServers = [
    await startNameServer((name, type) => (isFirstSilent ? null : answer(name, type))),
    await startNameServer(answer),
  ];
  target = createServer((socket) => socket.on("error", () => undefined).end());
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  const address = target.address();
  runnerOf(
    nameServers.map((server) => server.address),
    typeof address === "object" && address ? address.port : 0,
  );
  names.start();
  checker.begin();
  expect(await received(ALL.length)).toEqual(Object.fromEntries(ALL.map((id) => [id, ["up"]])));
  // Waits for the TTL of at least a second, and for the second in which no question is repeated.
  await pause(1100);
});

afterEach(async () => {
  void checker.stop();
  selfCheck.stop();
  names.stop();
  for (const server of nameServers) server.stop();
  await new Promise((resolve) => target.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

function checkNow(ids: readonly number[]): void {
  for (const id of ids) schedule.recheck(id, REGION, clock.read());
  checker.begin();
}

/** The outcomes of the next `count` results, by monitor; they stay in `last`. */
let last: CheckResult[];
async function received(count: number): Promise<Record<number, string[]>> {
  const untilMs = Date.now() + ALERTED_MS;
  while (results.length < count && Date.now() < untilMs) await pause(20);
  last = results.splice(0);
  const each: Record<number, string[]> = {};
  for (const { monitor, outcome } of last) each[monitor] = [...(each[monitor] ?? []), outcome];
  return each;
}

const outcomes = (outcome: string) => Object.fromEntries(ALL.map((id) => [id, [outcome]]));

it.each(["nxdomain", "servfail", null] as const)(
  "reports independent domains that disappear (%s) as down immediately while a known name resolves, and names it",
  async (targets) => {
    story = { ...WELL, targets };
    checkNow(ALL);
    expect(await received(ALL.length)).toEqual(outcomes("down"));
    for (const { error } of last)
      expect(error?.message).toMatch(/\(the runner's name servers work; root\.known resolves\)$/);
    expect(selfCheck.failures).toEqual([]);
  },
);

it("reports them as down too when the first name server is silent and the second answers", async () => {
  isFirstSilent = true;
  story = { ...WELL, targets: "nxdomain" };
  checkNow(ALL);
  expect(await received(ALL.length)).toEqual(outcomes("down"));
  expect(selfCheck.failures).toEqual([]);
});

it("reports names as inconclusive while both name servers are silent, and up as soon as one answers", async () => {
  story = { targets: null, known: null, nonexistent: null };
  checkNow(ALL);
  expect(await received(ALL.length)).toEqual(outcomes("inconclusive"));
  expect(selfCheckWords(selfCheck.failures)).toMatch(
    /none of \d names that resolved before resolves now, not even root\.known/,
  );
  story = WELL;
  isFirstSilent = true;
  expect(await received(ALL.length)).toEqual(outcomes("up"));
});

it("reports names as inconclusive when both servers lost their uplink and answer known names from cache", async () => {
  story = { targets: "servfail", known: "well", nonexistent: "servfail" };
  checkNow(ALL);
  expect(await received(ALL.length)).toEqual(outcomes("inconclusive"));
  expect(last[0]?.error?.code).toBe("runner_offline");
});
