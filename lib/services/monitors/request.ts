import { joinRequest, splitRequest } from "@/lib/domain/core/request-secrets";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { decrypt, encrypt } from "@/lib/shared/secret";

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
