import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { APP_IDS } from "@/lib/contract/apps/app-id";

/** Returns the paths in the row of CONTRIBUTING's table that says what an addition touches. */
function touched(addition: string): string[] {
  const line = readFileSync("CONTRIBUTING.md", "utf8")
    .split("\n")
    .find((row) => row.startsWith(`| ${addition} |`));
  return [...(line ?? "").matchAll(/`([^`\s]+\/[^`\s]+|[A-Z]+\.md)`/g)].map(([, path = ""]) => path);
}

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
