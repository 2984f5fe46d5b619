import { expect, test } from "vitest";
import { healthMessage } from "./health-message";

test.each([
  [
    "the runner doubts its own network: 0 of 3 anchors answer over IPv4",
    "failed its network self-check",
    /inconclusive/,
  ],
  ["the runner doubts its own name servers: none resolves now", "failed its DNS self-check", /inconclusive/],
  ["the runner was overloaded: its event loop lagged 900 ms", "is overloaded", /inconclusive/],
  [
    "the runner misjudges its canaries: one that is always up was found down",
    "failed its self-check",
    /can't be trusted/,
  ],
])("%s", (reason, part, what) => {
  const { title, lines, facts } = healthMessage({ kind: "doubt", name: "fra-1", reason });
  expect(title).toBe(`Runner fra-1 ${part}`);
  expect(lines.join()).toMatch(what);
  expect(facts).toContainEqual({ label: "Reason", value: reason });
});
