import { expect, test } from "vitest";
import type { TimelineLine } from "./timeline";
import { foldRepeats } from "./timeline-repeats";

/** Returns decisions of these kinds, newest first, one per minute. */
const linesOf = (kinds: readonly string[]): TimelineLine[] =>
  kinds.map((of, at) => ({
    kind: "decision",
    of,
    key: `${of}-${at}`,
    at: new Date(Date.UTC(2026, 0, 1, 1) - at * 60_000).toISOString(),
    word: of,
    text: "",
    markdown: null,
    exchanges: [],
    checksHref: null,
  }));

const CYCLE = ["ongoing", "waiting_for_stable_recovery", "recovering"];
const shown = (kinds: readonly string[]) => foldRepeats(linesOf(kinds)).map(({ key }) => key);

test("folds a flapping monitor's lines into one, except the newest of each kind", () => {
  const folded = foldRepeats(linesOf([...CYCLE, ...CYCLE, ...CYCLE, "opened"]));
  expect(folded.map(({ kind }) => kind)).toEqual(["decision", "decision", "decision", "repeats", "decision"]);
  expect(folded[3]).toMatchObject({ failures: 2, at: "2026-01-01T00:57:00.000Z" });
  expect(folded[3]).toHaveProperty("lines.length", 6);
});

test("leaves a monitor alone that failed again once", () => {
  const kinds = [...CYCLE, ...CYCLE, "opened"];
  expect(shown(kinds)).toEqual(linesOf(kinds).map(({ key }) => key));
});

test("never folds across a person's entries", () => {
  const kinds = [...CYCLE, "acknowledged", ...CYCLE, "edited", ...CYCLE];
  expect(shown(kinds)).toEqual(linesOf(kinds).map(({ key }) => key));
});

test("keeps every line of any timeline, in order", () => {
  const kinds = [...CYCLE, ...CYCLE, ...CYCLE, "acknowledged", "ongoing", "recovered", "opened"];
  const lines = linesOf(kinds);
  const all = foldRepeats(lines).flatMap((each) => (each.kind === "repeats" ? each.lines : [each]));
  expect(all).toEqual(lines);
  expect(foldRepeats([])).toEqual([]);
});
