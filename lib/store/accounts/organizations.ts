import { sql } from "kysely";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

export interface OrganizationRow {
  id: number;
  name: string;
  plan: "hobby" | "scale";
}

export async function selectOrganization(id: number): Promise<OrganizationRow> {
  return db()
    .selectFrom("organizations")
    .select(["id", "name", "plan"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

export async function renameOrganization(trx: Tx, id: number, name: string): Promise<void> {
  await trx.updateTable("organizations").set({ name, updated_at: sql`now()` }).where("id", "=", id).execute();
}

/** Returns the only organization of this installation; null if there are several. */
export async function selectOnlyOrganization(): Promise<number | null> {
  const [first, second] = await db().selectFrom("organizations").select("id").limit(2).execute();
  return first && !second ? first.id : null;
}

/** Returns whether this installation has more than one organization. */
export async function hasSeveralOrganizations(trx: Tx): Promise<boolean> {
  const rows = await trx.selectFrom("organizations").select("id").limit(2).execute();
  return rows.length > 1;
}
