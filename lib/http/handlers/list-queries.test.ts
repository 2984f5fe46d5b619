import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/store/core/pool";
import { api } from "@/lib/testing/api";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR } from "@/lib/testing/scene";
import { statements } from "@/lib/testing/statements";
import { createTestAccounts, type TestAccounts } from "@/lib/testing/test-accounts";

useDatabase();
const COUNT = 50;
let accounts: TestAccounts;
const client = () => api(accounts.prjWrite);

beforeAll(async () => {
  process.env.API_RATE_LIMIT = "100000";
  accounts = await createTestAccounts();
  const start = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000);
  const end = new Date(start.getTime() + 3_600_000);
  for (let index = 0; index < COUNT; index += 1) {
    const made = [
      await client().post("/uptime/monitors", { ...MONITOR, name: `Shop ${index}`, tags: [`tag-${index}`] }),
    ];
    const monitors = [made[0]?.body.id];
    made.push(await client().post("/uptime/incidents", { title: "Slow", impact: "unknown", monitors }));
    made.push(
      await client().post("/uptime/maintenance-windows", {
        title: "Upgrade",
        starts_at: start.toISOString(),
        ends_at: end.toISOString(),
        monitors,
      }),
      await client().post("/uptime/status-pages", {
        name: `Page ${index}`,
        subdomain: `page-${index}`,
        title: "Status",
        description: "Live status",
        website_url: "https://example.com",
        search_engine_indexed: false,
        components: [
          { componentable_type: "uptime/monitor", componentable_id: monitors[0], display_name: null },
        ],
      }),
    );
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  }
  await pool().query(
    `insert into monitor_certificates (project_id, monitor_id, region, fingerprint_sha256, serial_number, not_before, not_after)
     select project_id, id, 'eu-deu-fra', id, '1', now(), now() + interval '30 days' from monitors`,
  );
}, 60_000);

/** Returns the number of items that a list answers with and the number of queries that it took. */
async function cost(path: string, perPage: number): Promise<{ items: number; queries: number }> {
  const page = `${path}${path.includes("?") ? "&" : "?"}per_page=${perPage}&with_total=true`;
  let items = 0;
  const sent = await statements(async () => {
    const { status, body } = await client().get(page);
    expect([status, body.meta.total]).toEqual([200, COUNT]);
    items = body.data.length;
  });
  // A key's last use is recorded now and then, in the background.
  return { items, queries: sent.filter((text) => !/^\s*update /i.test(text)).length };
}

test.each([
  "/uptime/monitors?sort=state",
  "/uptime/incidents?sort=-incident_at",
  "/uptime/maintenance-windows",
  "/uptime/coming-maintenance",
  "/uptime/status-pages",
  "/uptime/certificates",
  "/uptime/tags",
])("%s needs as many queries for 50 items as for 5", async (path) => {
  await cost(path, COUNT);
  const few = await cost(path, 5);
  const many = await cost(path, COUNT);
  expect([few.items, many.items]).toEqual([5, COUNT]);
  expect(many.queries).toBe(few.queries);
  expect(many.queries).toBeLessThanOrEqual(8);
});

test("the overview needs at most 12 queries, including those that check the caller", async () => {
  const { length: queries } = await statements(async () => {
    const { body } = await client().get("/uptime/overview");
    expect(body.open_incidents.total).toBe(COUNT);
  });
  expect(queries).toBeGreaterThan(3);
  expect(queries).toBeLessThanOrEqual(12);
});
