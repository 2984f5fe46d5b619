import { expect, test } from "vitest";
import { readiness } from "@/lib/testing/screen/records";
import { healthParts, sizeText } from "./health";

test("lists the parts with a problem first, and leaves out a shutdown", () => {
  const ready = readiness({ disk: { ok: false, message: "The disk is full." } });
  const parts = healthParts(ready, undefined);
  expect(parts[0]).toMatchObject({ name: "Disk", problem: "The disk is full." });
  expect(parts).toHaveLength(Object.keys(ready.checks).length - 1);
});

test("sizes have three digits at most, below a terabyte", () => {
  expect([sizeText(12_345_678), sizeText(3_440_000_000)]).toEqual(["12 MiB", "3.2 GiB"]);
});
