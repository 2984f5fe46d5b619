import http from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import type { ImportResult } from "@/lib/contract/config-file/imports";
import { setEnv } from "@/lib/shared/env";
import { db } from "@/lib/store/core/pool";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { requireComplete } from "./imports";

const accounts = useAccounts("test");
afterEach(() => vi.restoreAllMocks());

const client = () => api(accounts.prjWrite);
const send = async (body: object): Promise<ImportResult> =>
  (await client().post("/uptime/imports", body)).body;
const accounted = ({ items, skipped }: ImportResult) =>
  items.filter(({ action }) => action !== "left" && action !== "delete").length + skipped.length;

const GATUS = `
endpoints:
  - { name: 支付, url: "icmp://a.example.com", conditions: ["[CONNECTED] == true"] }
  - { name: 登录, url: "icmp://b.example.com", conditions: ["[CONNECTED] == true"] }
  - { name: "Shop!", url: "icmp://c.example.com", conditions: ["[CONNECTED] == true"] }
  - { name: shop, url: "icmp://d.example.com", conditions: ["[CONNECTED] == true"] }
  - { name: constructor, url: "icmp://e.example.com", conditions: ["[CONNECTED] == true"] }
  - { name: lan, url: "icmp://10.0.0.7", conditions: ["[CONNECTED] == true"] }
  - { name: body, url: "https://f.example.com", method: POST, body: "\${WHOLE}", conditions: ["[STATUS] == 200"] }
external-endpoints:
  - { name: cron, token: x }
`;

test("accounts for every item of a file, the first time and again", async () => {
  const first = await send({ source: "gatus", file: GATUS });
  expect([first.total, accounted(first), first.skipped.map(({ name }) => name)]).toEqual([
    8,
    8,
    ["cron", "lan"],
  ]);
  expect(first.problems).toEqual([]);
  const again = await send({ source: "gatus", file: GATUS });
  expect([again.total, accounted(again)]).toEqual([8, 8]);
  expect(again.items.every(({ action }) => action === "unchanged")).toBe(true);
});

test("lists existing monitors that a page uses, and names the components that it loses", async () => {
  await client().post("/uptime/monitors", {
    name: "Shop",
    protocol: "icmp",
    request: { host: "shop.example.com" },
    regions: ["eu-deu-fra"],
  });
  const components = ["Shop", "Shop", "Checkout"].map((name, at) => ({ id: `c${at}`, name, group_id: null }));
  const page = { id: "p", name: `Acme ${accounts.projects.app}`, url: "https://acme.example.com" };
  const result = await send({ source: "statuspage", file: JSON.stringify({ page, components }) });
  expect([result.total, accounted(result)]).toEqual([4, 4]);
  expect(result.items.filter(({ action }) => action === "unchanged").map(({ name }) => name)).toEqual([
    "Shop",
  ]);
});

test("refuses an import that would lose an item, and logs it", async () => {
  const lines = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const unchanged = { action: "unchanged" } as const;
  expect(() => requireComplete("gatus", 2, [unchanged], [])).toThrow(
    "Nothing was imported. The file has 2 items",
  );
  expect(() => requireComplete("gatus", 2, [unchanged], [{ name: "a", reason: "b" }])).not.toThrow();
  expect(String(lines.mock.calls[0]?.[0])).toContain("an import lost items");
});

test("names the windows of a file that have ended", async () => {
  const ended = {
    title: "Old",
    starts_at: "2020-01-01T00:00:00Z",
    ends_at: "2020-01-01T01:00:00Z",
    monitors: ["a"],
  };
  const file = JSON.stringify({ version: 1, project: "app", maintenance_windows: { ended } });
  const result = await send({ source: "vedette", file });
  expect(result).toMatchObject({ total: 1, skipped: [{ name: "maintenance_windows.ended" }] });
});

const monitor = {
  name: "Shop",
  protocol: "icmp",
  request: { host: "shop.example.com" },
  regions: ["eu-deu-fra"],
};
const pageFields = (subdomain: string) => ({
  ...{ name: "Acme", subdomain, title: "Acme", description: "Status of Acme." },
  ...{ website_url: "https://acme.example.com", search_engine_indexed: true, components: [] as object[] },
});

