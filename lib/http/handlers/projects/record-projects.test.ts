import { beforeAll, describe, expect, test } from "vitest";
import { setPasswords, TEST_PASSWORD, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { MONITOR, STATUS_PAGE } from "@/lib/testing/scene";

// Links in notifications do not name a project: anyone who can see the record learns where it is, and no one else learns that it
// exists.
const accounts = useAccounts();
type Kind = "incidents" | "monitors" | "maintenance" | "status-pages";
const ids = {} as Record<"other" | "foreign", Record<Kind, number>>;
const KINDS: Kind[] = ["incidents", "monitors", "maintenance", "status-pages"];
const MISSING = 987_654;

beforeAll(async () => {
  await setPasswords();
  ids.other = await records(accounts.otherWrite);
  ids.foreign = await records(accounts.foreignWrite);
});

/** Creates one record of each kind with a project's key. */
async function records(token: string): Promise<Record<Kind, number>> {
  const make = async (path: string, body: unknown): Promise<number> => {
    const answer = await api(token).post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id;
  };
  const monitor = await make("/uptime/monitors", MONITOR);
  return {
    monitors: monitor,
    incidents: await make("/uptime/incidents", { title: "Checkout is slow", impact: "degraded_performance" }),
    maintenance: await make("/uptime/maintenance-windows", {
      title: "Upgrade",
      monitors: [monitor],
      monitoring_mode: "mute",
      starts_at: inHours(1),
      ends_at: inHours(2),
    }),
    "status-pages": await make("/uptime/status-pages", {
      ...STATUS_PAGE,
      subdomain: `acme-${monitor}`,
    }),
  };
}
/** Returns a whole minute, as required for maintenance windows. */
const inHours = (hours: number) =>
  new Date(Math.floor(Date.now() / 60_000 + hours * 60) * 60_000).toISOString();

async function browserOf(name: string) {
  const email = `${name}-${accounts.organizationId}@example.com`;
  const { headers } = await api().post("/session", { email, password: TEST_PASSWORD });
  const cookie = headers["Set-Cookie"]?.split(";")[0] ?? "";
  return api(undefined, { headers: { cookie, origin: "http://localhost:3000" } });
}

describe.each(KINDS)("a link to one of the %s", (kind) => {
  const at = (id: number) => `/session/records/${kind}/${id}`;

  test("finds it in another project without switching the project", async () => {
    const ada = await browserOf("ada");
    const answer = await ada.get(at(ids.other[kind]));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ id: accounts.projects.other, name: "other", slug: "other" });
    expect((await ada.get("/session")).body.project.slug).toBe("app");
  });

  test("responds with the same 404 to a member outside that project, another organization and for a missing record", async () => {
    const cleo = await browserOf("cleo");
    const missing = await cleo.get(at(MISSING));
    expect(missing.status).toBe(404);
    for (const id of [ids.other[kind], ids.foreign[kind]]) {
      const refused = await cleo.get(at(id));
      expect([refused.status, refused.text]).toEqual([404, missing.text]);
    }
    const ada = await browserOf("ada");
    const foreign = await ada.get(at(ids.foreign[kind]));
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  });
});

test("returns nothing for keys and unknown kinds", async () => {
  expect((await api(accounts.orgWrite).get(`/session/records/monitors/${ids.other.monitors}`)).status).toBe(
    403,
  );
  const ada = await browserOf("ada");
  expect((await ada.get("/session/records/users/1")).status).toBe(404);
});

test("rejects requests from other sites", async () => {
  const ada = await browserOf("ada");
  const asked = await ada.get(`/session/records/monitors/${ids.other.monitors}`, {
    origin: "https://evil.example",
  });
  expect(asked.status).toBe(403);
});
