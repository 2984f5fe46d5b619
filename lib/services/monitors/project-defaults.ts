import type { ProjectDefaults } from "@/lib/contract/monitors/project-defaults";
import { isReported } from "@/lib/contract/protocols/lookup";
import { auditEdit } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { fieldChanges } from "@/lib/services/core/field-changes";
import { tx } from "@/lib/store/core/tx";
import { mergeMonitorDefaults, selectMonitorDefaults } from "@/lib/store/projects/projects";

const NONE: ProjectDefaults = {
  regions: null,
  interval: null,
  incident_confirmations: null,
  recovery_confirmations: null,
  tags: null,
};

export async function getMonitorDefaults(caller: Caller): Promise<ProjectDefaults> {
  requirePermission(caller, "uptime:read");
  return readDefaults(caller);
}

/** Updates the given fields. */
export async function updateMonitorDefaults(
  caller: Caller,
  input: Partial<ProjectDefaults>,
): Promise<ProjectDefaults> {
  requirePermission(caller, "platform:write");
  const id = projectOf(caller);
  const before = await readDefaults(caller);
  await tx(async (trx) => {
    await mergeMonitorDefaults(trx, id, input);
    await auditEdit(trx, caller, "project.updated", { type: "project", id }, fieldChanges(before, input));
  });
  return readDefaults(caller);
}

/** Fills in the project's defaults for the fields that the body of a new monitor leaves out. Explicit nulls stay. */
export async function withProjectDefaults(caller: Caller, body: object): Promise<object> {
  const { tags, ...checks } = await readDefaults(caller);
  // A signal arrives at the server, and needs no confirmation.
  const { protocol: name } = body as { protocol?: unknown };
  const used = typeof name === "string" && isReported(name) ? { tags } : { tags, ...checks };
  const set = Object.entries(used).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(set), ...body };
}

async function readDefaults(caller: Caller): Promise<ProjectDefaults> {
  return { ...NONE, ...(await selectMonitorDefaults(projectOf(caller))) };
}
