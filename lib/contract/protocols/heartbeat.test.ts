import { expect, test } from "vitest";
import { HeartbeatRequest } from "./heartbeat";

const problemsOf = (request: object) =>
  HeartbeatRequest.safeParse(request).error?.issues.map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  ) ?? [];

test("a heartbeat without settings expects a signal a day, with an hour of grace", () => {
  expect(HeartbeatRequest.parse({})).toMatchObject({
    schedule: "period",
    period: 86_400,
    grace: 3600,
    token: null,
  });
});

test("a wrong expression is rejected with its position, and only where it's used", () => {
  expect(problemsOf({ schedule: "cron", expression: "0 24 * * *" })).toEqual([
    'expression: request.expression must be a cron expression such as 0 3 * * *; the hour must be from 0 to 23 at character 3, got "0 24 * * *".',
  ]);
  expect(problemsOf({ schedule: "on_calendar" })).toHaveLength(1);
  expect(problemsOf({ schedule: "period", expression: "0 24 * * *" })).toEqual([]);
});

test("the longest run must exceed the shortest", () => {
  expect(problemsOf({ run_min: 60, run_max: 60 })).toHaveLength(1);
  expect(problemsOf({ run_min: 60, run_max: 61 })).toEqual([]);
});
