import http from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { setEnv } from "@/lib/shared/env";
import { db } from "@/lib/store/core/pool";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { kumaDatabase, sqliteDatabase } from "@/lib/testing/kuma-database";

const accounts = useAccounts("test");

const write = (token = accounts.prjWrite) => api(token);
const monitors = async () => (await write().get("/uptime/monitors?sort=id")).body.data;
const dataUrl = (bytes: Buffer) => `data:application/octet-stream;base64,${bytes.toString("base64")}`;
const send = async (body: object) => (await write().post("/uptime/imports", body)).body;
const actions = (result: { items: { kind: string; name: string; action: string }[] }) =>
  result.items.map(({ kind, name, action }) => `${action} ${kind} ${name}`);

const GATUS = (url: string) => `
endpoints:
  - name: Shop
    url: ${url}
    interval: 45s
    headers: { Authorization: "Bearer leak-gatus" }
    conditions: ["[STATUS] == 200"]
  - name: Shell
    url: sctp://example.com:22
`;

test("imports an Uptime Kuma database with its status page; a second import changes nothing, even after renaming", async () => {
  const body = { source: "uptime_kuma", file: dataUrl(await kumaDatabase(`acme-${accounts.projects.app}`)) };
  const preview = await send({ ...body, preview: true });
  expect(actions(preview)).toEqual([
    "create monitors Shop",
    "create monitors Database",
    "create monitors Nightly backup",
    "create status_pages Acme",
  ]);
  expect(preview.skipped).toEqual([]);
  expect(await monitors()).toEqual([]);
  expect((await send(body)).applied).toBe(true);
  const [shop] = await monitors();
  expect(shop).toMatchObject({
    name: "Shop",
    tags: ["web"],
    request: { auth: "basic", auth_secret: "••••••" },
  });
  const { data: pages } = (await write().get("/uptime/status-pages")).body;
  expect(pages[0].components).toMatchObject([
    { name: "Europe", components: [{ componentable_id: shop.id }, {}, {}] },
  ]);
  await write().post(`/uptime/monitors/${shop.id}`, { name: "Store" });
  const again = await send(body);
  expect(actions(again)).toEqual([
    "update monitors Shop",
    "unchanged monitors Database",
    "unchanged monitors Nightly backup",
    "unchanged status_pages Acme",
  ]);
  expect(again.items[0].changes).toEqual([{ field: "name", before: "Store", after: "Shop" }]);
  expect(actions(await send(body)).every((line) => line.startsWith("unchanged"))).toBe(true);
  expect(await monitors()).toHaveLength(3);
});

test("updates a monitor with the same name and target, and creates one with the same name and another target", async () => {
  const mine = {
    name: "Shop",
    protocol: "http",
    request: { method: "GET", url: "https://shop.example.com/" },
    regions: ["na-usa-iad"],
  };
  await write().post("/uptime/monitors", mine);
  const same = await send({ source: "gatus", file: GATUS("https://shop.example.com/health") });
  expect(actions(same)).toEqual(["update monitors Shop"]);
  expect(await monitors()).toMatchObject([{ regions: ["na-usa-iad"], interval: 30 }]);
  const elsewhere = {
    source: "better_stack",
    file: JSON.stringify({
      data: [
        {
          id: "1",
          attributes: {
            pronounceable_name: "Shop",
            monitor_type: "status",
            url: "https://other.example.com",
          },
        },
      ],
    }),
  };
  expect(actions(await send(elsewhere))).toEqual(["create monitors Shop"]);
  expect(actions(await send(elsewhere))).toEqual(["unchanged monitors Shop"]);
  expect(await monitors()).toHaveLength(2);
});

test("skips monitors of networks that this installation may not reach, including on pages", async () => {
  const kuma = {
    monitor: [
      { id: 1, name: "Printer", type: "ping", hostname: "10.0.0.7" },
      { id: 2, name: "Site", type: "ping", hostname: "example.com" },
    ],
    status_page: [{ id: 1, slug: `lan-${accounts.projects.app}`, title: "LAN" }],
    group: [{ id: 1, name: "All", status_page_id: 1 }],
    monitor_group: [
      { group_id: 1, monitor_id: 1 },
      { group_id: 1, monitor_id: 2 },
    ],
  };
  const result = await send({ source: "uptime_kuma", file: JSON.stringify(kuma) });
  expect(actions(result)).toEqual(["create monitors Site", "create status_pages LAN"]);
  expect(result.skipped).toEqual([{ name: "Printer", reason: expect.stringContaining("10.0.0.7") }]);
});

