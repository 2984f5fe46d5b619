import { writeFileSync } from "node:fs";
import path from "node:path";
import { operationsText, typesText } from "./client/operations";

// `npx tsx scripts/client-package.ts` updates packages/client to the contract; its test fails when that was forgotten.
const folder = path.join(import.meta.dirname, "../packages/client");
writeFileSync(path.join(folder, "operations.js"), operationsText());
writeFileSync(path.join(folder, "operations.d.ts"), typesText());
