import { expect, test } from "vitest";
import { REGIONS } from "../cast";
import { FAULTS, type FaultKind } from "../faults";
import type { Visit } from "../world/visitor";
import type { Disturbance, Evidence } from "./evidence";
import type { Generated } from "./generated";
import { generatedIn } from "./generated";
import { judge } from "./judge";

const START_MS = Date.UTC(2026, 0, 1);
const at = (seconds: number) => START_MS + seconds * 1000;
const iso = (seconds: number) => new Date(at(seconds)).toISOString();

function result(seconds: number, outcome: string, region: string = REGIONS[0]): Generated {
  return { monitor: 1, region, scheduledAt: iso(seconds), startedAt: iso(seconds), outcome };
}

function disturbance(kind: FaultKind, from: number, to: number, subject = 0): Disturbance {
  return { kind, fault: FAULTS[kind], subject, fromMs: at(from), toMs: at(to) };
}

const outage = {
  target: 0,
  failure: "status",
  regions: [...REGIONS],
  fromMs: at(60),
  toMs: at(130),
} as const;
const results = REGIONS.flatMap((region) => [
  result(0, "up", region),
  result(65, "down", region),
  result(140, "up", region),
]);
const CREATED = "uptime.incident.created";
const RECOVERED = "uptime.incident.recovered";
const delivery = (event: number, key: string) => ({
  requestId: `id ${event}`,
  event,
  key,
  incident: 9,
  integration: "Hook",
  status: "delivered",
  reason: null,
});
const arrival = (id: string, event: string) => ({
  provider: 0,
  id,
  event,
  incident: 9,
  atMs: at(66),
  accepted: true,
});

const INCIDENT = {
  ...{ id: 9, monitor: 1, fromMs: at(65), toMs: at(140) },
  ...{ status: "recovered", isFlapping: false, isWithdrawn: false },
};

/** An outage that everyone saw, with its incident and its two notifications. */
const KEPT: Evidence = {
  monitors: [
    {
      project_id: 1,
      id: 1,
      regions: [...REGIONS],
      intervalMs: 30_000,
      timeoutMs: 5000,
      rules: { consecutiveFailures: 1, consecutiveSuccesses: 1, regionsRequired: 2 },
    },
  ],
  outages: [outage],
  slow: [],
  disturbances: [],
  created: results,
  stored: results,
  stories: [],
  incidents: [INCIDENT],
  integrations: [{ project_id: 1, name: "Hook" }],
  events: [
    { id: 1, key: CREATED, incident: 9 },
    { id: 2, key: RECOVERED, incident: 9 },
  ],
  deliveries: [delivery(1, CREATED), delivery(2, RECOVERED)],
  arrivals: [arrival("id 1", CREATED), arrival("id 2", RECOVERED)],
  writes: [{ title: "Write 1", acknowledged: true }],
  titles: ["Write 1"],
  visits: [],
};

/** Returns the promises that the changed evidence breaks. */
function broken(change: Partial<Evidence>): string[] {
  return judge({ ...KEPT, ...change })
    .filter(({ findings }) => findings.length > 0)
    .map(({ promise }) => promise);
}

test("finds nothing wrong when every promise is kept", () => {
  expect(broken({})).toEqual([]);
});

test("reports a lost, a duplicated, an invented, and a changed result", () => {
  const promise = "every result is stored once, with its outcome and time";
  const [first, second] = results;
  if (!first || !second) throw new Error("There are results.");
  expect(broken({ stored: results.slice(1) })).toContain(promise);
  expect(broken({ stored: [...results, first] })).toContain(promise);
  expect(broken({ stored: [...results, result(200, "up")] })).toContain(promise);
  expect(broken({ stored: [{ ...first, outcome: "inconclusive" }, ...results.slice(1)] })).toContain(promise);
  expect(broken({ created: [...results, { ...first, outcome: "inconclusive" }] })).toEqual([]);
  const moved = (ms: number) => ({
    ...first,
    startedAt: new Date(Date.parse(first.startedAt) + ms).toISOString(),
  });
  expect(broken({ stored: [moved(2), ...results.slice(1)] })).toEqual([]);
  expect(broken({ stored: [moved(3_600_000), ...results.slice(1)] })).toContain(promise);
});

