import { expect, test } from "vitest";
import type { MaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { localInput } from "@/lib/presenters/core/moment-input";
import { localEnd, minutesUntil, ruleOf, type WindowDraft, windowBody, windowDraftOf } from "./window-draft";

const draft: WindowDraft = {
  title: "Upgrade",
  description: " ",
  monitoring_mode: "pause",
  starts: "",
  minutes: 30,
  monitors: [1],
  status_pages: [],
  tags: "",
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

const stored = {
  title: "Upgrade",
  description: null,
  monitoring_mode: "mute",
  starts_at: "2026-03-10T01:00:00Z",
  ends_at: "2026-03-12T13:00:00Z",
  monitors: [1, 2],
  status_pages: [3],
  tags: ["team:web"],
  recurrence: "FREQ=WEEKLY;BYDAY=TU",
  time_zone: "Europe/Berlin",
} as MaintenanceWindow;

test.each([
  ["a repeating window of 60 hours", {}],
  ["a rule of its own", { recurrence: "FREQ=YEARLY;BYMONTH=3;BYDAY=2TU" }],
  ["a window that doesn't repeat", { recurrence: null, time_zone: null, description: "Read-only" }],
])("sends %s back unchanged", (_, change) => {
  const window = { ...stored, ...change };
  const { title, description, monitoring_mode, starts_at, ends_at, monitors, status_pages, tags } = window;
  const body = windowBody(windowDraftOf(window, "America/New_York"), new Date());
  expect(body).toEqual({
    title,
    description,
    monitoring_mode,
    starts_at,
    ends_at,
    monitors,
    status_pages,
    tags,
    recurrence: window.recurrence,
    time_zone: window.time_zone,
  });
});

test("ends at any time after the start, even across a clock change", () => {
  const spring = { ...draft, starts: "2026-03-28T22:00", minutes: 720 };
  expect(localEnd(spring)).toBe("2026-03-29T11:00");
  expect(minutesUntil(spring, "2026-03-29T11:00")).toBe(720);
  expect(minutesUntil(spring, "2026-03-28T22:00")).toBeNull();
  expect(minutesUntil(spring, "")).toBeNull();
});
