import { expect, test } from "vitest";
import { whyUnnotified } from "./unnotified";

test("says why an incident notified no one, and nothing while someone may still be notified", () => {
  const muted = { status: "muted", reason: "The integration is paused." };
  expect(whyUnnotified(false, [], null)).toBeNull();
  expect(whyUnnotified(true, [], null)).toBe("No alert rule matched it.");
  expect(whyUnnotified(true, [muted, muted], null)).toBe("The integration is paused.");
  expect(whyUnnotified(true, [muted, { status: "rate_limited", reason: null }], null)).toBe(
    "The integration is paused. The notification is rate limited.",
  );
  expect(whyUnnotified(true, [muted, { status: "pending", reason: null }], null)).toBeNull();
  expect(whyUnnotified(true, [{ status: "delivered", reason: null }], null)).toBeNull();
});

test("distinguishes a missing alert rule from rules that didn't match, and gives the reason for each", () => {
  const none = { total: 0, type: 0, monitors: 0, tags: 0 };
  expect(whyUnnotified(true, [], none)).toBe("No alert rule was set up for new incidents.");
  expect(whyUnnotified(true, [], { ...none, total: 1, tags: 1 })).toBe(
    "The only alert rule for new incidents didn't match: 1 is limited to other tags.",
  );
  expect(whyUnnotified(true, [], { total: 4, type: 1, monitors: 1, tags: 2 })).toBe(
    "None of the 4 alert rules for new incidents matched: 1 is for the other type of incident, 1 is limited to other monitors, and 2 are limited to other tags.",
  );
});
