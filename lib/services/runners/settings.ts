import * as z from "zod";
import { conflict, forbidden, found, invalidField } from "@/lib/contract/core/errors";
import { REGION_CODES, Region } from "@/lib/contract/core/regions";
import {
  type CreatedRunner,
  type CreateRunner,
  type Runner,
  RunnerReport,
  type UpdateRunner,
} from "@/lib/contract/runners/runners";
import { quarantineText, type RegionQuarantine } from "@/lib/domain/checks/quarantine";
import { type Sharer, shareOf } from "@/lib/domain/runners/assignment";
import { clockNote } from "@/lib/domain/runners/clock";
import { audit, auditEdit } from "@/lib/services/core/audit";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { fieldChanges } from "@/lib/services/core/field-changes";
import type { Listed, Page } from "@/lib/services/core/page";
import { isoSeconds, now } from "@/lib/shared/clock";
import { appUrl } from "@/lib/shared/env";
import { pick } from "@/lib/shared/pick";
import { randomToken, sha256 } from "@/lib/shared/secret";
import { PROGRAM_VERSION } from "@/lib/shared/version";
import { hasSeveralOrganizations } from "@/lib/store/accounts/organizations";
import { hint } from "@/lib/store/core/hints";
import { type Tx, tx } from "@/lib/store/core/tx";
import { selectRunners } from "@/lib/store/runners/list";
import { quarantinedRegions } from "@/lib/store/runners/region-quarantines";
import { aliveRunners } from "@/lib/store/runners/runners";
import {
  insertRemoteRunner,
  type RunnerListRow,
  selectRunner,
  setRunnerLocation,
  setRunnerRevoked,
} from "@/lib/store/runners/tokens";
import { runnerState } from "./registry";

/** Returns every runner except those revoked long ago. Members can read them too, because they show where checks come from. */
export async function listRunners(caller: Caller, page: Page): Promise<Listed<Runner>> {
  requirePermission(caller, "platform:read");
  requireWholeOrganization(caller);
  const { rows, total, alive, quarantines } = await selectRunners(page);
  return { items: rows.map((row) => toRunner(row, alive, quarantines)), total };
}

/** Creates a runner for `region`. The token appears only in this response; only its SHA-256 is stored. */
export async function createRunner(caller: Caller, input: CreateRunner): Promise<CreatedRunner> {
  requirePermission(caller, "platform:write");
  // A runner gets the requests of all monitors, including secrets.
  requirePermission(caller, "uptime:write");
  requireWholeOrganization(caller);
  const token = randomToken();
  const row = await tx(async (trx) => {
    await requireOneOrganization(trx);
    const id = await insertRemoteRunner(input.name, input.region, sha256(token), trx);
    await audit(trx, caller, "runner.created", { type: "runner", id }, input);
    return readRunner(trx, id);
  });
  const command = `CONTROL_URL=${appUrl()} RUNNER_TOKEN=${token} npm run runner`;
  return { ...toRunner(row, [], []), token, command };
}

/** Sets the location of a built-in runner's server. Throws 422 for a remote runner and while RUNNER_REGION sets it. */
export async function updateRunner(caller: Caller, runnerId: number, input: UpdateRunner): Promise<Runner> {
  requirePermission(caller, "platform:write");
  requireWholeOrganization(caller);
  const row = await tx(async (trx) => {
    const stored = await readRunner(trx, runnerId);
    await requireOneOrganization(trx);
    if (input.location === undefined) return stored;
    requireMovable(stored);
    await setRunnerLocation(runnerId, input.location, trx);
    const changed = fieldChanges(stored, { location: input.location });
    const detail = { name: stored.name };
    await auditEdit(trx, caller, "runner.updated", { type: "runner", id: runnerId }, changed, detail);
    return readRunner(trx, runnerId);
  });
  const [alive, quarantines] = await Promise.all([aliveRunners(), quarantinedRegions()]);
  return toRunner(row, alive, quarantines);
}

function requireMovable({ kind, location_variable }: RunnerListRow): void {
  if (kind === "remote")
    throw invalidField(
      "location",
      "location applies to the built-in runner only. A remote runner has a region.",
    );
  if (location_variable !== null)
    throw invalidField(
      "location",
      `location is set by RUNNER_REGION=${location_variable}. Change or remove that variable, then restart the server.`,
    );
}

