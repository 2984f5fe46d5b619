import { ApiError, invalidField } from "@/lib/contract/core/errors";
import type { Caller } from "@/lib/services/core/caller";
import { decrypt, encrypt, sha256 } from "@/lib/shared/secret";
import { keyedRequest } from "@/lib/store/core/claimed-key";
import { claimIdempotencyKey, type FirstAnswer, keepAnswer, releaseKey } from "@/lib/store/core/idempotency";
import type { ApiReply, ApiRequest } from "../request";

export const IDEMPOTENCY_KEY = "Idempotency-Key";
const MAX_CHARS = 255;

/**
 * Runs a creating POST once per Idempotency-Key and project. Within 24 h, the same request gets the first response and a different body gets
 * 422. A repeat while the first request is running gets 409, and so does one whose first request took effect on a server that stopped
 * before it answered. A rejected request releases its key.
 */
export async function oncePerKey(
  caller: Caller,
  { request, body, sentKey }: { request: ApiRequest; body: Buffer; sentKey: string },
  run: () => Promise<ApiReply>,
): Promise<ApiReply> {
  const sent = sentKey.trim();
  if (sent.length < 1 || sent.length > MAX_CHARS) {
    throw invalidField(
      IDEMPOTENCY_KEY,
      `${IDEMPOTENCY_KEY} must have 1 to ${MAX_CHARS} characters; got ${sent.length}.`,
    );
  }
  // Deployments of one commit to several projects often have its hash as their key.
  const key = `${caller.projectId ?? ""} ${sent}`;
  const head = `${request.method} ${request.path} ${caller.projectId ?? ""} ${caller.kind} ${caller.id}\n`;
  const hash = sha256(Buffer.concat([Buffer.from(head), body]));
  const claim = await claimIdempotencyKey(caller.organizationId, key, hash);
  if (!claim) throw inProgress();
  if (!("claimedAt" in claim)) return replay(claim, hash);
  const keyed = { claim, isOver: false };
  try {
    const reply = await keyedRequest.run(keyed, run);
    await keepAnswer(
      claim,
      reply.status,
      // The response can contain data that is encrypted everywhere else, such as a new key's token or a monitor's headers.
      encrypt(JSON.stringify({ body: reply.body, headers: reply.headers }), contextOf(hash)).toString(
        "base64",
      ),
    );
    return reply;
  } catch (error) {
    await releaseKey(claim, error instanceof ApiError && error.status < 500);
    throw error;
  } finally {
    keyed.isOver = true;
  }
}

function inProgress(): ApiError {
  const text = "The first request with this Idempotency-Key is still in progress.";
  return new ApiError(409, text, null, { "Retry-After": "1" });
}

function replay(first: FirstAnswer, hash: Buffer): ApiReply {
  if (!first.request_hash.equals(hash)) {
    throw invalidField(IDEMPOTENCY_KEY, `${IDEMPOTENCY_KEY} was already used with a different request.`);
  }
  if (first.is_lost) {
    throw new ApiError(
      409,
      "The first request with this Idempotency-Key took effect, but the server stopped before it could answer. Look for what the request created; nothing was repeated.",
    );
  }
  if (first.status === null || first.body === null) {
    throw inProgress();
  }
  const kept = JSON.parse(decrypt(Buffer.from(first.body, "base64"), contextOf(hash))) as Pick<
    ApiReply,
    "headers"
  > & { body: string };
  return {
    status: first.status,
    headers: { ...kept.headers, "Idempotency-Replayed": "true" },
    body: kept.body,
  };
}

function contextOf(requestHash: Buffer): string {
  return `idempotency:${requestHash.toString("hex")}`;
}
