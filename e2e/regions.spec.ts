import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { expectFits } from "./support/look";
import { OWNED, signIn } from "./support/people";
import { PROGRAM_VARIABLES, programFile } from "./support/program";
import { type Stack, startStack } from "./support/stack";

// A user adds a runner: the command on the page starts a real one, which then serves its region; after kill -9 a banner warns.

let stack: Stack;
let runner: ChildProcess | undefined;
const runnerData = mkdtempSync(path.join(tmpdir(), "vedette-runner-"));

test.beforeAll(async () => {
  stack = await startStack({ variables: OWNED });
});
test.afterAll(async () => {
  runner?.kill("SIGKILL");
  await stack?.stop();
  rmSync(runnerData, { recursive: true, force: true });
});

/** Runs the command from the page, as a user on another machine would. */
function start(command: string): ChildProcess {
  const [, url, token] = /^CONTROL_URL=(\S+) RUNNER_TOKEN=(\S+) npm run runner$/.exec(command) ?? [];
  if (!url || !token) throw new Error(`not a start command: ${command}`);
  const { DATABASE_URL: _own, ...environment } = process.env;
  return spawn(process.execPath, [programFile("runner.js")], {
    env: {
      ...environment,
      ...PROGRAM_VARIABLES,
      CONTROL_URL: stack.url,
      RUNNER_TOKEN: token,
      DATA_DIR: runnerData,
    },
    stdio: "ignore",
  });
}

test("a runner can be added with one command, serves its region, is reported when silent, and can be revoked", async ({
  page,
}) => {
  await signIn(page, stack);
  await page.goto(`${stack.url}/settings/regions`);
  const byRegion = page.getByRole("heading", { name: "Runners by region" });
  await expect(page.getByText("Built-in runner · Regions without a remote runner")).toBeVisible();

  await page.getByRole("button", { name: "Add runner" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Region").selectOption("eu-deu-fra");
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog.getByRole("alert")).toContainText("1 to 60 characters");
  await dialog.getByLabel("Name").fill("fra-1");
  await dialog.getByRole("button", { name: "Create token" }).click();
  const command = (await dialog.locator("code").textContent()) ?? "";
  await expectFits(page, "regions-command");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("it hasn't connected yet")).toBeVisible();

  runner = start(command);
  await expect(byRegion).toBeVisible();
  await expect(page.getByText("Capabilities")).toHaveCount(2);
  await expectFits(page, "regions");

  runner.kill("SIGKILL");
  const trouble = page.getByText(/Runner fra-1 in Frankfurt has been silent for/);
  await expect(trouble).toContainText("The built-in runner is covering Frankfurt", { timeout: 150_000 });
  await expect(byRegion).toHaveCount(0);
  await expectFits(page, "regions-silent");

  await page.getByRole("button", { name: "Revoke runner fra-1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke runner" }).click();
  await expect(trouble).toBeHidden();
  await page.getByText("Revoked in the last 30 days").click();
  await expect(page.getByRole("listitem").filter({ hasText: "fra-1" })).toContainText("revoked");
  await expectFits(page, "regions-revoked");
});
