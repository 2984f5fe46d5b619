import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { forget } from "@/lib/shared/once";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { MONITOR } from "@/lib/testing/scene";

const RUNS = Number(process.env.JUNK_RUNS ?? 150);
const accounts = useAccounts();
beforeAll(async () => {
  process.env.API_RATE_LIMIT = "1000000";
  forget("env");
});

const app = () => api(accounts.prjWrite);
const INCIDENT = { title: "Slow", impact: "unknown" };
const UPDATE = { state: "identified", content: "x" };

const nasty = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constantFrom(
    "__proto__",
    "\u202e",
    "\0",
    "\ud800",
    "9007199254740993",
    "2026-02-30T00:00:00Z",
    "0001-01-01T00:00:00Z",
    "275760-09-13T00:00:00Z",
    "https://",
    "http://[::1",
    "' or 1=1 --",
    "{{ event.id }}",
  ),
  fc.constantFrom(-1, 0, 1e308, 2 ** 53, 2 ** 63, 1.5, Number.MIN_VALUE),
  fc.array(fc.constant("a"), { minLength: 1, maxLength: 300 }),
);

/** Returns a valid body with some fields, including nested ones, replaced by junk. */
function spoiled(valid: object, fields: string[]) {
  return fc
    .dictionary(fc.constantFrom(...fields, "extra", "id", "project_id"), nasty, { maxKeys: 4 })
    .map((junk) => {
      const body = structuredClone(valid) as Record<string, unknown>;
      for (const [path, value] of Object.entries(junk)) {
        const [head = "", tail] = path.split(".");
        if (tail === undefined) body[head] = value;
        else if (typeof body[head] === "object" && body[head] !== null) {
          Object.assign(body[head], { [tail]: value });
        }
      }
      return body;
    });
}

const MONITOR_FIELDS = [
  "name",
  "protocol",
  "request",
  "request.url",
  "request.method",
  "request.headers",
  "request.body",
  "request.user_agent_secret",
  "request.host",
  "request.port",
  "regions",
  "interval",
  "timeout",
  "success_assertions",
  "incident_confirmations",
  "region_threshold",
  "tags",
  "paused",
];

async function never5xx(path: () => string, bodies: fc.Arbitrary<unknown>, created: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const answer = await app().post(path(), body);
      expect([created, 422, 400]).toContain(answer.status);
      if (answer.status !== 422) return;
      expect(Object.keys(answer.body.errors).length).toBeGreaterThan(0);
      expect(Object.keys(answer.body.errors)).not.toContain("");
      expect(answer.body.message.length).toBeGreaterThan(10);
    }),
    { numRuns: RUNS },
  );
}

describe("no body causes a server error, and every error names its field", () => {
  test("creating monitors of each protocol", async () => {
    const tcp = { ...MONITOR, protocol: "tcp", request: { host: "db.example.com", port: "5432" } };
    const icmp = { ...MONITOR, protocol: "icmp", request: { host: "192.0.2.1" } };
    const bodies = fc.oneof(...[MONITOR, tcp, icmp].map((valid) => spoiled(valid, MONITOR_FIELDS)));
    await never5xx(() => "/uptime/monitors", bodies, 201);
  });

  test("updating a monitor", async () => {
    const { body } = await app().post("/uptime/monitors", MONITOR);
    await never5xx(() => `/uptime/monitors/${body.id}`, spoiled({ request: {} }, MONITOR_FIELDS), 200);
    const read = await app().get(`/uptime/monitors/${body.id}`);
    expect(read.status).toBe(200);
    const { id, project_id, status, observed_regions, created_at, updated_at, ...again } = read.body;
    expect((await app().post("/uptime/monitors", again)).status).toBe(201);
  });

  test("incidents and their updates", async () => {
    const fields = ["title", "description", "impact", "incident_at", "recovery_at", "monitors", "tags"];
    await never5xx(() => "/uptime/incidents", spoiled(INCIDENT, fields), 201);
    const { body } = await app().post("/uptime/incidents", INCIDENT);
    await never5xx(() => `/uptime/incidents/${body.id}`, spoiled({}, fields), 200);
    await never5xx(
      () => `/uptime/incidents/${body.id}/updates`,
      spoiled(UPDATE, ["state", "content", "published_at"]),
      201,
    );
    await never5xx(
      () => `/uptime/incidents/${body.id}/comments`,
      spoiled({ content: "x" }, ["content"]),
      201,
    );
  });

  test("queries of lists", async () => {
    const names = [
      "tag",
      "status",
      "protocol",
      "region",
      "search",
      "page",
      "per_page",
      "cursor",
      "from",
      "to",
      "monitor_id",
    ];
    const { body } = await app().post("/uptime/monitors", MONITOR);
    const paths = [
      "/uptime/monitors",
      "/uptime/incidents",
      `/uptime/monitors/${body.id}/results`,
      `/uptime/monitors/${body.id}/report`,
      "/uptime/reports",
      "/uptime/tags",
      "/uptime/certificates",
    ];
    const query = fc.array(
      fc.tuple(
        fc.constantFrom(...names),
        fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("2026-01-01T00:00:00Z", "1", "-1", "1e9")),
      ),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), query, async (path, pairs) => {
        const answer = await app().get(`${path}?${new URLSearchParams(pairs)}`);
        expect([200, 422]).toContain(answer.status);
      }),
      { numRuns: RUNS },
    );
  });
});

test("returns text exactly as it was sent", async () => {
  const naughty = fc
    .string({ unit: "grapheme", minLength: 2, maxLength: 40 })
    .map((value) => value.normalize().trim())
    .filter((value) => [...value].length >= 2 && [...value].length <= 45);
  await fc.assert(
    fc.asyncProperty(naughty, async (name) => {
      const answer = await app().post("/uptime/monitors", { ...MONITOR, name });
      if (answer.status === 201) expect(answer.body.name).toBe(name);
      else expect(answer.body.errors).toHaveProperty("name");
    }),
    { numRuns: RUNS },
  );
});
