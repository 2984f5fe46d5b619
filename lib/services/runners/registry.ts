import { ApiError } from "@/lib/contract/core/errors";
import type { Region } from "@/lib/contract/core/regions";
import type { Runner } from "@/lib/contract/runners/runners";
import { isoSeconds, now } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import { randomToken, sha256 } from "@/lib/shared/secret";
import { hint } from "@/lib/store/core/hints";
import {
  allRunners,
  insertRemoteRunner,
  type RunnerListRow,
  setRunnerRevoked,
} from "@/lib/store/runners/tokens";

// Runners belong to the installation, not to a project. The operator on the command line has no caller; for people see settings.ts.

/** Creates a runner that serves `region`. Returns its token, of which only the SHA-256 is stored. */
export async function createRunner(region: Region, name: string): Promise<string> {
  const token = randomToken();
  await insertRemoteRunner(name, region, sha256(token));
  return token;
}

export interface ListedRunner {
  id: number;
  name: string;
  region: string | null;
  kind: "local" | "remote";
  lastSeenAt: string | null;
  state: Runner["state"];
}

export async function listRunners(): Promise<ListedRunner[]> {
  const rows = await allRunners();
  return rows.map((row) => ({
    ...pick(row, "id", "name", "region", "kind"),
    lastSeenAt: row.last_seen_at ? isoSeconds(row.last_seen_at) : null,
    state: runnerState(row),
  }));
}

export function runnerState(row: RunnerListRow): ListedRunner["state"] {
  if (row.revoked_at) return "revoked";
  if (!row.last_seen_at) return "never_seen";
  return row.alive ? "alive" : "silent";
}

/** Revokes a runner immediately. Throws 404 if there is no such runner. */
export async function revokeRunner(id: number): Promise<void> {
  if (!(await setRunnerRevoked(id, now())))
    throw new ApiError(404, `Runner ${id} does not exist or is already revoked.`);
  // Ends its open requests immediately and reassigns its share.
  hint("config", {});
}
