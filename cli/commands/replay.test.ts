import { expect, test } from "vitest";
import { otherSettings } from "./replay";

const PRESENT = { consecutiveFailures: 3, consecutiveSuccesses: 3, regionsRequired: 1, intervalSeconds: 60 };
const asked = (options: object) => otherSettings(PRESENT, { days: "7", ...options }, 2);

test("uses the monitor's settings for options that are left out", () => {
  expect(asked({ confirmations: "1", threshold: "2", interval: "120" })).toEqual({
    ...PRESENT,
    consecutiveFailures: 1,
    regionsRequired: 2,
    intervalSeconds: 120,
  });
});

test.each([
  ["--confirmations", { confirmations: "6" }],
  ["--confirmations", { confirmations: "0" }],
  ["--recovery", { recovery: "x" }],
  ["--threshold", { threshold: "3" }],
  ["--interval", { interval: "90" }],
])("refuses a setting that no monitor can have: %s %j", (option, options) => {
  expect(() => asked(options)).toThrow(option);
});
