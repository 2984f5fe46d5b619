import { expect, test } from "vitest";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { groupsByTag, responseTrend } from "./last-day";

const hours = (...values: (number | null)[]) => values.map((p50) => ({ p50 }));
const day = (before: number | null, recent: number | null) =>
  hours(...Array<number | null>(18).fill(before), ...Array<number | null>(6).fill(recent));

test("groups monitors by their first tag, those without a tag last", () => {
  const monitor = (name: string, ...tags: string[]) =>
    ({ name, tags: tags.length > 0 ? tags : null }) as Monitor;
  const groups = groupsByTag([
    monitor("Blog"),
    monitor("API", "platform", "public"),
    monitor("Shop", "content"),
    monitor("Queue", "platform"),
  ]);
  expect(groups.map(({ tag, monitors }) => [tag, monitors.map(({ name }) => name)])).toEqual([
    ["content", ["Shop"]],
    ["platform", ["API", "Queue"]],
    [null, ["Blog"]],
  ]);
});

test("says by how much the last 6 hours were slower or faster, if that is notable", () => {
  expect(responseTrend(day(100, 150))).toBe(50);
  expect(responseTrend(day(200, 100))).toBe(-50);
  expect(responseTrend(day(100, 105))).toBeNull();
});

test("needs a few hours on both sides to compare", () => {
  expect(responseTrend(day(null, 150))).toBeNull();
  expect(responseTrend(day(100, null))).toBeNull();
  expect(responseTrend([])).toBeNull();
  expect(responseTrend(hours(0, 0, 0, 5, 5, 5, 5, 5, 5))).toBeNull();
});
