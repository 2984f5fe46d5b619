import { db } from "@/lib/store/core/pool";

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Returns some of a project's monitors by name, lowest IDs first. */
export function selectMonitorNames(projectId: number, afterId: number, limit: number): Promise<Named[]> {
  return db()
    .selectFrom("monitors")
    .select(["id", "name"])
    .where("project_id", "=", projectId)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Returns some of a project's status pages by subdomain, lowest IDs first. */
export function selectPageNames(projectId: number, afterId: number, limit: number): Promise<Named[]> {
  return db()
    .selectFrom("status_pages")
    .select(["id", "subdomain as name"])
    .where("project_id", "=", projectId)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Returns some of a project's monitors whose requests have encrypted parts, lowest IDs first. */
export function selectEncryptedRequests(projectId: number, afterId: number, limit: number) {
  return db()
    .selectFrom("monitors")
    .select(["id", "name", "request", "request_secrets"])
    .where("project_id", "=", projectId)
    .where("id", ">", afterId)
    .where("request_secrets", "is not", null)
    .orderBy("id")
    .limit(limit)
    .execute();
}
