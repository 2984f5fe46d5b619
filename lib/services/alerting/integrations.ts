import {
  encryptSecrets,
  intactSecrets,
  previousSecret,
  requireKnownMembers,
  requireSecretsAgain,
  type SplitSettings,
  splitSettings,
} from "@/lib/alerting/integration-secrets";
import {
  type CreateIntegration,
  INTEGRATION_FIELDS,
  type Integration,
  type IntegrationFilter,
  type UpdateIntegration,
} from "@/lib/contract/alerting/integrations";
import { type AppContract, secretsOf } from "@/lib/contract/apps/app";
import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { conflict, forbidden, found, recordNotFound } from "@/lib/contract/core/errors";
import { ADAPTERS } from "@/lib/notify/apps/registry";
import { isTrusted } from "@/lib/notify/send";
import { audit, auditEdit } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { fieldChanges } from "@/lib/services/core/field-changes";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { countUrls, requireReachableUrl } from "@/lib/services/monitors/target";
import { isoSeconds, now } from "@/lib/shared/clock";
import { insertTestDelivery } from "@/lib/store/alerting/delivery-writes";
import {
  countRulesOf,
  deleteIntegrationRow,
  type IntegrationRow,
  insertIntegration,
  lockIntegration,
  newIntegrationId,
  organizationPlan,
  selectIntegration,
  selectIntegrations,
  updateIntegrationRow,
} from "@/lib/store/alerting/integrations";
import { releasePaused } from "@/lib/store/alerting/muted";
import { type Tx, tx } from "@/lib/store/core/tx";
import { requireNotifications } from "./demo-silence";

/** Returns one page of the project's integrations. Null means all apps. */
export async function listIntegrations(
  caller: Caller,
  app: AppId | null,
  filter: IntegrationFilter & { id?: number[] | undefined },
  page: Page,
): Promise<Listed<Integration>> {
  requirePermission(caller, "platform:read");
  const query = { projectId: projectOf(caller), app, ids: filter.id ?? [], names: filter.name ?? [] };
  return itemsOf(selectIntegrations(query, page), toIntegration);
}

/** Returns an integration. Throws 404 if it is missing, has another app, or belongs to another project. */
export async function getIntegration(caller: Caller, app: AppId, id: number): Promise<Integration> {
  requirePermission(caller, "platform:read");
  return readIntegration(projectOf(caller), app, id);
}

export async function createIntegration(
  caller: Caller,
  app: AppId,
  input: CreateIntegration,
): Promise<Integration> {
  await requireCreatable(caller, app);
  const projectId = projectOf(caller);
  const id = await tx(async (trx) => {
    const { open, secrets } = await allowedSettings(trx, caller, app, input.settings);
    const made = await newIntegrationId(trx);
    await insertIntegration(trx, {
      ...INTEGRATION_FIELDS.of(input),
      id: made,
      project_id: projectId,
      app,
      settings: open,
      secrets: encryptSecrets(made, secrets),
      paused: input.paused,
    });
    await audit(trx, caller, "integration.created", subjectOf(made), { name: input.name, app });
    return made;
  });
  return readIntegration(projectId, app, id);
}

/** Updates the given fields, inside settings too. Resuming restarts the failure count. */
export async function updateIntegration(
  caller: Caller,
  app: AppId,
  id: number,
  input: UpdateIntegration,
): Promise<Integration> {
  requirePermission(caller, "platform:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = await lockOfApp(trx, projectId, app, id);
    const settings = input.settings && (await changedSettings(trx, caller, app, stored, input.settings));
    const pause = await changedPause(trx, stored, input.paused);
    await updateIntegrationRow(trx, id, { ...INTEGRATION_FIELDS.of(input), ...settings?.columns, ...pause });
    const changed = fieldChanges(
      { ...stored, settings: settings?.before },
      { ...input, settings: settings?.after },
      secretsOf(APPS[app]).map((name) => `settings.${name}`),
    );
    const detail = { name: input.name ?? stored.name, app };
    await auditEdit(trx, caller, "integration.updated", subjectOf(id), changed, detail);
  });
  return readIntegration(projectId, app, id);
}

/** Returns the changes of pausing or resuming. Resuming sends the notifications that the pause delayed and that are still true. */
async function changedPause(trx: Tx, stored: IntegrationRow, paused: boolean | undefined) {
  if (paused === undefined || paused === stored.paused) return {};
  if (paused) return { paused, paused_at: now() };
  await releasePaused(trx, stored.id, now());
  return { paused, paused_at: null, pause_reason: null, failures_since: now() };
}

