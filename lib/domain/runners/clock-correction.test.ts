import { expect, test } from "vitest";
import { clockCorrection } from "./clock-correction";

test("a clock is moved only as far as an answer proves, so a slow network makes no clock wrong", () => {
  const at = 1_000_000;
  expect(clockCorrection(at + 10, { saidMs: at, tookMs: 20 }, 50)).toBe(0);
  expect(clockCorrection(at + 8000, { saidMs: at, tookMs: 9000 }, 50)).toBe(0);
  expect(clockCorrection(at - 40, { saidMs: at, tookMs: 20 }, 50)).toBe(0);
  expect(clockCorrection(at + 30_010, { saidMs: at, tookMs: 20 }, 50)).toBe(-30_000);
  expect(clockCorrection(at - 3600_000, { saidMs: at, tookMs: 20 }, 50)).toBe(3600_010);
});
