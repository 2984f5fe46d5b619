import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { APP_IDS } from "@/lib/contract/apps/app-id";
import { APPS } from "@/lib/contract/apps/registry";

/** Returns the paths in the row of CONTRIBUTING's table that says what an addition touches. */
function touched(addition: string): string[] {
  const line = readFileSync("CONTRIBUTING.md", "utf8")
    .split("\n")
    .find((row) => row.startsWith(`| ${addition} |`));
  return [...(line ?? "").matchAll(/`([^`\s]+\/[^`\s]+|[A-Z]+\.md)`/g)].map(([, path = ""]) => path);
}

/** Returns the product's own source files and documents. */
function sources(): string[] {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  }).split("\n");
  return files.filter(
    (file) =>
      /^(app|cli|components|docs|lib|packages|public|scripts|server)\//.test(file) &&
      /\.(tsx?|mjs|sql|css|md)$/.test(file) &&
      !/\.test\.tsx?$|^docs\/decisions\//.test(file) &&
      existsSync(file),
  );
}

/** Apps whose name is also a word of another feature, such as Slack's feed and the members' email. */
const OTHER_MEANINGS: readonly string[] = ["email", "slack", "sms", "outgoing_webhook"];
/** Where the vendors' origins are variables; see "an environment variable" in the same table. */
const VARIABLES = ["lib/shared/env.ts", "lib/shared/env-reference.ts", "docs/configuration.md"];

const paths = touched("an integration app");
const fileOf = (path: string, app: string) => path.replace("/x.", `/${app.replaceAll("_", "-")}.`);

test("CONTRIBUTING says what an integration app touches", () => {
  expect(paths.filter((path) => path.includes("/x."))).toHaveLength(3);
  expect(paths.filter((path) => path.endsWith("registry.ts"))).toHaveLength(2);
});

test.each(APP_IDS)("%s has every file of the list", (app) => {
  const own = paths.filter(
    (path) => path.includes("/x.") && !(app === "email" && path.includes("/testing/")),
  );
  for (const path of own) expect(existsSync(fileOf(path, app)), fileOf(path, app)).toBe(true);
  for (const path of paths.filter((one) => one.endsWith("registry.ts")))
    expect(readFileSync(path, "utf8")).toContain(`"./${app.replaceAll("_", "-")}"`);
});

test.each(APP_IDS.filter((app) => !OTHER_MEANINGS.includes(app)))("no other file names %s", (app) => {
  const allowed = [...paths.map((path) => fileOf(path, app)), ...VARIABLES, "lib/contract/apps/app.test.ts"];
  const names = new RegExp(`\\b(${app}|${app.replaceAll("_", "-")}|${APPS[app].title})\\b`, "i");
  const others = sources().filter(
    (file) => !allowed.includes(file) && names.test(readFileSync(file, "utf8")),
  );
  expect(others).toEqual([]);
});
