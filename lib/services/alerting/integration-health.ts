import { intactSecrets } from "@/lib/alerting/integration-secrets";
import type { IntegrationHealth } from "@/lib/contract/alerting/integration-health";
import { signingSecretOf } from "@/lib/contract/apps/app";
import { APP_IDS } from "@/lib/contract/apps/app-id";
import { APPS } from "@/lib/contract/apps/registry";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { isoSeconds, now } from "@/lib/shared/clock";
import { type IntegrationHealthRow, selectIntegrationHealth } from "@/lib/store/alerting/integration-health";

const SIGNING_APPS = APP_IDS.filter((app) => signingSecretOf(APPS[app]) !== null);

/** Returns the delivery health of each of the project's integrations. */
export async function getIntegrationHealth(caller: Caller): Promise<{ destinations: IntegrationHealth[] }> {
  requirePermission(caller, "platform:read");
  const at = now();
  const rows = await selectIntegrationHealth(projectOf(caller), SIGNING_APPS);
  return { destinations: rows.map((row) => toHealth(row, at)) };
}

function toHealth(row: IntegrationHealthRow, at: Date): IntegrationHealth {
  return {
    integration_id: row.integration_id,
    last: lastOf(row),
    consecutive_failures: row.consecutive_failures,
    retrying:
      row.retry_id !== null && row.retry_at
        ? { delivery_id: row.retry_id, reason: row.retry_reason, next_attempt_at: isoSeconds(row.retry_at) }
        : null,
    pause_reason: row.pause_reason,
    previous_secret_until: previousSecretUntil(row, at),
  };
}

/** Returns when the previous secret expires, without decrypting it. */
function previousSecretUntil(row: IntegrationHealthRow, at: Date): string | null {
  const secrets = intactSecrets({ id: row.integration_id, secrets: row.signing_secrets });
  const until = secrets.previous_secret_until;
  if (typeof until !== "string" || Date.parse(until) <= at.getTime()) return null;
  return isoSeconds(new Date(until));
}

function lastOf(row: IntegrationHealthRow): IntegrationHealth["last"] {
  const { last_id: id, last_event: event, last_status: status, last_at: at, last_reason: reason } = row;
  if (id === null || event === null || status === null || at === null) return null;
  return { delivery_id: id, event, status, at: isoSeconds(at), reason };
}