test("masks secrets in a preview and keeps them encrypted", async () => {
  await send({ source: "gatus", file: GATUS("https://shop.example.com/") });
  const { rows } = await sql`select * from monitors`.execute(db());
  expect(JSON.stringify(rows)).not.toContain("leak-");
  const changed = GATUS("https://shop.example.com/").replace("leak-gatus", "leak-other");
  const preview = await send({ source: "gatus", file: changed, preview: true });
  expect(JSON.stringify(preview)).not.toContain("leak-");
  expect(preview.items[0]).toMatchObject({
    notes: [{ field: "interval", text: "45 s becomes 30 s." }],
    changes: [{ field: "request.headers", after: expect.stringContaining("another value") }],
  });
});

test("creates a status page from a page's address, with monitors that have its components' names", async () => {
  const page = {
    id: "p1",
    name: `Acme ${accounts.projects.app}`,
    url: "https://status.acme.example",
    time_zone: "Etc/UTC",
  };
  const components = [
    { id: "c1", name: "Shop", group: false, group_id: null },
    { id: "c2", name: "Checkout", group: false, group_id: null },
  ];
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(String(request.url));
    if (request.url?.startsWith("/api")) response.writeHead(302, { Location: "/real.json" }).end();
    else response.end(JSON.stringify({ page, components, padding: "x".repeat(100_000) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const refused = await write().post("/uptime/imports", { source: "statuspage", url });
    expect([refused.status, refused.body.errors.url]).toEqual([422, [expect.stringContaining("127.0.0.1")]]);
    expect(asked).toEqual([]);
    setEnv({ ALLOW_PRIVATE_TARGETS: "127.0.0.0/8" });
    const mine = {
      name: "Shop",
      protocol: "icmp",
      request: { host: "db.example.com" },
      regions: ["eu-deu-fra"],
    };
    await write().post("/uptime/monitors", mine);
    expect(actions(await send({ source: "statuspage", url }))).toEqual([
      "create monitors Checkout",
      `create status_pages ${page.name}`,
      "unchanged monitors Shop",
    ]);
    expect(asked).toEqual(["/api/v2/summary.json", "/real.json"]);
    expect(await monitors()).toMatchObject([
      { name: "Shop", protocol: "icmp" },
      { name: "Checkout", paused: true },
    ]);
    expect(
      actions(await send({ source: "statuspage", url })).every((line) => line.startsWith("unchanged")),
    ).toBe(true);
  } finally {
    delete process.env.ALLOW_PRIVATE_TARGETS;
    setEnv({});
    server.close();
  }
});

test("applies its own export, asks for missing secrets and never takes the server's variables", async () => {
  const shop = {
    name: "Shop",
    protocol: "http",
    request: {
      method: "GET",
      url: "https://shop.example.com/",
      headers: [{ name: "X-Key", value: "leak-key" }],
    },
    regions: ["eu-deu-fra"],
  };
  await write().post("/uptime/monitors", shop);
  const exported = await write().get("/uptime/configuration");
  expect(exported.headers["Content-Type"]).toContain("yaml");
  expect(exported.text).not.toContain("leak-");
  expect(actions(await send({ source: "vedette", file: exported.text }))).toEqual([
    "unchanged monitors Shop",
  ]);
  const elsewhere = api(accounts.otherWrite);
  process.env.SHOP_X_KEY = "leak-from-the-server";
  const foreign = await elsewhere.post("/uptime/imports", { source: "vedette", file: exported.text });
  expect([foreign.status, foreign.body.errors.file[0]]).toEqual([
    422,
    expect.stringContaining("this is other"),
  ]);
  const body = { source: "vedette", file: exported.text.replace("project: app", "project: other") };
  const preview = await elsewhere.post("/uptime/imports", { ...body, preview: true });
  expect(preview.body).toMatchObject({ missing_variables: ["SHOP_X_KEY"], problems: [expect.any(String)] });
  expect((await elsewhere.post("/uptime/imports", body)).status).toBe(422);
  const done = await elsewhere.post("/uptime/imports", { ...body, variables: { SHOP_X_KEY: "given" } });
  expect(actions(done.body)).toEqual(["create monitors Shop"]);
  const [made] = (await elsewhere.get("/uptime/monitors")).body.data;
  expect(made.request.headers).toEqual([{ name: "X-Key", value: "given" }]);
  delete process.env.SHOP_X_KEY;
});

test("imports into the caller's project only, and needs the permission to write", async () => {
  const body = { source: "gatus", file: GATUS("https://shop.example.com/") };
  expect((await write(accounts.prjRead).post("/uptime/imports", body)).status).toBe(403);
  await send(body);
  expect((await api(accounts.otherWrite).get("/uptime/monitors")).body.data).toEqual([]);
});

test("refuses alert rules and integrations of a member before anything is written", async () => {
  const file = JSON.stringify({
    version: 1,
    project: "app",
    integrations: {
      ops: {
        app: "outgoing_webhook",
        name: "Ops",
        settings: { url: "https://hooks.example.com", secret: "a secret of sixteen" },
      },
    },
    monitors: {
      shop: { name: "Shop", protocol: "icmp", request: { host: "db.example.com" }, regions: ["eu-deu-fra"] },
    },
  });
  const member = api(accounts.cleoToken, { project: accounts.projects.app });
  expect((await member.post("/uptime/imports", { source: "vedette", file })).status).toBe(403);
  expect(await monitors()).toEqual([]);
});

const MANY = 7_000_000;
test.each([
  [
    "variables",
    400,
    {
      source: "vedette",
      file: "",
      variables: Object.fromEntries(Array.from({ length: 1_300_000 }, (_, n) => [n, ""])),
    },
  ],
  ["values in an unknown field", 400, { source: "gatus", file: "", extra: Array(MANY).fill(1) }],
  ["characters in an unknown field", 422, { source: "gatus", file: "", extra: "x".repeat(MANY) }],
])("refuses too many %s without holding up the server", async (_, status, body) => {
  const reply = await write().post("/uptime/imports", body);
  expect(reply.status).toBe(status);
  expect(JSON.stringify(reply.body).length).toBeLessThan(50_000);
});

test("imports one file of a project at a time", async () => {
  const body = { source: "gatus", file: GATUS("https://shop.example.com/"), preview: true };
  const replies = await Promise.all([1, 2].map(() => write().post("/uptime/imports", body)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 429]);
});

test("refuses damaged and hostile databases in bounded time", async () => {
  const good = await kumaDatabase("acme");
  const torn = Buffer.from(good.subarray(0, 5000));
  // A view that never ends.
  const endless = await sqliteDatabase(
    "create view monitor as with recursive n(id) as (select 1 union all select id + 1 from n) select count(*) as id from n",
  );
  const scrambled = Buffer.from(good).fill(0xff, 200, 3000);
  for (const bytes of [torn, scrambled, endless]) {
    const reply = await write().post("/uptime/imports", { source: "uptime_kuma", file: dataUrl(bytes) });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ["file"]]);
  }
  const wrong = await write().post("/uptime/imports", { source: "gatus", file: dataUrl(good) });
  expect(wrong.body.errors.file[0]).toContain("SQLite");
});

test("imports groups with their members, and finds both again", async () => {
  const monitor = (id: number, more: object) => ({
    id,
    name: `Shop ${id}`,
    type: "http",
    url: `https://shop.example.com/${id}`,
    ...more,
  });
  const file = JSON.stringify({
    monitor: [
      monitor(1, { type: "group", name: "Shops" }),
      monitor(2, { parent: 1 }),
      monitor(3, { parent: 1 }),
    ],
  });
  const body = { source: "uptime_kuma", file };
  expect(actions(await send(body))).toEqual([
    "create monitors Shop 2",
    "create monitors Shop 3",
    "create monitors Shops",
  ]);
  const [two, three, group] = await monitors();
  expect(group).toMatchObject({ name: "Shops", request: { members: [two.id, three.id], condition: "all" } });
  expect(actions(await send(body)).every((line) => line.startsWith("unchanged"))).toBe(true);
});
