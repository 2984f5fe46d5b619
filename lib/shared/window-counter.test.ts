import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WindowCounter } from "./window-counter";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => vi.useRealTimers());

test("counts each key in its own window and starts a new one when it ends", () => {
  const counter = new WindowCounter(1000, 10);
  counter.count("a");
  counter.count("a");
  vi.advanceTimersByTime(400);
  counter.count("b");
  expect(counter.read("a")).toEqual({ used: 2, leftMs: 600 });
  counter.forgive("a");
  expect(counter.read("a").used).toBe(1);
  vi.advanceTimersByTime(600);
  expect(counter.read("a")).toEqual({ used: 0, leftMs: 1000 });
  expect(counter.read("b").used).toBe(1);
});

test("drops the window that ends first when there are too many keys", () => {
  const counter = new WindowCounter(1000, 3);
  for (const key of ["a", "b", "c", "a", "d"]) counter.count(key);
  expect(["a", "b", "c", "d"].map((key) => counter.read(key).used)).toEqual([0, 1, 1, 1]);
});
