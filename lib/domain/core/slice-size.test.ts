import fc from "fast-check";
import { expect, test } from "vitest";
import { FIRST_SLICE_IDS, nextSliceIds } from "./slice-size";

test("a slice soon takes no longer than half a second, whatever an ID costs", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 400, noNaN: true }), (msPerId) => {
      let ids = FIRST_SLICE_IDS;
      for (let slice = 0; slice < 20; slice += 1) ids = nextSliceIds(ids, ids * msPerId);
      expect(ids * msPerId).toBeLessThanOrEqual(500);
      expect(ids).toBeGreaterThanOrEqual(1);
    }),
    { examples: [[260]] },
  );
});

test("an expensive range after a cheap one takes one slice to adapt", () => {
  const ids = nextSliceIds(10_000, 40_000);
  expect(ids).toBe(100);
});