/** Revokes a remote runner immediately. Throws 404 if there is none, and 409 for the built-in runner or one already revoked. */
export async function revokeRunner(caller: Caller, runnerId: number): Promise<void> {
  requirePermission(caller, "platform:write");
  requireWholeOrganization(caller);
  await tx(async (trx) => {
    const row = await readRunner(trx, runnerId);
    await requireOneOrganization(trx);
    if (row.kind === "local")
      throw conflict(
        "The built-in runner belongs to the server and cannot be revoked. Set RUNNER=off in the server's environment to stop it.",
      );
    if (!(await setRunnerRevoked(runnerId, now(), trx)))
      throw conflict(`The runner ${row.name} is already revoked.`);
    const detail = { name: row.name, region: row.region };
    await audit(trx, caller, "runner.revoked", { type: "runner", id: runnerId }, detail);
  });
  // Ends its open requests immediately and reassigns its share.
  hint("config", {});
}

/** Throws 403 for a project key, because runners belong to no project. */
export function requireWholeOrganization(caller: Caller): void {
  if (caller.isProjectKey)
    throw forbidden("Runners serve every project, so this action needs an organization key or a user token.");
}

/** Throws 403 if there are several organizations. A runner gets the monitors and secrets of all of them, so none may add one on its own. */
async function requireOneOrganization(trx: Tx): Promise<void> {
  if (await hasSeveralOrganizations(trx))
    throw forbidden(
      "Several organizations share this installation. Only its operator can add, change, and revoke runners, with `cli runners` and RUNNER_REGION.",
    );
}

async function readRunner(trx: Tx, id: number): Promise<RunnerListRow> {
  return found(await selectRunner(trx, id));
}

const RunnerClock = z.object({ clock_ahead_ms: z.number(), sent_ahead_ms: z.number() });

const Capabilities = z.record(z.string(), z.string()).catch({});

function toRunner(
  row: RunnerListRow,
  alive: readonly Sharer[],
  quarantines: readonly RegionQuarantine[],
): Runner {
  const report = RunnerReport.safeParse(row.report);
  const regions = row.alive ? z.array(Region).parse(shareOf(row, alive, REGION_CODES).regions) : [];
  return {
    ...pick(row, "id", "name", "kind"),
    region: Region.nullable().catch(null).parse(row.region),
    location: Region.nullable()
      .catch(null)
      .parse(row.location_variable ?? row.location),
    location_source: row.location_variable ? "variable" : row.location ? "settings" : null,
    regions,
    quarantined: regions.flatMap((region) => {
      const quarantine = quarantines.find((one) => one.region === region);
      return quarantine ? [{ region, reason: quarantineText(quarantine) }] : [];
    }),
    state: runnerState(row),
    last_seen_at: row.last_seen_at ? isoSeconds(row.last_seen_at) : null,
    report: report.success ? report.data : null,
    capabilities: Capabilities.parse(row.capabilities),
    version: row.version,
    version_note: row.revoked_at ? null : versionNote(row),
    double_note: row.alive && row.doubled ? doubleNote(row) : null,
    clock_note: row.alive ? clockNote(RunnerClock.safeParse(row.report).data) : null,
    created_at: isoSeconds(row.created_at),
    revoked_at: row.revoked_at ? isoSeconds(row.revoked_at) : null,
  };
}

function versionNote({ version, kind }: RunnerListRow): string | null {
  if (version === null || version === PROGRAM_VERSION) return null;
  const remedy = kind === "local" ? "Restart the server" : "Install the same version on that machine";
  return `The server runs version ${PROGRAM_VERSION}. ${remedy}.`;
}

function doubleNote({ kind }: RunnerListRow): string {
  const remedy =
    kind === "local"
      ? "Two servers use copies of the same DATA_DIR. Stop one of them, or delete its runner-token file and restart it."
      : "Stop one of them, or create a separate runner for it.";
  return `Two processes use this runner's token, so monitors are checked twice. ${remedy} The server's log names both.`;
}
