import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { type AppContract, destinationsOf, secretsOf, signingSecretOf } from "@/lib/contract/apps/app";
import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { invalid } from "@/lib/contract/core/errors";
import { parseWhole } from "@/lib/contract/core/issues";
import { log } from "@/lib/shared/log";
import { decrypt, encrypt } from "@/lib/shared/secret";
import type { IntegrationRow } from "@/lib/store/alerting/integrations";
import type { Tx } from "@/lib/store/core/tx";
import { knownIds } from "@/lib/store/projects/projects";

export interface SplitSettings {
  /** Settings that may be shown again, keys in the order in which they were sent. */
  readonly open: Record<string, unknown>;
  /** Settings that may not. */
  readonly secrets: Record<string, unknown>;
}

/** Validates the complete settings of an integration (422 `settings.…`) and splits them into open and secret ones. */
export function splitSettings(app: AppId, given: Record<string, unknown>): SplitSettings {
  const contract = APPS[app];
  const parsed = parseWhole(z.object({ settings: contract.settings }), { settings: given })
    .settings as Record<string, unknown>;
  const secretNames = secretsOf(contract);
  const isSecret = (key: string) => secretNames.includes(key);
  const known = Object.keys(contract.settings.shape);
  const order = [...Object.keys(given).filter((key) => known.includes(key)), ...known];
  const pick = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, parsed[key] ?? null]));
  return {
    open: pick(order.filter((key) => !isSecret(key))),
    secrets: pick(known.filter((key) => isSecret(key) && parsed[key] != null)),
  };
}

/**
 * Returns the destination fields that differ between complete settings. Throws 422 for every stored secret that is missing from
 * such a change, so that no one can redirect a secret they don't know.
 */
export function requireSecretsAgain(
  app: AppId,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  sent: Record<string, unknown>,
): string[] {
  const contract: AppContract = APPS[app];
  const moved = destinationsOf(contract).filter(
    (key) => !isDeepStrictEqual(before[key] ?? null, after[key] ?? null),
  );
  if (moved.length === 0) return moved;
  const missing = secretsOf(contract).filter((key) => before[key] != null && sent[key] === undefined);
  if (missing.length === 0) return moved;
  const changed = moved.map((key) => `settings.${key}`).join(" and ");
  throw invalid(
    Object.fromEntries(
      missing.map((key) => [
        `settings.${key}`,
        [`settings.${key} must be sent again because ${changed} changes where notifications go.`],
      ]),
    ),
  );
}

const ROTATION_MS = 24 * 3600_000;

/**
 * Keeps a replaced signing secret valid for 24 hours, so that a receiver can switch without rejecting webhooks. Sending the
 * same secret again changes nothing.
 */
export function previousSecret(
  app: AppId,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  now: Date,
): Record<string, unknown> {
  const name = signingSecretOf(APPS[app]);
  if (name === null || typeof before[name] !== "string") return {};
  if (before[name] !== after[name]) {
    const until = new Date(now.getTime() + ROTATION_MS).toISOString();
    return { previous_secret: before[name], previous_secret_until: until };
  }
  const { previous_secret, previous_secret_until } = before;
  return previous_secret ? { previous_secret, previous_secret_until } : {};
}

/** Encrypts the secrets for this row only. Returns null if there are none. */
export function encryptSecrets(integrationId: number, secrets: Record<string, unknown>): Buffer | null {
  if (Object.keys(secrets).length === 0) return null;
  return encrypt(JSON.stringify(secrets), integrationContext(integrationId));
}

export function openSecrets(row: Pick<IntegrationRow, "id" | "secrets">): Record<string, unknown> {
  if (row.secrets === null) return {};
  return JSON.parse(decrypt(row.secrets, integrationContext(row.id))) as Record<string, unknown>;
}

/**
 * Returns the secrets, or none if they're damaged, so that one damaged integration doesn't break the list and can get
 * new secrets.
 */
export function intactSecrets(row: Pick<IntegrationRow, "id" | "secrets">): Record<string, unknown> {
  try {
    return openSecrets(row);
  } catch (error) {
    log.error("an integration's secrets can't be decrypted; enter them again", {
      integration: row.id,
      error,
    });
    return {};
  }
}

export function integrationContext(integrationId: number): string {
  return `integration:${integrationId}`;
}

/** Throws 422 on `settings.members.N` for every ID that isn't a user of the organization. */
export async function requireKnownMembers(trx: Tx, organizationId: number, settings: object): Promise<void> {
  if (!("members" in settings) || !Array.isArray(settings.members)) return;
  const ids = settings.members as number[];
  const known = await knownIds(trx, "users", organizationId, ids);
  const errors: [string, string[]][] = ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [
          [`settings.members.${index}`, [`No user in this organization has the ID ${id}.`]] satisfies [
            string,
            string[],
          ],
        ],
  );
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}
