import { beforeAll, beforeEach } from "vitest";
import { makeToken, type TokenKind } from "@/lib/services/accounts/api-token";
import { pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";

type Access = "none" | "read" | "write";

/** People, projects, and credentials for tests. No one else may ever see the foreign organization. */
export interface TestAccounts {
  readonly organizationId: number;
  readonly users: {
    readonly ada: number;
    readonly ben: number;
    readonly cleo: number;
    readonly foreign: number;
  };
  readonly projects: { readonly app: number; readonly other: number; readonly foreign: number };
  /** Organization keys, which need a project header on project endpoints. */
  readonly orgWrite: string;
  readonly orgRead: string;
  /** Keys of the project `app`. */
  readonly prjWrite: string;
  readonly prjRead: string;
  /** A key of the project `other`, in the same organization. */
  readonly otherWrite: string;
  /** User tokens: owner, admin, and a member who is in `app` only. */
  readonly adaToken: string;
  readonly benToken: string;
  readonly cleoToken: string;
  /** A write key of the foreign organization's project. */
  readonly foreignWrite: string;
  readonly foreignOrgWrite: string;
}

export const TEST_PASSWORD = "correct horse battery staple";
/** Its Argon2id hash at the least cost, because each check at the product's takes 25 ms of CPU. */
const TEST_PASSWORD_HASH =
  "$argon2id$v=19$m=8,t=1,p=1$e4JcQNe0FHaWiDb0cnvXFg$pXATfe+k42bCOFfEMlEOr3v2TPClRaGju+y+614L5ow";

async function one(text: string, values: unknown[]): Promise<number> {
  const { rows } = await pool().query<{ id: number }>(`${text} returning id`, values);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("Could not insert the test accounts.");
  return id;
}

async function makeUser(organizationId: number, name: string, role: string): Promise<number> {
  return one("insert into users (organization_id, name, email, role) values ($1, $2, $3, $4)", [
    organizationId,
    name,
    `${name.toLowerCase()}-${organizationId}@example.com`,
    role,
  ]);
}

async function makeProject(organizationId: number, name: string, members: number[]): Promise<number> {
  const id = await one(
    "insert into projects (organization_id, name, slug, incident_prefix) values ($1, $2, $2, upper($2))",
    [organizationId, name],
  );
  for (const userId of members) {
    await run`insert into project_members (project_id, user_id) values (${id}, ${userId})`;
  }
  return id;
}

interface KeyOwner {
  organizationId: number;
  projectId?: number;
  userId?: number;
}

/** Creates a valid token of any kind with these access levels. */
export async function makeKey(
  kind: TokenKind,
  owner: KeyOwner,
  platform: Access,
  uptime: Access,
): Promise<string> {
  const made = makeToken(kind);
  await one(
    `insert into api_keys (organization_id, project_id, user_id, kind, name, prefix, last_four, token_hash, platform_access,
      uptime_access) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      owner.organizationId,
      owner.projectId ?? null,
      owner.userId ?? null,
      kind,
      `${kind} ${platform} ${uptime}`,
      made.prefix,
      made.lastFour,
      made.hash,
      platform,
      uptime,
    ],
  );
  return made.token;
}

/** Creates organization "Acme" with owner Ada, admin Ben and member Cleo, projects `app` and `other`, and a foreign organization. */
export async function createTestAccounts(): Promise<TestAccounts> {
  const organizationId = await one("insert into organizations (name) values ('Acme')", []);
  const [ada, ben, cleo] = [
    await makeUser(organizationId, "Ada", "owner"),
    await makeUser(organizationId, "Ben", "admin"),
    await makeUser(organizationId, "Cleo", "member"),
  ];
  const app = await makeProject(organizationId, "app", [ada, ben, cleo]);
  const other = await makeProject(organizationId, "other", [ada, ben]);
  const foreignOrganizationId = await one("insert into organizations (name) values ('Foreign')", []);
  const foreignUser = await makeUser(foreignOrganizationId, "Mallory", "owner");
  const foreign = await makeProject(foreignOrganizationId, "foreign", [foreignUser]);
  const organization = { organizationId };
  const key = (projectId: number, access: Access) =>
    makeKey("project", { organizationId, projectId }, access, access);
  const user = (userId: number) => makeKey("user", { organizationId, userId }, "write", "write");
  return {
    organizationId,
    users: { ada, ben, cleo, foreign: foreignUser },
    projects: { app, other, foreign },
    orgWrite: await makeKey("organization", organization, "write", "write"),
    orgRead: await makeKey("organization", organization, "read", "read"),
    prjWrite: await key(app, "write"),
    prjRead: await key(app, "read"),
    otherWrite: await key(other, "write"),
    adaToken: await user(ada),
    benToken: await user(ben),
    cleoToken: await user(cleo),
    foreignWrite: await makeKey(
      "project",
      { organizationId: foreignOrganizationId, projectId: foreign },
      "write",
      "write",
    ),
    foreignOrgWrite: await makeKey(
      "organization",
      { organizationId: foreignOrganizationId },
      "write",
      "write",
    ),
  };
}

/** Creates a database with test accounts, once for the file or before each test, and lifts the rate limit. Call at the top of a test file. */
export function useAccounts(lasts: "test" | "file" = "file"): TestAccounts {
  const accounts = {} as TestAccounts;
  useDatabase();
  const before = lasts === "test" ? beforeEach : beforeAll;
  before(async () => {
    process.env.API_RATE_LIMIT = "1000000";
    Object.assign(accounts, await createTestAccounts());
  });
  return accounts;
}

/** Gives every account TEST_PASSWORD. */
export async function setPasswords(): Promise<void> {
  await run`update users set password_hash = ${TEST_PASSWORD_HASH}`;
}
