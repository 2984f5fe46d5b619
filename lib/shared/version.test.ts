import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROGRAM_VERSION } from "./version";

test("reports the version of package.json", () => {
  expect(PROGRAM_VERSION).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
});
