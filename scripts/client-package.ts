import { writeFileSync } from "node:fs";
import path from "node:path";
import { operationsText, typesText } from "./client/operations";

// `npm run build` and `npm run check` run this: git ignores the part of packages/client that follows from the contract.
const folder = path.join(import.meta.dirname, "../packages/client");
writeFileSync(path.join(folder, "operations.js"), operationsText());
writeFileSync(path.join(folder, "operations.d.ts"), typesText());
