import { expect, test } from "vitest";
import { healthMessage } from "./health-message";

test.each([
  [
    "the runner failed its network self-check: 0 of 3 connectivity checks answered over IPv4",
    "failed its network self-check",
    /inconclusive/,
  ],
  ["the runner failed its DNS self-check: they don't respond", "failed its DNS self-check", /inconclusive/],
  ["the runner was overloaded: its event loop lagged 900 ms", "is overloaded", /inconclusive/],
  [
    "the runner failed its self-check: a probe that is always up was down",
    "failed its self-check",
    /can't be trusted/,
  ],
])("%s", (reason, part, what) => {
  const { title, lines, facts } = healthMessage({ kind: "self-check", name: "fra-1", reason });
  expect(title).toBe(`Runner fra-1 ${part}`);
  expect(lines.join()).toMatch(what);
  expect(facts).toContainEqual({ label: "Reason", value: reason });
});
