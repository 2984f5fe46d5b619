import type { CreatedKey, CreateKey, Key } from "@/lib/contract/accounts/keys";
import { forbidden, found, invalidField } from "@/lib/contract/core/errors";
import { audit } from "@/lib/services/core/audit";
import { type Caller, permissionsOfRole } from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { present } from "@/lib/shared/assert";
import { isoSeconds, now } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import {
  insertKey,
  type KeyListRow,
  type KeyReach,
  markRevoked,
  selectKey,
  selectKeys,
} from "@/lib/store/accounts/keys";
import { tx } from "@/lib/store/core/tx";
import { selectProject } from "@/lib/store/projects/projects";
import { makeToken } from "./api-token";
import { confirmPassword } from "./confirm-password";
import { personOf } from "./sessions";

/** Returns whether the caller manages all keys. Members manage only their own user tokens. */
function managesAll(caller: Caller): boolean {
  return caller.kind === "system" || caller.role === "owner" || caller.role === "admin";
}

function reachOf(caller: Caller): KeyReach {
  return { organizationId: caller.organizationId, userId: managesAll(caller) ? null : personOf(caller) };
}

export async function listKeys(caller: Caller, page: Page): Promise<Listed<Key>> {
  return itemsOf(selectKeys(reachOf(caller), page), toKey);
}

/** Creates a key or the caller's own user token. The token appears only in this response. */
export async function createKey(caller: Caller, input: CreateKey): Promise<CreatedKey> {
  if (input.kind !== "user" && !managesAll(caller))
    throw forbidden("Only owners and admins can create API keys.");
  if (input.expires_at && input.expires_at <= now())
    throw invalidField("expires_at", "expires_at must be in the future.");
  const isUser = input.kind === "user";
  if (!isUser && input.platform === "none" && input.uptime === "none")
    throw invalidField(
      "uptime",
      "A key must have read or write access to platform or uptime; got none for both.",
    );
  const projectId =
    input.kind === "project" ? await projectFor(caller, input.project_id ?? caller.projectId) : null;
  if (input.kind === "organization") await confirmPassword(caller, input.current_password);
  const made = makeToken(input.kind);
  const key = await tx(async (trx) => {
    const id = await insertKey(trx, {
      organizationId: caller.organizationId,
      projectId,
      userId: isUser ? personOf(caller) : null,
      kind: input.kind,
      name: input.name,
      prefix: made.prefix,
      lastFour: made.lastFour,
      tokenHash: made.hash,
      // A user token acts with the user's role; the key's access levels do not apply.
      platform: isUser ? "write" : input.platform,
      uptime: isUser ? "write" : input.uptime,
      createdBy: caller.userId,
      expiresAt: input.expires_at ?? null,
    });
    await audit(trx, caller, "key.created", { type: "api_key", id }, { name: input.name, kind: input.kind });
    return present(await selectKey(reachOf(caller), id, trx), "the new key");
  });
  return { ...toKey(key), token: made.token };
}

async function projectFor(caller: Caller, projectId: number | null): Promise<number> {
  if (projectId === null) throw invalidField("project_id", "project_id is required for a project key.");
  const reach = { organizationId: caller.organizationId, memberId: null, projectId: null };
  if (!(await selectProject(reach, projectId)))
    throw invalidField("project_id", `This organization has no project with the ID ${projectId}.`);
  return projectId;
}

/** Revokes a key from its next call on. Throws 404 for a key that the caller can't access and for a revoked one. */
export async function revokeKey(caller: Caller, keyId: number): Promise<void> {
  await tx(async (trx) => {
    const key = found(await selectKey(reachOf(caller), keyId, trx));
    await markRevoked(trx, keyId);
    await audit(
      trx,
      caller,
      "key.revoked",
      { type: "api_key", id: keyId },
      { name: key.name, kind: key.kind },
    );
  });
}

/** A user token acts with the user's role, which may have changed since. */
function accessOf(row: KeyListRow): Pick<Key, "platform" | "uptime"> {
  if (row.role === null) return { platform: row.platform_access, uptime: row.uptime_access };
  const granted = permissionsOfRole(row.role);
  const access = (product: "platform" | "uptime") => (granted.has(`${product}:write`) ? "write" : "read");
  return { platform: access("platform"), uptime: access("uptime") };
}

function toKey(row: KeyListRow): Key {
  return {
    ...pick(row, "id", "kind", "name"),
    project: row.project_id === null ? null : { id: row.project_id, name: row.project_name ?? "" },
    prefix: row.prefix,
    last_four: row.last_four,
    ...accessOf(row),
    created_by: row.created_by_name,
    last_used_at: row.last_used_at && isoSeconds(row.last_used_at),
    expires_at: row.expires_at && isoSeconds(row.expires_at),
    created_at: isoSeconds(row.created_at),
  };
}
