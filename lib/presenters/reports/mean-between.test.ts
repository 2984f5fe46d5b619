import { expect, test } from "vitest";
import { meanBetween } from "./mean-between";

test("never shows a mean time between failures longer than the observed time", () => {
  const month = 30 * 86_400;
  expect(meanBetween(month - 600, 120)).toBe("–");
  expect(meanBetween(month / 2, month)).toBe("15 d");
  expect(meanBetween(null, month)).toBe("–");
});
