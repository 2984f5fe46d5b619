import { expect, test } from "vitest";
import { chartRows, chartTicks } from "./series-chart";

const point = (at: string, p50: number | null, down = 0) => ({
  at,
  up: 1,
  down,
  inconclusive: 0,
  p50,
  p95: p50,
});

test("an hour without checks breaks the line, since it is neither good nor bad", () => {
  const points = [
    point("2026-01-31T10:00:00Z", 40),
    point("2026-01-31T10:01:00Z", 41),
    point("2026-01-31T11:01:00Z", 42),
  ];
  const rows = chartRows({
    from: "2026-01-31T10:00:00Z",
    to: "2026-01-31T12:00:00Z",
    step_seconds: 60,
    source: "results",
    regions: [{ region: "eu-deu-fra", points, p50: 41, p75: 41, p95: 42, p99: 42 }],
  });
  expect(
    rows.map((row) => [new Date(row.at).toISOString().slice(11, 16), row["eu-deu-fra"], row.down]),
  ).toEqual([
    ["10:00", 40, 0],
    ["10:01", 41, 0],
    ["10:02", undefined, 0],
    ["11:01", 42, 0],
  ]);
});

test("counts inconclusive checks separately from failures", () => {
  const at = "2026-01-31T10:00:00Z";
  const points = [{ at, up: 0, down: 0, inconclusive: 2, p50: null, p95: null }];
  const rows = chartRows({
    from: at,
    to: "2026-01-31T12:00:00Z",
    step_seconds: 60,
    source: "results",
    regions: [{ region: "eu-nld-ams", points, p50: null, p75: null, p95: null, p99: null }],
  });
  expect(rows).toEqual([{ at: Date.parse(at), down: 0, inconclusive: 2, "eu-nld-ams": null }]);
});

test("ticks are round local times and round values, of all regions", () => {
  const from = Date.parse("2026-11-21T20:12:00Z");
  const rows = [{ at: from, down: 0, inconclusive: 0, "eu-deu-fra": 148, "as-sgp-sin": 345 }];
  const window = { from, to: from + 86_400_000 };
  const { times, values } = chartTicks(rows, ["eu-deu-fra", "as-sgp-sin"], window, "UTC");
  expect(times.map((at) => new Date(at).toISOString().slice(11, 16))).toEqual([
    "00:00",
    "06:00",
    "12:00",
    "18:00",
  ]);
  expect(values).toEqual([0, 100, 200, 300, 400]);
});
