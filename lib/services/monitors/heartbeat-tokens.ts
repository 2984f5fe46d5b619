import { randomBytes, randomUUID } from "node:crypto";
import { invalidField } from "@/lib/contract/core/errors";
import { generatedFieldsOf, hasMembers, isReported } from "@/lib/contract/protocols/lookup";
import { decrypt, encrypt, sha256 } from "@/lib/shared/secret";
import {
  heartbeatsOfTokens,
  insertPingKey,
  registerHeartbeats,
  selectPingKey,
} from "@/lib/store/checks/heartbeats";
import type { Tx } from "@/lib/store/core/tx";

interface Reporting {
  readonly id: number;
  readonly protocol: string;
  readonly request: object;
}

/** Returns a request with the generated fields that it lacks: those of the stored one, or new ones. */
export function withGenerated<Request extends object>(
  protocol: string,
  request: Request,
  stored: object = {},
): Request {
  const given = new Map<string, unknown>(Object.entries(request));
  const kept = new Map<string, unknown>(Object.entries(stored));
  const missing = generatedFieldsOf(protocol).filter((field) => (given.get(field) ?? null) === null);
  return {
    ...request,
    ...Object.fromEntries(missing.map((field) => [field, kept.get(field) ?? randomUUID()])),
  };
}

/** Makes signals find these monitors by their tokens and slugs. Throws 422 if another monitor has one of the tokens. */
export async function registerTokens(
  trx: Tx,
  projectId: number,
  monitors: readonly Reporting[],
): Promise<void> {
  const own = monitors.flatMap(({ id, protocol, request }): Parameters<typeof registerHeartbeats>[2] => {
    if (hasMembers(protocol)) return [{ monitorId: id, tokenHash: null, slug: null }];
    if (!isReported(protocol)) return [];
    const { token, slug } = request as { token?: string | null; slug?: string | null };
    // Secrets that can't be decrypted stay registered as they were.
    return token ? [{ monitorId: id, tokenHash: sha256(token), slug: slug ?? null }] : [];
  });
  const hashes = own.flatMap(({ tokenHash }) => tokenHash ?? []);
  const taken = await heartbeatsOfTokens(hashes, trx);
  const isOther = ({ monitorId, tokenHash }: (typeof taken)[number]) =>
    !own.some((each) => each.monitorId === monitorId && each.tokenHash?.equals(tokenHash));
  if (new Set(hashes.map((hash) => hash.toString("hex"))).size < hashes.length || taken.some(isOther))
    throw invalidField("request.token", "request.token must be unique, and another monitor has it.");
  await registerHeartbeats(trx, projectId, own);
}

const KEY_BYTES = 16;
export const pingKeyContext = (projectId: number) => `ping-key:${projectId}`;

/** Returns the part of ping URLs that names a project, created on first use. */
export async function pingKeyOf(projectId: number): Promise<string> {
  const stored = await selectPingKey(projectId);
  if (stored) return decrypt(stored, pingKeyContext(projectId));
  const key = randomBytes(KEY_BYTES).toString("base64url");
  await insertPingKey(projectId, sha256(key), encrypt(key, pingKeyContext(projectId)));
  return pingKeyOf(projectId);
}
