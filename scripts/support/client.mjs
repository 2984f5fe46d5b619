import path from "node:path";
import { root, step } from "./step.mjs";

/** Writes what follows from the API's contract: a part of packages/client, and the dashboard's addresses. Returns whether that worked. */
export async function writeClient() {
  const script = path.join(root, "scripts/client-package.ts");
  return (await step("Writing the API client", process.execPath, ["--import", "tsx", script])).ok;
}