test("allows a refused result of a runner whose share another one checked, and no lost result", () => {
  const [first] = results;
  if (!first) throw new Error("There are results.");
  const extra = result(5, "up");
  const by = (other: number) => results.map((each) => ({ ...each, runner: other }));
  expect(broken({ created: [...by(1), { ...extra, runner: 0 }] })).toEqual([]);
  expect(broken({ created: [...by(0), { ...extra, runner: 0 }] })).toHaveLength(1);
});

test("allows successes that a full disk refused, and no others", () => {
  const later = [disturbance("disk full", -40, -30)];
  const full = [disturbance("disk full", 0, 10)];
  expect(broken({ stored: results.slice(1), disturbances: later })).toHaveLength(1);
  expect(broken({ stored: results.slice(1), disturbances: full })).toEqual([]);
  const failure = result(5, "down");
  expect(broken({ created: [...results, failure], disturbances: full })).toHaveLength(1);
});

test("reports a check that calls a healthy target down, or a failing one up", () => {
  const promise = "every result says what the target did";
  const said = (seconds: number, outcome: string) => [...results, result(seconds, outcome)];
  for (const [seconds, outcome] of [
    [20, "down"],
    [150, "down"],
    [90, "up"],
  ] as const)
    expect(broken({ created: said(seconds, outcome), stored: said(seconds, outcome) })).toContain(promise);
  expect(
    broken({
      created: said(20, "down"),
      stored: said(20, "down"),
      slow: [{ fromMs: at(19), toMs: at(22) }],
    }),
  ).toEqual([]);
});

test("allows a runner without network to say that what it knew to be down still is, whatever another runner saw", () => {
  const promise = "every result says what the target did";
  const own = (seconds: number, outcome: string, runner: number) => ({ ...result(seconds, outcome), runner });
  const failures = [70, 80, 90, 100, 110].map((seconds) => own(seconds, "down", 0));
  const rest = [own(140, "up", 1), own(150, "down", 0)];
  const blind = [disturbance("runner without network", 145, 155)];
  const said = (known: Generated[]) => ({ created: [...known, ...rest], stored: [...known, ...rest] });
  expect(broken({ ...said(failures), disturbances: blind })).not.toContain(promise);
  expect(broken({ ...said(failures.slice(1)), disturbances: blind })).toContain(promise);
  expect(broken(said(failures))).toContain(promise);
});

test("reports an incident without an outage, one that ends too early, and one that never ends", () => {
  const promise = "no incident without an outage";
  expect(broken({ outages: [] })).toContain(promise);
  expect(broken({ outages: [{ ...outage, regions: [REGIONS[0]] }] })).toContain(promise);
  expect(broken({ incidents: [{ ...INCIDENT, toMs: at(90) }] })).toContain(promise);
  expect(broken({ incidents: [{ ...INCIDENT, toMs: at(90), isWithdrawn: true }] })).not.toContain(promise);
  expect(broken({ incidents: [{ ...INCIDENT, toMs: null, status: "ongoing" }] })).toContain(promise);
});

test("reports an outage without an incident, unless too few regions could see it", () => {
  const promise = "no outage without an incident";
  const unseen = { incidents: [], events: [], deliveries: [], arrivals: [] };
  expect(broken(unseen)).toEqual([promise]);
  const blind = (...runners: number[]) =>
    runners.map((runner) => disturbance("runner without network", 50, 70, runner));
  expect(broken({ ...unseen, disturbances: blind(0) })).toEqual([promise]);
  const [third] = REGIONS.slice(-1);
  const seen = results.filter(({ region, outcome }) => outcome === "up" || region === third);
  expect(broken({ ...unseen, stored: seen, created: seen, disturbances: blind(0, 2) })).toEqual([
    "faults excuse only few outages",
  ]);
});

test("reports an outage without an incident although enough regions confirmed it, whatever was disturbed", () => {
  const promise = "no outage without an incident";
  const unseen = { incidents: [], events: [], deliveries: [], arrivals: [] };
  const disturbances = [0, 2, 4].map((runner) => disturbance("runner without network", 50, 70, runner));
  expect(broken({ ...unseen, disturbances })).toEqual([promise]);
});

