import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { RUNNER_NODE_OPTIONS } from "./node-options";

it("a runner that somebody starts has the same options as the one that the server starts", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { runner: string } };
  expect(scripts.runner).toBe(`exec node ${RUNNER_NODE_OPTIONS.join(" ")} scripts/runner.mjs`);
});
