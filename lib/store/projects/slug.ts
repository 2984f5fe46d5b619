import { db } from "@/lib/store/core/pool";

/** Returns the ID of the organization's project with this slug, or null. */
export async function selectProjectBySlug(organizationId: number, slug: string): Promise<number | null> {
  const row = await db()
    .selectFrom("projects")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("slug", "=", slug)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function selectProjectSlug(projectId: number): Promise<string> {
  const row = await db()
    .selectFrom("projects")
    .select("slug")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  return row.slug;
}
