import { expect, test } from "vitest";
import { readRange, reportCsv, reportMeta } from "./report-range";

test("quotes CSV cells where needed and neutralizes formulas", () => {
  const row = {
    name: '=cmd("x"), y',
    availability: 99.99,
    coverage: null,
    downtime: 3,
    incident_count: 1,
    mttr: null,
    mtbf: 5,
  };
  expect(reportCsv([row]).split("\r\n")[1]).toBe(`"'=cmd(""x""), y",99.99,,3,1,,5`);
});
test("an unknown range falls back to 30 days", () => {
  expect(readRange("2")).toBe("30");
  expect(readRange("90")).toBe("90");
});
test("tells which of all monitors a page shows", () => {
  expect(reportMeta(30, 130, 2)).toEqual({ current_page: 2, from: 101, to: 130, total: 130 });
  expect(reportMeta(0, 0, 1)).toMatchObject({ from: null, to: null });
});
