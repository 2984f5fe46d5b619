import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SERVER_NODE_OPTIONS } from "./server-options";

test("npm start and the container image start the server with the same options", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(scripts.start).toBe(`exec node ${SERVER_NODE_OPTIONS.join(" ")} scripts/start.mjs`);
  const entry = ["node", ...SERVER_NODE_OPTIONS, "/app/scripts/vedette.mjs"].map((part) =>
    JSON.stringify(part),
  );
  expect(readFileSync("deploy/Dockerfile", "utf8")).toContain(`ENTRYPOINT [${entry.join(", ")}]`);
});
