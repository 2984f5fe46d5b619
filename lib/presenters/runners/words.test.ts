import { expect, test } from "vitest";
import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";
import { REGION_CODES } from "@/lib/contract/core/regions";
import type { Readiness } from "@/lib/contract/reference/meta";
import type { Runner } from "@/lib/contract/runners/runners";
import { readiness } from "@/lib/testing/screen/records";
import { isUnserved, regionsNote } from "./regions-note";
import { capabilityWords, isOwnMachine, locationHelp, runnerNotes, servedRegions, troubles } from "./words";

const NOW = new Date("2026-01-31T12:00:00Z");
const ready = readiness();
const local: Runner = {
  id: 1,
  name: "local",
  kind: "local",
  region: null,
  regions: [...REGION_CODES],
  quarantined: [],
  location: null,
  location_source: null,
  state: "alive",
  last_seen_at: "2026-01-31T11:59:58Z",
  report: null,
  capabilities: {},
  version: "0.1.0",
  version_note: null,
  double_note: null,
  clock_note: null,
  created_at: "2026-01-01T00:00:00Z",
  revoked_at: null,
};
const silent: Runner = {
  ...local,
  id: 2,
  name: "fra-1",
  kind: "remote",
  region: "eu-deu-fra",
  regions: [],
  state: "silent",
  last_seen_at: "2026-01-31T11:57:00Z",
};
const lines = (...asked: Parameters<typeof troubles>) => troubles(...asked).map(({ line }) => line);
const other: Runner = { ...silent, id: 3, name: "fra-2", state: "alive", regions: ["eu-deu-fra"] };

test("reports nothing while all is well, including for runners never seen, revoked, or of servers that are gone", () => {
  const quiet = [local, { ...silent, state: "never_seen" }, { ...silent, state: "revoked" }] as Runner[];
  expect(troubles(ready, [...quiet, { ...local, id: 4, state: "silent", regions: [] }], NOW)).toEqual([]);
  expect(troubles(undefined, [], NOW)).toEqual([]);
});

test("reports a quarantined region once, with its reason", () => {
  const reason = "Singapore is quarantined since 11:58:00 UTC: alone in seeing 9 of 9 shared monitors fail";
  const quarantined = { ...local, quarantined: [{ region: "as-sgp-sin" as const, reason }] };
  expect(lines(ready, [quarantined, { ...quarantined, id: 9 }], NOW)).toEqual([
    `${reason}. Its failures don't open incidents until its results match the other regions.`,
  ]);
});

test("reports a silent runner with its fallback runner", () => {
  const shown = (...runners: Runner[]) => lines(ready, [silent, ...runners], NOW);
  expect(shown(local)).toEqual([
    "Runner fra-1 in Frankfurt has been silent for 3 min. The built-in runner is covering Frankfurt from the server's location, except for private addresses.",
  ]);
  expect(shown(other)[0]).toMatch(/\. fra-2 is running its checks\.$/);
  expect(shown()[0]).toMatch(/\. Nothing is being checked from Frankfurt\.$/);
});

test("reports only that nothing is checked at all, each sentence once", () => {
  const message = "Unknown while the database is unreachable.";
  const unknown = { ok: false, message };
  const checks = {
    database: { ok: false, message: "The database does not answer." },
    checks: unknown,
    clock: unknown,
    notifications: unknown,
    pages: unknown,
    maintenance: unknown,
    disk: ready.checks.disk,
    shutdown: ready.checks.disk,
  };
  const down: Readiness = {
    status: "unavailable",
    checks: { ...checks, migrations: unknown, runner: unknown, regions: unknown },
  };
  expect(lines(down, [silent], NOW)).toEqual(["The database does not answer.", message]);
});

test("reports why a runner fails its self-check", () => {
  const report = {
    lag_p99_ms: 1,
    spooled: 0,
    running: 0,
    monitors: 1,
    self_check_failures: [{ kind: "dns_no_response" as const, error: "ETIMEOUT" }],
  };
  const line =
    "Runner local failed its DNS self-check: they don't respond (ETIMEOUT). Until this is fixed, the failures it sees are inconclusive and don't open incidents.";
  expect(troubles(ready, [{ ...local, report }], NOW)).toEqual([
    { line, isOfRunners: true, id: "self-check 1" },
  ]);
});

test("says what to do about every failed self-check, and that wrong probe results can't be trusted", () => {
  const noteOf = (failure: SelfCheckFailure) =>
    runnerNotes(
      {
        ...local,
        report: { lag_p99_ms: 1, spooled: 0, running: 0, monitors: 1, self_check_failures: [failure] },
      },
      [],
    );
  expect(noteOf({ kind: "network_unreachable", lost: [{ ip_version: 4, answered: 0, asked: 3 }] })).toEqual([
    "It failed its network self-check: 0 of 3 connectivity checks answered over IPv4. Until this is fixed, the failures it sees are inconclusive and don't open incidents. Check its machine's uplink, routes, and firewall.",
  ]);
  expect(noteOf({ kind: "resources_exhausted" })[0]).toContain("ulimit -n");
  expect(noteOf({ kind: "event_loop_lag", lag_ms: 812 })[0]).toContain("more CPU");
  expect(noteOf({ kind: "probes_wrong", wrong: [{ expected: "up", outcome: "down", error: null }] })).toEqual(
    [
      "It failed its self-check: a probe that is always up was down. Its results can't be trusted. Restart it and check its log.",
    ],
  );
});

