import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Returns a temporary folder for this run. */
export function scratchFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "vedette-bench-"));
}
