import { expect, test } from "vitest";
import { draftPostMortem } from "./post-mortem";

test("a post-mortem draft contains impact, failure type, timeline, and recovery", () => {
  const at = (time: string) => new Date(`2026-03-10T${time}Z`);
  const text = draftPostMortem({
    title: "Shop is down: connection refused",
    monitors: ["Shop"],
    cause: "connect",
    incidentAt: at("03:12:40"),
    recoveryAt: at("03:31:10"),
    regions: ["eu-deu-fra", "na-usa-iad"],
    timeline: [
      { at: at("03:12:40"), kind: "opened", reason: "2 of 2 regions failed 3 consecutive checks" },
      { at: at("03:31:10"), kind: "recovered", reason: "3 consecutive checks from Frankfurt passed" },
    ],
  });
  expect(text).toContain(
    "1 monitor (Shop) down for 19 minutes, seen from 2 regions (eu-deu-fra, na-usa-iad)",
  );
  expect(text).toContain("did not accept connections");
  expect(text).toContain("- 03:12:40 2 of 2 regions failed 3 consecutive checks");
  expect(text).toMatch(/Recovery:\*\* 3 consecutive checks from Frankfurt/);
});
