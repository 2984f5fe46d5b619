import { expect, test } from "vitest";
import { listOf, listOrNull } from "./listed-text";

test("reads items between commas, spaces, and line breaks, each once", () => {
  expect(listOf(" a, b\nc,,a ")).toEqual(["a", "b", "c"]);
  expect(listOrNull(" , ")).toBeNull();
  expect(listOrNull("192.0.2.0/24")).toEqual(["192.0.2.0/24"]);
});
