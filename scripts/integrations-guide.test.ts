import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { integrationsGuideText } from "./support/integrations-guide-text";

test("docs/integrations.md lists the apps of the registry; otherwise run `npx tsx scripts/integrations-guide.ts`", () => {
  const guide = readFileSync("docs/integrations.md", "utf8");
  expect(guide).toBe(integrationsGuideText(guide));
});