test("judges the undisturbed part of an outage", () => {
  const promise = "no outage without an incident";
  const unseen = { incidents: [], events: [], deliveries: [], arrivals: [], created: [], stored: [] };
  const long = { ...outage, toMs: at(400) };
  const disturbances = [0, 2, 4].map((runner) => disturbance("runner killed", 330, 335, runner));
  expect(broken({ ...unseen, outages: [long], disturbances })).toContain(promise);
});

test("reports a notification that is missing, refused, unknown, or repeated without a cause", () => {
  const promise = "every notification arrives, with one ID";
  const [created, recovered] = [arrival("id 1", CREATED), arrival("id 2", RECOVERED)];
  expect(broken({ deliveries: [delivery(1, CREATED)] })).toContain(promise);
  expect(broken({ events: KEPT.events.slice(1) })).toContain(promise);
  expect(broken({ events: [...KEPT.events, { id: 3, key: CREATED, incident: 9 }] })).toContain(promise);
  expect(broken({ arrivals: [created, { ...recovered, accepted: false }] })).toContain(promise);
  expect(broken({ arrivals: [created, recovered, { ...created, id: "id 3" }] })).toContain(promise);
  const repeated = { arrivals: [created, recovered, created] };
  expect(broken(repeated)).toContain(promise);
  expect(broken({ ...repeated, disturbances: [disturbance("server killed", 66, 67)] })).toEqual([]);
});

test("reports a lost and a doubled write", () => {
  const promise = "every acknowledged write is stored once";
  expect(broken({ titles: [] })).toEqual([promise]);
  expect(broken({ titles: ["Write 1", "Write 1"] })).toEqual([promise]);
  expect(broken({ titles: [], writes: [{ title: "Write 1", acknowledged: false }] })).toEqual([]);
});

test("reports a page that a running server refused, and a private page that leaked", () => {
  const visit = {
    server: 0,
    page: "public",
    fromMs: at(10),
    toMs: at(11),
    status: 200,
    hasSecret: false,
    says: null,
    up: [],
    down: [],
  };
  const visits = (change: object) => [{ ...visit, ...change }] as Evidence["visits"];
  expect(broken({ visits: visits({}) })).toEqual([]);
  expect(broken({ visits: visits({ status: 503 }) })).toEqual(["running servers serve the public page"]);
  const killed = [disturbance("server killed", 10, 12)];
  expect(broken({ visits: visits({ status: null }), disturbances: killed })).toEqual([]);
  expect(broken({ visits: visits({ page: "private", hasSecret: true }) })).toEqual([
    "the private page stays private",
  ]);
});

test("reports a page that contradicts the targets, unless something was disturbed", () => {
  const promise = "public pages say what the targets do";
  const long = { ...outage, toMs: at(400) };
  const visit = { server: 0, page: "public", status: 200, hasSecret: false, says: null } as const;
  const wrong = (seconds: number, said: Partial<Visit>, disturbances: Disturbance[] = []) => {
    const visits = [{ ...visit, fromMs: at(seconds), toMs: at(seconds), up: [], down: [], ...said }];
    return broken({ outages: [long], disturbances, visits }).filter((each) => each === promise).length;
  };
  expect(wrong(50, { up: [0] })).toBe(0);
  expect(wrong(50, { down: [0] })).toBe(1);
  expect(wrong(90, { up: [0] })).toBe(0);
  expect(wrong(100, { up: [0] })).toBe(1);
  expect(wrong(100, { down: [0] })).toBe(0);
  expect(wrong(100, { down: [0], says: "up" })).toBe(1);
  expect(wrong(100, { up: [0] }, [disturbance("connections killed", 70, 71)])).toBe(0);
  expect(wrong(450, { down: [0] })).toBe(0);
  expect(wrong(600, { down: [0] })).toBe(1);
  expect(wrong(600, { up: [0] })).toBe(0);
});

test("reads results from a runner's log and ignores other lines", () => {
  const said = { monitor: 3, region: REGIONS[0], scheduled_at: "a", started_at: "b", outcome: "up" };
  const lines = [
    '{"message":"runner started"}',
    "not JSON",
    JSON.stringify({ message: "result created", ...said }),
  ];
  expect(generatedIn(lines.join("\n"), 4)).toEqual([
    { monitor: 3, region: REGIONS[0], scheduledAt: "a", startedAt: "b", outcome: "up", runner: 4 },
  ]);
});