test("a silent runner names its fallback and what to do, a revoked one says nothing", () => {
  expect(runnerNotes(silent, [local, silent])).toEqual([
    "The built-in runner is covering Frankfurt from the server's location, except for private addresses. Restart it on its machine. If the machine is gone for good, revoke the runner.",
  ]);
  expect(runnerNotes({ ...silent, state: "revoked", clock_note: "Its clock is off." }, [local])).toEqual([]);
});

test("lists a token used by two processes first", () => {
  const doubled = {
    ...local,
    double_note: "Two processes use this runner's token.",
    version_note: "It is old.",
  };
  expect(runnerNotes(doubled, [doubled])).toEqual([doubled.double_note, doubled.version_note]);
});

test("marks regions that are quarantined or whose runner fails its self-check", () => {
  const failing = {
    ...other,
    report: {
      lag_p99_ms: 1,
      spooled: 0,
      running: 0,
      monitors: 1,
      self_check_failures: [{ kind: "resources_exhausted" as const }],
    },
  };
  const quarantined = {
    ...local,
    quarantined: [{ region: "as-sgp-sin" as const, reason: "Singapore is quarantined" }],
  };
  const troubleIn = (region: string) =>
    servedRegions([{ ...quarantined, regions: ["as-sgp-sin", "oc-aus-syd"] }, failing]).find(
      (one) => one.region === region,
    )?.trouble;
  expect([troubleIn("as-sgp-sin"), troubleIn("eu-deu-fra"), troubleIn("oc-aus-syd")]).toEqual([
    "quarantined",
    "failing self-check",
    null,
  ]);
});

test("lists regions with a remote runner first and shows regions without any", () => {
  const served = servedRegions([other]);
  expect(served[0]).toMatchObject({ region: "eu-deu-fra", by: [{ name: "fra-2" }] });
  expect(served).toHaveLength(REGION_CODES.length);
  expect(served.slice(1).every((one) => one.by.length === 0)).toBe(true);
});

test.each([
  ["CONTROL_URL=http://localhost:3000 RUNNER_TOKEN=t", true],
  ["CONTROL_URL=http://127.0.0.1:3000 RUNNER_TOKEN=t", true],
  ["CONTROL_URL=https://status.example.com RUNNER_TOKEN=t", false],
])("%s", (command, own) => {
  expect(isOwnMachine(command)).toBe(own);
});

test("describes capabilities and says what to do about a runner that can't ping", () => {
  expect(capabilityWords({ node: "v20.20.2", ping: "socket" })).toEqual(["Node v20.20.2", "pings by socket"]);
  expect(capabilityWords({ ping: "none" })).toEqual(["can't ping"]);
  expect(capabilityWords({ ping: "carrier-pigeon", disk: "ssd" })).toEqual([
    "ping carrier-pigeon",
    "disk ssd",
  ]);
  const adviceOf = (runner: Runner) => runnerNotes(runner, []);
  expect(adviceOf({ ...local, capabilities: { ping: "none" } })[0]).toContain("install ping on its machine");
  for (const ping of ["socket", "ping"]) expect(adviceOf({ ...local, capabilities: { ping } })).toEqual([]);
  // A runner of an older version, or one that hasn't reported yet.
  expect(adviceOf(local)).toEqual([]);
});

test("explains the effect of turning the built-in runner off and treats its regions as unserved", () => {
  const off: Runner = { ...local, state: "silent", regions: [] };
  expect(runnerNotes(off, [off, other])[0]).toMatch(/^Regions without their own runner aren't being checked/);
  // The built-in runner of a server that is gone, while another server checks.
  expect(runnerNotes(off, [off, { ...local, id: 9 }])).toEqual([]);
  expect(isUnserved("na-usa-iad", [off, other])).toBe(true);
  expect(isUnserved("eu-deu-fra", [off, other])).toBe(false);
  expect(isUnserved("na-usa-iad", undefined)).toBe(false);
});

test("reports a region without a runner and links to the runners", () => {
  const line = "Nothing is checked from Tokyo, though monitors ask for it: no runner serves that region.";
  const checks = { ...ready.checks, regions: { ok: false, message: line } };
  expect(troubles({ status: "degraded", checks }, [other], NOW)).toEqual([
    { line, isOfRunners: true, id: null },
  ]);
});

test("warns when a chosen region has no runner or several share one machine", () => {
  expect(regionsNote(["eu-deu-fra", "as-jpn-hnd"], undefined)).toBeNull();
  expect(regionsNote(["eu-deu-fra"], [local])).toBe(
    "Checks for Frankfurt run on this server. If it isn't located there, add a runner. Otherwise set its location in Settings → Regions.",
  );
  expect(regionsNote(["eu-deu-fra", "as-jpn-hnd"], [local])).toMatch(
    /^The built-in runner checks for Frankfurt, Tokyo, so these regions/,
  );
  const rest = { ...local, regions: REGION_CODES.filter((code) => code !== "eu-deu-fra") };
  expect(regionsNote(["eu-deu-fra"], [rest, other])).toBeNull();
  expect(regionsNote(["eu-deu-fra", "as-jpn-hnd"], [other])).toMatch(/^No runner serves Tokyo, so nothing/);
});

test("explains the location of the built-in runner, and what to do while RUNNER_REGION sets it", () => {
  const help = (location: Runner["location"], location_source: Runner["location_source"]) =>
    locationHelp({ ...local, location, location_source });
  expect(help(null, null)).toContain("“this server”");
  expect(help("eu-deu-fra", "settings")).toContain("Frankfurt are shown with that name");
  expect(help("eu-deu-fra", "variable")).toContain("remove RUNNER_REGION=eu-deu-fra");
});
