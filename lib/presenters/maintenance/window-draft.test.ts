import { expect, test } from "vitest";
import { localInput } from "@/lib/presenters/core/moment-input";
import { ruleOf, type WindowDraft, windowBody } from "./window-draft";

const draft: WindowDraft = {
  title: "Upgrade",
  description: " ",
  monitoring_mode: "pause",
  starts: "",
  minutes: 30,
  monitors: [1],
  status_pages: [],
  repeat: "none",
  rule: "",
  time_zone: "Europe/Berlin",
};

test("an empty start is the current minute, and the end follows from the duration", () => {
  const body = windowBody(draft, new Date("2026-02-01T22:00:41Z"));
  expect(body).toMatchObject({
    starts_at: "2026-02-01T22:00:00Z",
    ends_at: "2026-02-01T22:30:00Z",
    description: null,
    recurrence: null,
    time_zone: null,
  });
});

test("keeps the moment when a local time is typed back, in summer and in winter", () => {
  for (const at of [new Date("2026-07-01T10:15:00Z"), new Date("2026-12-01T10:15:00Z")]) {
    const starts = localInput(at, draft.time_zone);
    expect(windowBody({ ...draft, starts }, at).starts_at).toBe(at.toISOString().replace(".000Z", "Z"));
  }
});

test.each([
  ["daily", "FREQ=DAILY"],
  ["weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
  ["weekly", "FREQ=WEEKLY;BYDAY=TU"],
  ["fortnightly", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"],
  ["monthly", "FREQ=MONTHLY;BYDAY=2TU"],
  ["monthly_day", "FREQ=MONTHLY;BYMONTHDAY=10"],
  ["custom", "FREQ=YEARLY"],
] as const)("%s starting on Tuesday, March 10 is the rule %s", (repeat, rule) => {
  expect(ruleOf({ repeat, rule: " FREQ=YEARLY ", starts: "2026-03-10T02:00" })).toBe(rule);
});
