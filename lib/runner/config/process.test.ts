import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { RUNNER_NODE_OPTIONS } from "./process";

it("starts a separate runner with the same Node options as the built-in one", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { runner: string } };
  expect(scripts.runner).toBe(`exec node ${RUNNER_NODE_OPTIONS.join(" ")} scripts/runner.mjs`);
});
