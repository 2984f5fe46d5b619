import { expect, test } from "vitest";
import { content, generatedIn } from "./generated";
import { recompute } from "./recompute";
import type { StoredResult } from "./stored";
import { compareResults, compareSilence, compareTransitions } from "./verdict";

const REGION = "na-usa-iad";
const START_MS = Date.UTC(2026, 0, 1);
const at = (seconds: number) => START_MS + seconds * 1000;

function stored(seconds: number, outcome: string, arrived = seconds): StoredResult {
  const slot = at(seconds);
  const iso = new Date(slot).toISOString();
  const times = { scheduledAt: iso, startedAt: iso, slot, startedMs: slot, committedUs: at(arrived) * 1000 };
  return { monitor: 1, region: REGION, outcome, error: null, ...times };
}
const rules = { incidentConfirmations: 1, recoveryConfirmations: 1, regionThreshold: 1 };
const monitor = { id: 1, regions: [REGION], intervalMs: 30_000, timeoutMs: 5000, rules };

test("reports a lost, a duplicated, an invented and a changed result", () => {
  const made = [stored(0, "up"), stored(30, "down"), stored(60, "up")];
  expect(compareResults(made, made).differences).toEqual([]);
  const kept = [stored(30, "down"), stored(30, "down"), stored(60, "down"), stored(90, "up")];
  expect(compareResults(made, kept).differences.map((each) => each.split(":")[0])).toEqual([
    "stored twice",
    "created, not stored",
    "stored differently",
    "stored, not created",
  ]);
});

test("treats a check that two runners ran as one, with either result stored", () => {
  const [one, other] = [stored(0, "up"), stored(0, "down")];
  expect(compareResults([one, other], [other])).toMatchObject({ made: 1, madeTwice: 1, differences: [] });
});

test("reports a missing or shifted transition with both sides", () => {
  const results = [stored(0, "up"), stored(30, "down"), stored(60, "up")];
  const right = [
    { kind: "opened", at: at(30) },
    { kind: "recovered", at: at(60) },
  ] as const;
  const compare = (held: { kind: "opened" | "recovered"; at: number }[]) =>
    compareTransitions([monitor], results, [], new Map([[1, held]])).differences.length;
  expect(compare([...right])).toBe(0);
  expect(compare([right[0]])).toBe(1);
  expect(compare([right[0], { kind: "recovered", at: at(60) + 1 }])).toBe(1);
});

test("counts results in the order they were committed, so that a late older one changes nothing", () => {
  const learned = [stored(0, "up"), stored(60, "up"), stored(30, "down", 61)].map((result) => ({
    kind: "result" as const,
    committedUs: result.committedUs,
    result: {
      region: REGION,
      slot: result.slot,
      startedAt: result.slot,
      outcome: "up" as const,
      error: null,
    },
  }));
  expect(recompute(learned, [REGION], rules)).toEqual([]);
});

test("reports silence too early and missing silence", () => {
  const mark = (seconds: number) => ({
    monitor: 1,
    event: { kind: "silent" as const, region: REGION, committedUs: at(seconds) * 1000 },
  });
  const results = [stored(0, "up"), stored(600, "up")];
  expect(compareSilence([monitor], results, [mark(100)])).toEqual([]);
  expect(compareSilence([monitor], results, [mark(90)])).toHaveLength(1);
  expect(compareSilence([monitor], results, [])).toHaveLength(1);
});

test("reads results from a runner's log and ignores other lines", () => {
  const said = { monitor: 3, region: REGION, scheduled_at: "a", started_at: "b", outcome: "up" };
  const lines = [
    `{"message":"runner started"}`,
    "not JSON",
    JSON.stringify({ message: "result created", ...said }),
  ];
  const [result, ...more] = generatedIn(lines.join("\n"));
  expect(more).toEqual([]);
  expect(result && content(result)).toBe("b up");
});
