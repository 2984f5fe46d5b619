import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { endpoints } from "@/lib/contract/endpoints";
import { setPasswords, TEST_PASSWORD, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { type ApiAnswer, api } from "@/lib/testing/api";
import { valuesFor } from "@/lib/testing/arbitrary";
import { MONITOR, STATUS_PAGE } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();

/** Set PROPERTY_RUNS=2000 for a long run. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 30);
/** Each import is read in a process of its own. */
const PROCESS_RUNS = 5;
let cookie = "";
const ids: Record<string, number> = {};

beforeAll(async () => {
  const client = api(accounts.prjWrite);
  const make = async (name: string, path: string, body: unknown) => {
    const { status, body: made, text } = await client.post(path, body);
    expect([path, status, status === 201 ? "" : text]).toEqual([path, 201, ""]);
    ids[name] = made.id;
  };
  await make("monitorId", "/uptime/monitors", MONITOR);
  await make("incidentId", "/uptime/incidents", { title: "Down", impact: "partial_outage" });
  await make("incidentUpdateId", `/uptime/incidents/${ids.incidentId}/updates`, {
    state: "investigating",
    content: "x",
  });
  await make("commentId", `/uptime/incidents/${ids.incidentId}/comments`, { content: "x" });
  await make("integrationId", "/apps/email/integrations", {
    name: "Mail",
    settings: { members: [accounts.users.ada] },
  });
  await make("alertRuleId", "/alert-rules", {
    event: "uptime.incident.created",
    integration_id: ids.integrationId,
  });
  await make("statusPageId", "/uptime/status-pages", { ...STATUS_PAGE });
  Object.assign(ids, { projectId: accounts.projects.app, userId: accounts.users.ben });
  await setPasswords();
  const email = `ada-${accounts.organizationId}@example.com`;
  const signedIn = await api().post("/session", { email, password: TEST_PASSWORD });
  cookie = signedIn.headers["Set-Cookie"]?.split(";")[0] ?? "";
  expect((await callerOf({ scope: "session" }).get("/session")).status).toBe(200);
});

/** Endpoints written to repeatedly. Actions that probe, wait, or need a user have tests of their own. */
const written = endpoints.filter(
  ({ body, scope, id }) =>
    body && scope !== "runner" && !["checkUnsavedMonitor", "checkMonitor", "startTestIncident"].includes(id),
);
const read = endpoints.filter(({ query, scope, method }) => query && scope !== "runner" && method === "GET");

/** Returns a caller with access: a user of the organization, its key, or the project's key. */
function callerOf({ scope }: { scope: string }) {
  if (scope === "session") return api(undefined, { headers: { cookie, origin: "http://localhost:3000" } });
  return api(scope === "organization" ? accounts.orgWrite : accounts.prjWrite);
}

function pathOf(path: string): string {
  return path.replace("{app}", "email").replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1));
}

function requireNamed(answer: ApiAnswer, sent: unknown): void {
  const context = `${JSON.stringify(sent)} → ${answer.status} ${answer.text}`;
  expect(answer.status, context).toBeLessThan(500);
  if (answer.status !== 422) return;
  const fields = Object.keys(answer.body.errors ?? {});
  expect(fields.length, context).toBeGreaterThan(0);
  for (const field of fields) expect(field, context).not.toBe("");
  for (const text of Object.values(answer.body.errors).flat()) {
    expect(text, context).not.toMatch(
      /Invalid (input|string|option|key)|expected (string|number|object),|(?<!given )was undefined|\[object/,
    );
  }
  const total = Object.values(answer.body.errors).flat().length;
  expect(
    answer.body.message.endsWith(total > 1 ? ` (and ${total - 1} more error${total > 2 ? "s" : ""})` : "."),
    context,
  ).toBe(true);
}

describe("any body: no 5xx, and every 422 names its fields in our own wording", () => {
  test.each(written.map((endpoint) => [endpoint.id, endpoint] as const))("%s", async (_, endpoint) => {
    const schema = endpoint.body as z.ZodType;
    await fc.assert(
      fc.asyncProperty(valuesFor(schema), async (body) => {
        const answer = await callerOf(endpoint).post(pathOf(endpoint.path), JSON.stringify(body) ?? "");
        requireNamed(answer, body);
        const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
        if (answer.status < 300 && isObject)
          expect(schema.safeParse(body).success, JSON.stringify(body)).toBe(true);
      }),
      { numRuns: endpoint.id === "importConfiguration" ? PROCESS_RUNS : RUNS, endOnFailure: false },
    );
  });
});

describe("any query: no 5xx, and every 422 names its fields", () => {
  test.each(read.map((endpoint) => [endpoint.id, endpoint] as const))("%s", async (_, endpoint) => {
    await fc.assert(
      fc.asyncProperty(valuesFor(endpoint.query as z.ZodType), async (query) => {
        const search = new URLSearchParams();
        for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
          for (const item of [value].flat()) if (typeof item !== "object") search.append(name, String(item));
        }
        requireNamed(await callerOf(endpoint).get(`${pathOf(endpoint.path)}?${search}`), query);
      }),
      { numRuns: RUNS },
    );
  });
});

test("rejects text that PostgreSQL cannot store unchanged, naming the field at any depth", async () => {
  const client = api(accounts.prjWrite);
  for (const bad of ["\u0000", "a\ud800"]) {
    const request = { ...MONITOR.request, headers: [{ name: "X-Test", value: bad }] };
    const answer = await client.post("/uptime/monitors", { ...MONITOR, request });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["request.headers.0.value"]]);
    expect((await client.post("/uptime/monitors", { ...MONITOR, unknown: { [bad]: bad } })).status).toBe(201);
    expect((await api().post("/session", { email: bad, password: "x" })).status).toBe(422);
  }
  expect((await client.get("/users?email=%00")).status).toBe(422);
  expect((await client.get("/uptime/monitors?search=%00&unknown=%00")).body.errors).toHaveProperty("search");
  expect((await client.get("/uptime/monitors?unknown=%00")).status).toBe(200);
});

test("afterward no prototype has changed, and every list still follows its contract", async () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  for (const endpoint of endpoints.filter((one) => one.list && one.scope === "project")) {
    const answer = await api(accounts.prjWrite).get(`${pathOf(endpoint.path)}?per_page=100`);
    expect([endpoint.id, answer.status]).toEqual([endpoint.id, 200]);
  }
  const rows = await run`select count(*) as n from monitors`;
  expect(rows[0].n).toBeGreaterThan(0);
});
