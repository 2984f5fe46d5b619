import { expect, test } from "vitest";
import { BALLAST_BYTES, CALM_BYTES, FULL_BYTES, stepDisk } from "./disk-ballast";

test.each([
  ["plenty, first start", { freeBytes: CALM_BYTES, ballast: false, full: false }, "make", false],
  ["plenty, ballast stands", { freeBytes: CALM_BYTES, ballast: true, full: false }, "keep", false],
  ["a small disk never gets one", { freeBytes: CALM_BYTES - 1, ballast: false, full: false }, "keep", false],
  ["filling up", { freeBytes: FULL_BYTES - 1, ballast: true, full: false }, "drop", true],
  ["full without ballast", { freeBytes: 0, ballast: false, full: true }, "keep", true],
  [
    "what the ballast gave is no reason to be calm",
    { freeBytes: FULL_BYTES - 1 + BALLAST_BYTES, ballast: false, full: true },
    "keep",
    true,
  ],
  ["room again", { freeBytes: CALM_BYTES, ballast: false, full: true }, "make", false],
])("%s", (_, sight, ballast, full) => {
  expect(stepDisk(sight)).toEqual({ ballast, full });
});

test("dropping the ballast can not make the disk calm: it would be made again at once, for ever", () => {
  for (let freeBytes = 0; freeBytes < FULL_BYTES; freeBytes += 1024 * 1024) {
    const dropped = stepDisk({ freeBytes, ballast: true, full: false });
    const next = stepDisk({ freeBytes: freeBytes + BALLAST_BYTES, ballast: false, full: dropped.full });
    expect(next).toEqual({ full: true, ballast: "keep" });
  }
});
