import { expect, test } from "vitest";
import { pageFixture } from "@/lib/testing/pages/page-fixture";
import { shareImage } from "./share-image";

const DOWN = { monitors: 12, past: 6, open: true, grouped: false };

test("names the affected components and the start, with the worst state of each recent day", () => {
  const image = shareImage(pageFixture(DOWN));
  expect(image.since).toBe("Checkout Frankfurt since 05:42 UTC");
  expect(image.days).toHaveLength(45);
  expect(image.days.at(-1)).toBe(image.color);
});

test("says nothing of a start without an outage, or in letters that its font lacks", () => {
  expect(shareImage(pageFixture({ ...DOWN, open: false })).since).toBe("");
  expect(shareImage(pageFixture({ ...DOWN, settings: { language: "ja" } })).since).toBe("");
});
