import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { integrationsGuideText } from "./support/integrations-guide-text";

// `npx tsx scripts/integrations-guide.ts` updates the guide's table of apps. Its test fails when that was forgotten.
const file = path.join(import.meta.dirname, "../docs/integrations.md");
writeFileSync(file, integrationsGuideText(readFileSync(file, "utf8")));
