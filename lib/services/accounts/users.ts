import type { Account, UpdateAccount } from "@/lib/contract/accounts/accounts";
import type { User, UserFilter } from "@/lib/contract/accounts/users";
import { found } from "@/lib/contract/core/errors";
import { auditEdit } from "@/lib/services/core/audit";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { fieldChanges } from "@/lib/services/core/field-changes";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { isoSeconds } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import { selectUser, selectUsers, type UserRow, updateUser } from "@/lib/store/accounts/users";
import { tx } from "@/lib/store/core/tx";
import { personOf } from "./sessions";

export async function listUsers(caller: Caller, filter: UserFilter, page: Page): Promise<Listed<User>> {
  requirePermission(caller, "platform:read");
  return itemsOf(selectUsers(caller.organizationId, filter.email ?? [], page), toUser);
}

export async function getUser(caller: Caller, userId: number): Promise<User> {
  requirePermission(caller, "platform:read");
  return toUser(await readUser(caller, userId));
}

/** Returns the signed-in person's own account. */
export async function getAccount(caller: Caller): Promise<Account> {
  const { id, name, email, role, phone } = await readUser(caller, personOf(caller));
  return { id, name, email, role, phone };
}

export async function updateAccount(caller: Caller, input: UpdateAccount): Promise<Account> {
  const userId = personOf(caller);
  const before = await readUser(caller, userId);
  await tx(async (trx) => {
    await updateUser(trx, userId, input);
    const subject = { type: "user", id: userId };
    await auditEdit(trx, caller, "user.updated", subject, fieldChanges(before, input));
  });
  return getAccount(caller);
}

async function readUser(caller: Caller, userId: number): Promise<UserRow> {
  return found(await selectUser(caller.organizationId, userId));
}

function toUser(row: UserRow): User {
  return {
    ...pick(row, "id", "name", "role", "email"),
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}
