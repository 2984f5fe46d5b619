import { expect, test } from "vitest";
import { percentText, responseTimeText, windowText } from "./format";

const NOW = new Date("2026-11-21T06:20:00Z");
const over = (since: string, timeZone = "UTC") =>
  windowText("100%", new Date(since), { settings: { timeframe: 90, timeZone, language: "en" }, now: NOW });

test("never rounds availability up", () => {
  expect([100, 99.9999, 99.95, 0, null].map((value) => percentText(value, "en"))).toEqual([
    "100%",
    "99.99%",
    "99.95%",
    "0.00%",
    "No data",
  ]);
});

test("shows response times without false precision", () => {
  expect([0, 82, 1240].map((ms) => responseTimeText(ms, "en"))).toEqual(["under 1 ms", "82 ms", "1.24 s"]);
});

test("names the window of a percentage, or since when a younger monitor has been watched", () => {
  expect(over("2025-01-01T00:00:00Z")).toBe("100% over 90 days");
  expect(over("2026-08-24T23:59:00Z")).toBe("100% over 90 days");
  expect(over("2026-08-25T00:00:00Z")).toBe("100% since Aug 25");
  expect(over("2026-11-11T23:00:00Z", "Asia/Kolkata")).toBe("100% since Nov 12");
});
