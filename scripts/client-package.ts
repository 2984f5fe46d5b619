import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { addressesText } from "@/lib/contract/endpoints";
import { appForms } from "@/lib/http/loaders/app-forms";
import { operationsText, typesText } from "./client/operations";

// `npm run build`, `npm run dev`, and `npm run check` run this. Git ignores what follows from the contract: a part of packages/client, and the
// addresses and forms that next.config.ts gives the dashboard.
const folder = path.join(import.meta.dirname, "../packages/client");
writeFileSync(path.join(folder, "operations.js"), operationsText());
writeFileSync(path.join(folder, "operations.d.ts"), typesText());

const cache = path.join(import.meta.dirname, "../.cache");
mkdirSync(cache, { recursive: true });
writeFileSync(path.join(cache, "addresses.txt"), addressesText());
writeFileSync(path.join(cache, "app-forms.json"), JSON.stringify(appForms()));
