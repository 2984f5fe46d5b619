import { expect, test } from "vitest";
import { lastMonth, readReportView, reportAddress, reportCsv, reportInput, reportMeta } from "./report-range";

const read = (search: string) => readReportView(new URLSearchParams(search));

test("quotes CSV cells where needed and neutralizes formulas", () => {
  const row = {
    name: '=cmd("x"), y',
    availability: 99.99,
    coverage: null,
    downtime: 3,
    incident_count: 1,
    mttr: null,
    mtbf: 5,
    response_time: { p50: 40, p95: 80.5, p99: null },
  };
  expect(reportCsv([row]).split("\r\n")[1]).toBe(`"'=cmd(""x""), y",99.99,,3,1,,5,40,80.5,`);
});

test("the CSV leaves a figure empty that isn't known", () => {
  const times = { p50: null, p95: null, p99: null };
  const row = {
    name: "x",
    availability: null,
    coverage: 0,
    downtime: 0,
    incident_count: 0,
    mttr: null,
    mtbf: null,
  };
  expect(reportCsv([{ ...row, response_time: times }]).split("\r\n")[1]).toBe("x,,0,0,0,,,,,");
});

test("invalid parameters fall back to 30 days of all monitors", () => {
  const fallback = { range: "30", dates: null, tag: "", sort: "availability", page: 1 };
  for (const search of [
    "",
    "days=2",
    "sort=color",
    "from=2026-02-01",
    "from=2026-02-02&to=2026-02-01",
    "from=2020-01-01&to=2026-01-01",
  ])
    expect(read(search)).toEqual(fallback);
  expect(read("tag=Not%20a%20tag&from=2026-13-01&to=2026-02-01")).toEqual(fallback);
});

test("last month is the whole calendar month before, in UTC", () => {
  expect(lastMonth(new Date("2026-03-31T23:59:59Z"))).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(lastMonth(new Date("2027-01-01T00:00:00Z"))).toEqual({ from: "2026-12-01", to: "2026-12-31" });
});

test("a link restores range, dates, tag, order and page", () => {
  for (const address of [
    "/reports",
    "/reports?days=90&tag=team%3Aweb&sort=-downtime&page=2",
    "/reports?from=2026-02-01&to=2026-02-28",
  ])
    expect(reportAddress(read(address.split("?")[1] ?? ""))).toBe(address);
});

test("chosen dates include the whole last day", () => {
  const { query } = reportInput(read("from=2026-02-01&to=2026-02-28&tag=web"));
  expect(query).toMatchObject({
    from: "2026-02-01T00:00:00.000Z",
    to: "2026-03-01T00:00:00.000Z",
    tag: ["web"],
  });
});

test("tells which of all monitors a page shows", () => {
  expect(reportMeta(30, 80, 2)).toEqual({ current_page: 2, from: 51, to: 80, total: 80 });
  expect(reportMeta(0, 0, 1)).toMatchObject({ from: null, to: null });
});
