import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROGRAM_VERSION } from "./version";

test("the version that runners report is the package's", () => {
  expect(PROGRAM_VERSION).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
});
