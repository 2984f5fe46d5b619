import { expect, test } from "vitest";
import { healthParts, sizeText } from "./health";

const OK = { ok: true, message: null };

test("lists the parts with a problem first, and leaves out a shutdown", () => {
  const checks = {
    database: OK,
    migrations: OK,
    runner: OK,
    regions: OK,
    checks: OK,
    clock: OK,
    notifications: OK,
    pages: OK,
    maintenance: OK,
    disk: { ok: false, message: "The disk is full." },
    shutdown: OK,
  };
  const parts = healthParts({ status: "degraded", checks }, undefined);
  expect(parts[0]).toMatchObject({ name: "Disk", problem: "The disk is full." });
  expect(parts).toHaveLength(Object.keys(checks).length - 1);
});

test("sizes have three digits at most, below a terabyte", () => {
  expect([sizeText(12_345_678), sizeText(3_440_000_000)]).toEqual(["12 MiB", "3.2 GiB"]);
});
