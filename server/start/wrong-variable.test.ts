import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { program } from "@/lib/testing/program";

test("a wrong variable stops the server with the rule it breaks, and nothing else", () => {
  const env = { ...process.env, RETENTION_DAYS: "0", PORT: "0", DATABASE_URL: "" };
  const { status, stderr } = spawnSync(process.execPath, [program("server.ts")], { env, encoding: "utf8" });
  expect(stderr).toBe(
    "Wrong environment variables:\n  RETENTION_DAYS: must be a whole number from 1 to 90; got 0\n",
  );
  expect(status).toBe(1);
});
