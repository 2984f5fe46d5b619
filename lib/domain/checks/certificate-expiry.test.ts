import { expect, test } from "vitest";
import { DAY_MS } from "@/lib/shared/durations";
import { expiryOf } from "./certificate-expiry";

const NOW = new Date("2026-03-01T12:00:00Z");
const after = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

test.each([
  [30, 14, "valid", 30],
  [14.01, 14, "valid", 15],
  [14, 14, "expiring", 14],
  [4.2, 14, "expiring", 5],
  [0.001, 14, "expiring", 1],
  [0, 14, "expired", 0],
  [-3.5, 14, "expired", -3],
  [4.2, null, "valid", 5],
  [-1, null, "expired", -1],
] as const)("%d days left with a rule at %s days: %s", (days, warnedDays, state, left) => {
  const expiry = expiryOf(after(days), warnedDays, NOW);
  expect([expiry.state, expiry.daysLeft + 0]).toEqual([state, left]);
});

test("the reason names the rule's days, or that no rule exists", () => {
  expect(expiryOf(after(9), 14, NOW).reason).toBe("An alert rule warns 14 days before it expires.");
  expect(expiryOf(after(9), 1, NOW).reason).toBe("An alert rule warns 1 day before it expires.");
  expect(expiryOf(after(9), null, NOW).reason).toBe("No alert rule warns before it expires.");
});
