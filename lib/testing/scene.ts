import { beforeAll, beforeEach } from "vitest";
import type { Permission } from "@/lib/contract/core/endpoint";
import type { Caller } from "@/lib/services/core/caller";
import { db } from "@/lib/store/core/pool";
import { useDatabase } from "./database";

const ALL: Permission[] = [
  "platform:read",
  "platform:write",
  "uptime:read",
  "uptime:write",
  "incidents:moderate",
];

/** An organization with one project and its callers, inserted directly, for tests of services. */
export interface Scene {
  readonly organizationId: number;
  readonly projectId: number;
  caller(change?: Partial<Caller>): Caller;
}

let scenes = 0;

export async function makeScene(prefix = "APP"): Promise<Scene> {
  scenes += 1;
  const organization = await db()
    .insertInto("organizations")
    .values({ name: `Acme ${scenes}` })
    .returning("id")
    .executeTakeFirstOrThrow();
  const project = await db()
    .insertInto("projects")
    .values({
      organization_id: organization.id,
      name: `App ${scenes}`,
      slug: `app-${scenes}`,
      incident_prefix: prefix,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const caller = (change: Partial<Caller> = {}): Caller => ({
    kind: "api_key",
    id: 1,
    label: "Test key",
    organizationId: organization.id,
    projectId: project.id,
    userId: null,
    role: null,
    permissions: new Set(ALL),
    ...change,
  });
  return { organizationId: organization.id, projectId: project.id, caller };
}

/** Sets up a database for the file and a scene: a new one before each test, or one for the whole file. Call at the top of a test file. */
export function useScene(lasts: "test" | "file" = "test"): Scene {
  const scene = {} as Scene;
  useDatabase();
  const before = lasts === "test" ? beforeEach : beforeAll;
  before(async () => void Object.assign(scene, await makeScene()));
  return scene;
}

/** A monitor body with only the required fields. */
export const MONITOR = {
  name: "Shop",
  protocol: "http",
  request: { method: "GET", url: "https://example.com/health" },
  regions: ["eu-deu-fra", "na-usa-iad"],
} as const;

/** A status page body with only the required fields. */
export const STATUS_PAGE = {
  name: "Acme",
  subdomain: "acme",
  title: "Acme status",
  description: "Live state.",
  website_url: "https://example.com",
  search_engine_indexed: false,
  components: [],
};
