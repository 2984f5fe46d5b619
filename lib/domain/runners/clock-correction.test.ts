import { expect, test } from "vitest";
import { clockCorrection } from "./clock-correction";

test("corrects a clock only as far as a response proves, so a slow network causes no error", () => {
  const at = 1_000_000;
  expect(clockCorrection(at + 10, { saidMs: at, tookMs: 20 }, 50)).toBe(0);
  expect(clockCorrection(at + 8000, { saidMs: at, tookMs: 9000 }, 50)).toBe(0);
  expect(clockCorrection(at - 40, { saidMs: at, tookMs: 20 }, 50)).toBe(0);
  expect(clockCorrection(at + 30_010, { saidMs: at, tookMs: 20 }, 50)).toBe(-30_000);
  expect(clockCorrection(at - 3600_000, { saidMs: at, tookMs: 20 }, 50)).toBe(3600_010);
});
