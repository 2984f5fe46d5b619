import { conflict, forbidden } from "@/lib/contract/core/errors";
import { hasOtherOwner } from "@/lib/store/accounts/members";
import type { Tx } from "@/lib/store/core/tx";
import type { Caller } from "./caller";

type Role = "owner" | "admin" | "member";

/** Owners are made, changed and removed by owners (and by who has the machine). Throws 403. */
export function requireAuthorityOver(caller: Caller, role: Role): void {
  if (role !== "owner" || caller.role === "owner" || caller.kind === "system") return;
  throw forbidden("This action on an owner needs the owner role.");
}

/** An organization is never without an owner. Call with the organization locked. Throws 409. */
export async function requireAnotherOwner(trx: Tx, organizationId: number, userId: number): Promise<void> {
  if (await hasOtherOwner(trx, organizationId, userId)) return;
  throw conflict("This is the only owner: make somebody else an owner first.");
}
