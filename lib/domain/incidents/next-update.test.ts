import { expect, test } from "vitest";
import { expectedUpdateAt, nextUpdateProblem } from "./next-update";

const PUBLISHED = new Date("2026-03-01T10:00:00Z");
const AT = new Date("2026-03-01T10:30:00Z");

test("expects the update that the latest one promised, until the incident has recovered", () => {
  const latest = { state: "identified", nextUpdateAt: AT };
  expect(expectedUpdateAt("ongoing", latest)).toBe(AT);
  expect(expectedUpdateAt("recovering", latest)).toBe(AT);
  expect(expectedUpdateAt("recovered", latest)).toBeNull();
  expect(expectedUpdateAt("ongoing", { ...latest, state: "resolved" })).toBeNull();
  expect(expectedUpdateAt("ongoing", null)).toBeNull();
});

test("accepts a promise of up to seven days", () => {
  expect(nextUpdateProblem(AT, PUBLISHED)).toBeNull();
  expect(nextUpdateProblem(null, PUBLISHED)).toBeNull();
  expect(nextUpdateProblem(new Date("2026-03-08T10:00:00Z"), PUBLISHED)).toBeNull();
  expect(nextUpdateProblem(PUBLISHED, PUBLISHED)).toBeNull();
  for (const wrong of ["2026-03-01T09:59:59Z", "2026-02-28T10:00:00Z", "2026-03-08T10:00:01Z"])
    expect(nextUpdateProblem(new Date(wrong), PUBLISHED)).toContain(`got ${wrong}.`);
});
