import { createPrivateKey, X509Certificate } from "node:crypto";
import { invalidField } from "@/lib/contract/core/errors";
import { withheldFieldsOf } from "@/lib/contract/protocols/lookup";
import { MASK } from "@/lib/contract/protocols/masked";
import { joinRequest, splitRequest } from "@/lib/domain/core/request-secrets";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { decrypt, encrypt } from "@/lib/shared/secret";

interface StoredRequest {
  id: number;
  request: Record<string, unknown>;
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
  const open = row.request;
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
    return { request: row.request, isUnreadable: true };
  }
}

export function requestContext(monitorId: number): string {
  return `monitor:${monitorId}`;
}

type Request = Record<string, unknown>;

/** Returns a request with a mask for each secret that can't be read back. */
export function masked(protocol: string, request: Request): Request {
  const given = withheldFieldsOf(protocol).filter((field) => (request[field] ?? null) !== null);
  return { ...request, ...Object.fromEntries(given.map((field) => [field, MASK])) };
}

/**
 * Returns a request with the stored secret for each mask. Throws 422 without one, or if the secret would then go elsewhere: someone who
 * can't read it must not have it sent to a server of theirs.
 */
export function withKept<Given extends object>(protocol: string, given: Given, stored: Request = {}): Given {
  const request: Request = Object.fromEntries(Object.entries(given));
  for (const field of withheldFieldsOf(protocol).filter((each) => request[each] === MASK)) {
    if ((stored[field] ?? null) === null)
      throw invalidField(`request.${field}`, `request.${field} must be sent, because none is stored.`);
    if (recipientsOf(request) !== recipientsOf(stored))
      throw invalidField(
        `request.${field}`,
        `request.${field} must be sent again, because another server would receive it.`,
      );
    request[field] = stored[field];
  }
  return request as Given;
}

function recipientsOf({ auth, url, auth_token_url, tls_skip_verify }: Request): string {
  const origins = [url, auth_token_url].map((each) => URL.parse(String(each))?.origin);
  return JSON.stringify([auth, ...origins, tls_skip_verify ?? false]);
}

/** Throws 422 if a client certificate and its key can't be used together. */
export function requireUsableIdentity({ client_certificate: cert, client_key: key }: Request): void {
  if (typeof cert !== "string" || typeof key !== "string") return;
  if (isPair(cert, key)) return;
  throw invalidField(
    "request.client_key",
    "request.client_key must be the private key of request.client_certificate.",
  );
}

function isPair(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
