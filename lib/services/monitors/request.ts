import { joinRequest, splitRequest } from "@/lib/domain/core/request-secrets";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { decrypt, encrypt } from "@/lib/shared/secret";
import { tx } from "@/lib/store/core/tx";
import { replacePlainRequest, selectPlainRequests, stripNewestEvents } from "@/lib/store/monitors/requests";

const BATCH_ROWS = 500;
const NEWEST_EVENTS = 10_000;

interface StoredRequest {
  id: number;
  request: unknown;
  request_secrets: Buffer | null;
}

/** Returns the columns of a monitor's request, with its secrets encrypted for this row only. */
export function encryptRequest(monitorId: number, request: Record<string, unknown>) {
  const { open, secrets } = splitRequest(request);
  const request_secrets =
    secrets === null ? null : encrypt(JSON.stringify(secrets), requestContext(monitorId));
  return { request: open, request_secrets };
}

/** Returns the whole request of a stored monitor. Throws if APP_SECRET cannot decrypt it. */
export function decryptRequest(row: StoredRequest): Record<string, unknown> {
  const open = row.request as Record<string, unknown>;
  if (row.request_secrets === null) return open;
  return joinRequest(open, JSON.parse(decrypt(row.request_secrets, requestContext(row.id))));
}

/** Returns the readable part of a stored monitor's request: without its secrets if they can't be decrypted. */
export function readableRequest(row: StoredRequest): {
  request: Record<string, unknown>;
  isUnreadable: boolean;
} {
  try {
    return { request: decryptRequest(row), isUnreadable: false };
  } catch (error) {
    once(`monitor.unreadable.${row.id}`, () =>
      log.error("a monitor's secrets can't be decrypted, so it isn't checked; enter its request again", {
        monitor: row.id,
        error,
      }),
    );
    return { request: row.request as Record<string, unknown>, isUnreadable: true };
  }
}

export function requestContext(monitorId: number): string {
  return `monitor:${monitorId}`;
}

/**
 * Encrypts in batches what versions without encryption stored in plain text. Each run continues where the last one stopped. The
 * migration stripped existing events; this strips those that an older server wrote while running beside this one.
 */
export async function encryptRequests(): Promise<void> {
  await stripNewestEvents(NEWEST_EVENTS);
  let after = 0;
  for (;;) {
    const last = await tx(async (trx) => {
      const rows = await selectPlainRequests(trx, after, BATCH_ROWS);
      for (const row of rows)
        await replacePlainRequest(trx, row.id, encryptRequest(row.id, decryptRequest(row)));
      return rows.at(-1)?.id;
    });
    if (last === undefined) return;
    after = last;
  }
}
