import { expect, test } from "vitest";
import { expiryWords } from "./certificate-expiry";

const NOW = new Date("2026-03-01T12:00:00Z");

test.each([
  ["2026-03-10T11:00:00Z", "valid", "in 9 days"],
  ["2026-03-06T12:00:00Z", "expiring", "in 5 days"],
  ["2026-03-01T12:00:01Z", "expiring", "in 1 day"],
  ["2026-03-01T12:00:00Z", "expired", "expired today"],
  ["2026-02-28T13:00:00Z", "expired", "expired today"],
  ["2026-02-28T11:00:00Z", "expired", "expired 1 day ago"],
  ["2026-02-26T11:00:00Z", "expired", "expired 3 days ago"],
])("a certificate valid until %s with a warning 5 days ahead is %s: %s", (notAfter, state, text) => {
  expect(expiryWords(notAfter, 5, NOW)).toMatchObject({ state, text });
});
