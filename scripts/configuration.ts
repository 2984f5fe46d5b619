import { writeFileSync } from "node:fs";
import path from "node:path";
import { configurationText } from "./support/configuration-text";

// `npx tsx scripts/configuration.ts` writes the reference of environment variables. Its test fails when the file is out of date.
writeFileSync(path.join(import.meta.dirname, "../docs/configuration.md"), configurationText());
