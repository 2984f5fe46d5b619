import { db } from "@/lib/store/core/pool";

/** Returns the ID of the organization's project with this slug, or null. */
export async function selectProjectBySlug(organizationId: number, slug: string): Promise<number | null> {
  const row = await db()
    .selectFrom("projects")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("slug", "=", slug)
    .executeTakeFirst();
  return row?.id ?? null;
}
