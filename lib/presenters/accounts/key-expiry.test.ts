import { expect, test } from "vitest";
import { keyExpiry } from "./key-expiry";

test("calls the expiry of a key near 14 days ahead, and expired from that moment on", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  expect(keyExpiry(null, now)).toBe("never");
  expect(keyExpiry("2026-03-15T12:00:01Z", now)).toBe("later");
  expect(keyExpiry("2026-03-15T12:00:00Z", now)).toBe("near");
  expect(keyExpiry("2026-03-01T12:00:00Z", now)).toBe("expired");
});
