import { expect, test } from "vitest";
import { whyUnnotified } from "./unnotified";

test("says why an incident notified no one, and nothing while someone may still be notified", () => {
  const muted = { status: "muted", reason: "The integration is paused." };
  expect(whyUnnotified(false, [])).toBeNull();
  expect(whyUnnotified(true, [])).toBe("No alert rule matched it.");
  expect(whyUnnotified(true, [muted, muted])).toBe("The integration is paused.");
  expect(whyUnnotified(true, [muted, { status: "rate_limited", reason: null }])).toBe(
    "The integration is paused. The notification is rate limited.",
  );
  expect(whyUnnotified(true, [muted, { status: "pending", reason: null }])).toBeNull();
  expect(whyUnnotified(true, [{ status: "delivered", reason: null }])).toBeNull();
});
