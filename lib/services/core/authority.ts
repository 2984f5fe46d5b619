import { conflict, forbidden } from "@/lib/contract/core/errors";
import { hasOtherOwner } from "@/lib/store/accounts/members";
import type { Tx } from "@/lib/store/core/tx";
import type { Caller } from "./caller";

type Role = "owner" | "admin" | "member";

/**
 * Throws 403 unless the caller may create, change, or remove owners: another owner, or anyone with access to the
 * machine.
 */
export function requireAuthorityOver(caller: Caller, role: Role): void {
  if (role !== "owner" || caller.role === "owner" || caller.kind === "system") return;
  throw forbidden("Only owners can do this to an owner.");
}

/** Ensures that the organization keeps an owner. Call with the organization locked. Throws 409. */
export async function requireAnotherOwner(trx: Tx, organizationId: number, userId: number): Promise<void> {
  if (await hasOtherOwner(trx, organizationId, userId)) return;
  throw conflict("This is the only owner. Make someone else an owner first.");
}