test("refuses a page with too many components the same way through file, import, and API", async () => {
  const { body: shop } = await client().post("/uptime/monitors", monitor);
  const page = pageFields(`big-${accounts.projects.app}`);
  const text = "components must contain at most 1,000 monitors; got 1,001.";
  const group = (components: object[]) => [{ is_expanded: false, components }];
  const own = Array.from({ length: 500 }, () => ({
    componentable_type: "uptime/monitor",
    componentable_id: shop.id,
  }));
  const more = [...own, { componentable_type: "uptime/monitor", componentable_id: shop.id }];
  const sent = await client().post("/uptime/status-pages", {
    ...page,
    components: [own, more].flatMap((some) =>
      group(some).map((one) => ({ ...one, componentable_type: "uptime/group", name: "All" })),
    ),
  });
  expect([sent.status, sent.body.errors.components]).toEqual([422, [text]]);
  const keyed = [own, more].flatMap((some) =>
    group(some.map(() => ({ monitor: "shop" }))).map((one) => ({ ...one, group: "All" })),
  );
  const file = JSON.stringify({
    version: 1,
    project: "app",
    monitors: { shop: monitor },
    status_pages: { big: { ...page, components: keyed } },
  });
  expect((await send({ source: "vedette", file, preview: true })).problems).toEqual([
    `status_pages.big.components: ${text}`,
  ]);
  const components = Array.from({ length: 1001 }, (_, at) => ({
    id: `c${at}`,
    name: `Part ${at}`,
    group_id: "g",
  }));
  const summary = { page: { id: "p", name: "Big", url: "https://x.example.com" } };
  const all = [{ id: "g", name: "All", group: true }, ...components];
  const imported = await send({
    source: "statuspage",
    file: JSON.stringify({ ...summary, components: all }),
    preview: true,
  });
  expect(imported.skipped).toEqual([{ name: "Big", reason: expect.stringContaining("at most 1,000 items") }]);
});

test("one page that breaks the limits or can't be read never breaks a list, an export, or an import", async () => {
  const { body: shop } = await client().post("/uptime/monitors", monitor);
  const { body: page } = await client().post(
    "/uptime/status-pages",
    pageFields(`odd-${accounts.projects.app}`),
  );
  const known = { componentable_type: "uptime/monitor", componentable_id: shop.id, display_name: null };
  const stored = [...Array.from({ length: 300 }, () => known), { componentable_type: "unknown" }, 7];
  const theme = { light: { background: "not a color" } };
  await sql`update status_pages set components = ${JSON.stringify(stored)}::jsonb, theme = ${JSON.stringify(theme)}::jsonb where id = ${page.id}`.execute(
    db(),
  );
  const listed = await client().get("/uptime/status-pages");
  expect([listed.status, listed.body.data[0].components.length]).toEqual([200, 300]);
  expect((await client().get(`/uptime/status-pages/${page.id}/current-status`)).status).toBe(200);
  expect((await client().get("/uptime/configuration")).status).toBe(200);
  expect((await send({ source: "gatus", file: GATUS })).applied).toBe(true);
  const drawn = await client().post(`/uptime/status-pages/${page.id}/preview`, {});
  expect([drawn.status, drawn.body.html.includes("Shop")]).toEqual([200, true]);
});

test("keeps the path of a status page's address, and falls back to the top of its host", async () => {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(String(request.url));
    const found =
      request.url === "/status/acme/api/v2/summary.json" || request.url === "/api/v2/summary.json";
    const page = { id: "p", name: `Acme ${accounts.projects.app}`, url: "https://acme.example.com" };
    response.writeHead(found ? 200 : 404).end(JSON.stringify({ page, components: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    setEnv({ ALLOW_PRIVATE_TARGETS: "127.0.0.0/8" });
    for (const address of ["/status/acme/", "/history"])
      expect((await send({ source: "statuspage", url: `${base}${address}`, preview: true })).total).toBe(1);
    expect(asked).toEqual([
      "/status/acme/api/v2/summary.json",
      "/history/api/v2/summary.json",
      "/api/v2/summary.json",
    ]);
  } finally {
    delete process.env.ALLOW_PRIVATE_TARGETS;
    setEnv({});
    server.close();
  }
});
