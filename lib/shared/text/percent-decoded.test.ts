import { expect, test } from "vitest";
import { percentDecoded } from "./percent-decoded";

test.each([
  ["p%40ss", "p@ss"],
  ["gr%C3%BC%C3%9Fe", "grüße"],
  ["100%", "100%"],
  ["50%zz%2", "50%zz%2"],
  ["%E4%41", "%E4%41"],
])("%s: decodes valid parts and never throws", (text, decoded) => {
  expect(percentDecoded(text)).toBe(decoded);
});
