import { beforeEach, expect, test } from "vitest";
import { passwordMatches } from "@/lib/services/accounts/password";
import { forget } from "@/lib/shared/once";
import { sha256 } from "@/lib/shared/secret";
import { db } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";
import { firstOwner } from "./owner-link";

useDatabase();

beforeEach(async () => {
  await run`truncate organizations cascade`;
  setVariables({});
});

function setVariables(values: Record<string, string>): void {
  for (const name of ["OWNER_EMAIL", "OWNER_PASSWORD", "APP_URL"]) delete process.env[name];
  Object.assign(process.env, values);
  forget("env");
}

const links = () => db().selectFrom("access_links").selectAll().execute();

test("creates an organization, a project and a link valid for a day on first start, storing only its digest", async () => {
  setVariables({ APP_URL: "https://status.example.org/" });
  const link = await firstOwner();
  expect(link).toMatch(/^https:\/\/status\.example\.org\/setup\/[\w-]{43}$/);
  const [stored] = await links();
  expect(stored?.token_hash).toEqual(sha256(link?.split("/").at(-1) ?? ""));
  const hours = ((stored?.expires_at.getTime() ?? 0) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);
  const projects = await db().selectFrom("projects").selectAll().execute();
  expect(projects.map((project) => [project.slug, project.organization_id])).toEqual([
    ["main", stored?.organization_id],
  ]);
});

test("replaces the link on later starts without an owner, and creates none afterward", async () => {
  const first = await firstOwner();
  const second = await firstOwner();
  expect(second).not.toBe(first);
  expect(await links()).toHaveLength(1);
  await run`insert into users (organization_id, name, email, role) select id, 'Ada', 'ada@example.org', 'owner'
    from organizations`;
  expect(await firstOwner()).toBeNull();
  expect(await db().selectFrom("organizations").selectAll().execute()).toHaveLength(1);
});

test("creates the owner once from OWNER_EMAIL and OWNER_PASSWORD, as a member of the first project", async () => {
  setVariables({ OWNER_EMAIL: "ada.lovelace@example.org", OWNER_PASSWORD: "a long enough password" });
  expect(await firstOwner()).toBeNull();
  expect(await firstOwner()).toBeNull();
  const users = await db().selectFrom("users").selectAll().execute();
  expect(users.map((user) => [user.name, user.role])).toEqual([["Ada Lovelace", "owner"]]);
  const hash = users[0]?.password_hash ?? "";
  expect(hash).toMatch(/^\$argon2id\$/);
  expect(await passwordMatches(hash, "a long enough password")).toBe(true);
  expect(await passwordMatches(hash, "another password")).toBe(false);
  expect(await db().selectFrom("project_members").selectAll().execute()).toHaveLength(1);
  expect(await links()).toHaveLength(0);
});

test("rejects one of the two variables alone", async () => {
  setVariables({ OWNER_EMAIL: "ada@example.org" });
  await expect(firstOwner()).rejects.toThrow("OWNER_EMAIL and OWNER_PASSWORD must be set together");
});

test("creates one organization when two servers start on an empty database at the same moment", async () => {
  await Promise.all([firstOwner(), firstOwner(), firstOwner()]);
  expect(await db().selectFrom("organizations").selectAll().execute()).toHaveLength(1);
  expect(await links()).toHaveLength(1);
});
