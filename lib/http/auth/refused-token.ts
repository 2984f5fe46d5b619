import { isTokenForm } from "@/lib/services/accounts/api-token";
import { trace } from "@/lib/services/accounts/traces";
import { log } from "@/lib/shared/log";
import { sha256 } from "@/lib/shared/secret";
import { selectRefusedKey } from "@/lib/store/accounts/credentials";
import { selectOnlyOrganization } from "@/lib/store/accounts/organizations";

/**
 * Records that a token was refused, without delaying the response: one that was revoked or has expired with its key, any other only with
 * the address.
 */
export function traceRefusedToken(token: string | null, address: string): void {
  record(token, address).catch((error: unknown) => log.warn("could not record a refused token", { error }));
}

async function record(token: string | null, address: string): Promise<void> {
  const key = token !== null && isTokenForm(token) ? await selectRefusedKey(sha256(token)) : null;
  if (key) {
    const { id, name, organization_id: organizationId } = key;
    const actor = { type: "api_key", id, label: name } as const;
    const entry = { organizationId, actor, subject: { type: "api_key", id } };
    const detail = { name, why: key.is_revoked ? "revoked" : "expired" };
    return trace({ action: "key.refused", entry, address, detail });
  }
  const organizationId = await selectOnlyOrganization();
  const actor = { type: "system", id: null, label: "API" } as const;
  const entry = organizationId === null ? null : { organizationId, actor, subject: null };
  trace({ action: "access.unauthenticated", entry, address });
}
