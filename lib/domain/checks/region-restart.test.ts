import { expect, test } from "vitest";
import { restartCounts, restartFailure } from "./region-restart";
import type { RegionState } from "./region-state";

const FAILING: RegionState = {
  region: "eu-deu-fra",
  health: "failing",
  failures: 4,
  successes: 1,
  failingSince: 1000,
  healthySince: 5000,
  lastScheduledAt: 5000,
  lastStart: 5000,
  heardAt: 5000,
  error: { code: "timeout", message: "No answer within 10 s." },
  silent: false,
};
const COUNTING: RegionState = {
  ...FAILING,
  health: "healthy",
  failures: 2,
  successes: 0,
  healthySince: null,
};

test("a region that fails is unknown after a recovery by hand, and keeps its last result", () => {
  expect(restartFailure(FAILING)).toEqual({
    ...FAILING,
    health: "unknown",
    failures: 0,
    successes: 0,
    failingSince: null,
    healthySince: null,
    lastStart: null,
  });
});

test("a region that doesn't fail keeps its count after a recovery by hand", () => {
  expect(restartFailure(COUNTING)).toBe(COUNTING);
});

test("an edit drops unconfirmed failures", () => {
  expect(restartCounts(COUNTING, false)).toMatchObject({
    health: "healthy",
    failures: 0,
    failingSince: null,
    lastStart: null,
  });
});

test("an edit keeps the failure that an open incident rests on, but no success toward its recovery", () => {
  expect(restartCounts(FAILING, true)).toMatchObject({
    health: "failing",
    failures: 4,
    failingSince: 1000,
    successes: 0,
    healthySince: null,
  });
});

test("an edit drops the failure of a region that failed without an incident", () => {
  expect(restartCounts(FAILING, false)).toEqual(restartFailure(FAILING));
});
