import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder that this run may fill. */
export function scratchFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "vedette-bench-"));
}
