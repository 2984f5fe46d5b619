import { expect, test } from "vitest";
import type { Series, SeriesPoint } from "@/lib/contract/checks/series";
import { chartMarks } from "./chart-marks";
import {
  chartRows,
  chartTicks,
  linePoints,
  scaledValues,
  scaleTop,
  seriesCsv,
  stackRows,
} from "./series-chart";

const STEP_MS = 60_000;
const NONE = { p50: null, p75: null, p95: null, p99: null };
const point = (at: string, p50: number | null, rest: Partial<SeriesPoint> = {}): SeriesPoint => ({
  at: `2026-01-31T${at}:00Z`,
  up: p50 === null ? 0 : 1,
  down: 0,
  inconclusive: 0,
  p50,
  p95: p50,
  p99: p50,
  phases: null,
  ...rest,
});
const series = (regions: Record<string, SeriesPoint[]>): Series => ({
  from: "2026-01-31T10:00:00Z",
  to: "2026-01-31T12:00:00Z",
  step_seconds: 60,
  source: "results",
  overall: NONE,
  regions: Object.entries(regions).map(([region, points]) => ({
    region,
    points,
    ...NONE,
  })) as Series["regions"],
});
const FRA = "eu-deu-fra";
const AMS = "eu-nld-ams";

test("an hour without checks and a step without a success break the line, since they are neither good nor bad", () => {
  const points = [
    point("10:00", 40),
    point("10:01", 41),
    point("11:01", 42),
    point("11:02", null),
    point("11:03", 43),
  ];
  const line = linePoints(chartRows(series({ [FRA]: points }), "p50", [FRA]), FRA, STEP_MS);
  expect(line.map(({ value }) => value)).toEqual([40, 41, null, 42, null, 43]);
});

test("the last stacked step before a gap keeps its width", () => {
  const rows = [0, 1, 5].map((at) => ({ at, down: 0, inconclusive: 0, values: { dns: 10 } }));
  expect(stackRows(rows, 1).map(({ at, values }) => [at, values.dns ?? 0])).toEqual([
    [0, 10],
    [1, 10],
    [2, 0],
    [5, 10],
    [6, 0],
  ]);
});

test("counts failures and inconclusive checks of the shown regions only", () => {
  const regions = {
    [FRA]: [point("10:00", null, { inconclusive: 2 })],
    [AMS]: [point("10:00", null, { down: 3 })],
  };
  expect(chartRows(series(regions), "p95", [FRA])).toMatchObject([{ down: 0, inconclusive: 2 }]);
  expect(chartRows(series(regions), "p95", [FRA, AMS])).toMatchObject([{ down: 3, inconclusive: 2 }]);
});

test("phases are means of the shown regions, weighted by successful checks", () => {
  const phases = { dns: 10, connect: null, tls: null, first_byte: 40, transfer: 0 };
  const regions = {
    [FRA]: [point("10:00", 50, { up: 3, phases })],
    [AMS]: [point("10:00", 90, { up: 1, phases: { ...phases, first_byte: 80 } })],
  };
  const rows = chartRows(series(regions), "phases", [FRA, AMS]);
  expect(rows[0]?.values).toEqual({ dns: 10, connect: null, tls: null, first_byte: 50, transfer: 0 });
  expect(scaledValues(rows, true)).toEqual([60]);
});

test("a few spikes are cut off instead of flattening the other values", () => {
  const calm = Array.from({ length: 119 }, (_, at) => 100 + (at % 10));
  expect(scaleTop([...calm, 9000])).toBeCloseTo(109 * 1.2);
  expect(scaleTop([...calm, 150])).toBe(150);
  expect(scaleTop([80, 9000])).toBe(9000);
  expect(scaleTop([])).toBe(0);
});

test("ticks are round local times and round values", () => {
  const from = Date.parse("2026-11-21T20:12:00Z");
  const { times, values } = chartTicks(345, { from, to: from + 86_400_000 }, "UTC");
  expect(times.map((at) => new Date(at).toISOString().slice(11, 16))).toEqual([
    "00:00",
    "06:00",
    "12:00",
    "18:00",
  ]);
  expect(values).toEqual([0, 100, 200, 300, 400]);
});

test("the CSV has a row per shown region and step", () => {
  const regions = { [FRA]: [point("10:00", 40)], [AMS]: [point("10:00", 50)] };
  const [head = "", ...rows] = seriesCsv(series(regions), [AMS]).split("\r\n");
  expect(rows).toEqual([`2026-01-31T10:00:00Z,${AMS},50,50,50,1,0,0,,,,,`]);
  expect(head.split(",")).toHaveLength(13);
});

test("marks are cut at the window's edges, open incidents reach its end, and canceled maintenance is left out", () => {
  const range = { from: Date.parse("2026-01-31T10:00:00Z"), to: Date.parse("2026-01-31T12:00:00Z") };
  const marks = chartMarks(range, {
    incidents: [
      { id: 1, title: null, slug: "APP-1", incident_at: "2026-01-30T00:00:00Z", recovery_at: null },
    ] as never,
    windows: [{ id: 2, title: "Upgrade", state: "cancelled" }] as never,
    deployments: [
      { id: 3, name: "Shop", version: "v2", url: null, deployed_at: "2026-01-31T11:00:00Z" },
    ] as never,
  });
  expect(marks.map(({ title, from, to }) => [title, from - range.from, to - range.from])).toEqual([
    ["APP-1", 0, 7_200_000],
    ["Shop v2", 3_600_000, 3_600_000],
  ]);
});
