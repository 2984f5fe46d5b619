import { expect, test } from "vitest";
import { readRange, reportCsv } from "./report-range";

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