async function changedSettings(
  trx: Tx,
  caller: Caller,
  app: AppId,
  stored: IntegrationRow,
  given: Record<string, unknown>,
) {
  const known = intactSecrets(stored);
  const before = { ...stored.settings, ...known };
  const { open, secrets } = await allowedSettings(trx, caller, app, { ...given, ...keptOf(before, given) });
  const moved = requireSecretsAgain(app, before, { ...open, ...secrets }, given);
  // A new receiver must never see a signature of the previous secret.
  const kept = moved.length > 0 ? {} : previousSecret(app, known, secrets, now());
  const columns = { settings: open, secrets: encryptSecrets(stored.id, { ...secrets, ...kept }) };
  return { columns, before, after: { ...open, ...secrets } };
}

/**
 * Returns the complete settings after checking that they are valid, name known members, and lead to reachable addresses
 * only.
 */
async function allowedSettings(
  trx: Tx,
  caller: Caller,
  app: AppId,
  whole: Record<string, unknown>,
): Promise<SplitSettings> {
  const split = splitSettings(app, whole);
  const urls = requireReachableSettings(app, { ...split.open, ...split.secrets });
  await countUrls(trx, projectOf(caller), urls);
  await requireKnownMembers(trx, caller.organizationId, split.open);
  return split;
}

function keptOf(before: Record<string, unknown>, given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(before).filter(([key]) => given[key] === undefined));
}

/** Deletes an integration. Throws 409 while an alert rule uses it. */
export async function deleteIntegration(caller: Caller, app: AppId, id: number): Promise<void> {
  requirePermission(caller, "platform:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const { name } = await lockOfApp(trx, projectId, app, id);
    const rules = await countRulesOf(trx, id);
    if (rules > 0) {
      throw conflict(
        `${rules === 1 ? "An alert rule uses" : `${rules} alert rules use`} this integration. Delete or change ${rules === 1 ? "it" : "them"} first.`,
      );
    }
    await deleteIntegrationRow(trx, id);
    await audit(trx, caller, "integration.deleted", subjectOf(id), { name, app });
  });
}

/** Sends a real notification now, even while paused. */
export async function testIntegration(
  caller: Caller,
  app: AppId,
  id: number,
): Promise<{ delivery_id: number }> {
  requirePermission(caller, "platform:write");
  const projectId = projectOf(caller);
  await requireNotifications(projectId);
  return tx(async (trx) => {
    await lockOfApp(trx, projectId, app, id);
    return { delivery_id: await insertTestDelivery(trx, { id, projectId }, now()) };
  });
}

function subjectOf(id: number) {
  return { type: "integration", id };
}

/** Throws 403 for an app whose setup includes a visit to the vendor's site, unless a person is signed in. */
export function requireSetupHere(caller: Caller, app: AppId): void {
  requirePermission(caller, "platform:write");
  if (APPS[app].setup === "api" || caller.kind === "session" || caller.kind === "system") return;
  throw forbidden(`Set up ${APPS[app].title} integrations in the dashboard; the API cannot create them.`);
}

/** Throws 403 if the caller can't create integrations of this app. */
export async function requireCreatable(caller: Caller, app: AppId): Promise<void> {
  requireSetupHere(caller, app);
  await requirePlan(caller, app);
}

/** Throws 403 for an app that the organization's plan doesn't include. */
async function requirePlan({ organizationId }: Caller, app: AppId): Promise<void> {
  const { plan, title }: AppContract = APPS[app];
  if (plan === undefined || (await organizationPlan(organizationId)) === plan) return;
  throw forbidden(`${title} integrations need the Scale plan; this organization is on the Hobby plan.`);
}

async function lockOfApp(trx: Tx, projectId: number, app: AppId, id: number): Promise<IntegrationRow> {
  const stored = await lockIntegration(trx, projectId, id);
  if (!stored || stored.app !== app) throw recordNotFound();
  return stored;
}

async function readIntegration(projectId: number, app: AppId, id: number): Promise<Integration> {
  return toIntegration(found(await selectIntegration(projectId, app, id)));
}

/** Returns a stored integration as the API shows it. Secrets are in another column and are never included. */
export function toIntegration(row: IntegrationRow): Integration {
  return {
    id: row.id,
    app: row.app,
    ...INTEGRATION_FIELDS.of(row),
    settings: row.settings,
    paused: row.paused,
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}

/**
 * Throws 422 on `settings.…` when complete, valid settings lead to an address that sending would refuse to connect to (SSRF). Returns the
 * URLs that a project chose freely.
 */
function requireReachableSettings(app: AppId, settings: Record<string, unknown>): string[] {
  const chosen: string[] = [];
  const { roles }: AppContract = APPS[app];
  for (const [key, { destination }] of Object.entries(roles)) {
    const given = settings[key];
    if (typeof given !== "string" || (destination !== "url" && destination !== "host")) continue;
    const url = destination === "host" && !given.includes("://") ? `https://${given}/` : given;
    if (isTrusted(ADAPTERS[app], url)) continue;
    requireReachableUrl(`settings.${key}`, url);
    chosen.push(url);
  }
  return chosen;
}
