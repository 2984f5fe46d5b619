import { expect, it } from "vitest";
import { Counts } from "./counts";

it("counts each key, and how many are in use", () => {
  const counts = new Counts<string>();
  counts.add("a");
  counts.add("a");
  counts.add("b");
  expect([counts.of("a"), counts.of("b"), counts.of("c"), counts.busy]).toEqual([2, 1, 0, 2]);
  counts.takeAway("a");
  counts.takeAway("b");
  counts.takeAway("b");
  counts.takeAway("c");
  expect([counts.of("a"), counts.of("b"), counts.busy]).toEqual([1, 0, 1]);
});

it("forgets keys that are long unused, and none in use", () => {
  const counts = new Counts<number>();
  for (let key = 0; key < 100_000; key += 1) {
    counts.add(key);
    if (key % 10_000 !== 0) counts.takeAway(key);
  }
  expect(counts.busy).toBe(10);
  expect(counts.kept).toBeLessThanOrEqual(10_021);
  for (let key = 0; key < 100_000; key += 10_000) expect(counts.of(key)).toBe(1);
});
