import { expect, test } from "vitest";
import { cutText } from "./thumbnail";

test("cuts a text to its width, of which Chinese characters take twice as much", () => {
  expect(cutText("Checkout", 8)).toBe("Checkout");
  expect(cutText("Check out now", 6)).toBe("Check…");
  expect(cutText("支付网关", 8)).toBe("支付网关");
  expect(cutText("支付网关与", 8)).toBe("支付网关…");
});

test("never cuts a character in half", () => {
  expect(cutText("🚀🚀🚀", 4)).toBe("🚀🚀…");
});
