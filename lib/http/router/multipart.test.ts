import { beforeAll, expect, test } from "vitest";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { MONITOR } from "@/lib/testing/scene";

const accounts = useAccounts();
let monitor = 0;
beforeAll(async () => {
  monitor = (await api(accounts.prjWrite).post("/uptime/monitors", MONITOR)).body.id;
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function post(path: string, fields: Record<string, string | Blob>, token = accounts.prjWrite) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, "file.bin");
  }
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "";
  return api(token).post(path, Buffer.from(await encoded.arrayBuffer()), { "Content-Type": type });
}

const page = (subdomain: string): Record<string, string | Blob> => ({
  name: "Acme",
  subdomain,
  title: "Acme status",
  description: "Live state",
  website_url: "https://example.com",
  search_engine_indexed: "1",
  "components[0][componentable_type]": "uptime/monitor",
  "components[0][componentable_id]": String(monitor),
  "components[1][componentable_type]": "uptime/group",
  "components[1][name]": "Group",
  "components[1][is_expanded]": "true",
  "components[1][components][0][componentable_type]": "uptime/monitor",
  "components[1][components][0][componentable_id]": String(monitor),
  "components[1][components][0][display_name]": "Shown",
});

test("bracket keys, text booleans, and numbers, comma-separated tags and untyped files create a page", async () => {
  const made = await post("/uptime/status-pages", {
    ...page("form"),
    timeframe: "30",
    show_response_times: "0",
    color_scheme: "dark",
    "theme[light][operational]": "#112233",
    "theme[border_width]": "2",
    "subscription_channels[0]": "atom",
    "subscription_channels[1]": "json",
    "access_ips[0]": "192.0.2.0/24",
    domain: "",
    tags: "a,team:web",
    logo_light: new Blob([PNG], { type: "application/octet-stream" }),
  });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  expect(made.body).toMatchObject({
    search_engine_indexed: true,
    timeframe: 30,
    show_response_times: false,
    subscription_channels: ["atom", "json"],
    access_ips: ["192.0.2.0/24"],
    domain: null,
    tags: ["a", "team:web"],
  });
  expect(made.body.theme).toMatchObject({ border_width: 2, light: { operational: "#112233" } });
  expect(made.body.components).toMatchObject([
    { componentable_type: "uptime/monitor", componentable_id: monitor },
    { name: "Group", is_expanded: true, components: [{ componentable_id: monitor, display_name: "Shown" }] },
  ]);
  expect(made.body.logo_light).toMatch(/^http/);
  const cleared = await post(`/uptime/status-pages/${made.body.id}`, {
    logo_light: "false",
    tags: "",
    title: "New",
  });
  expect([cleared.body.logo_light, cleared.body.title]).toEqual([null, "New"]);
  expect(cleared.body.tags ?? []).toEqual([]);
});

test("errors of a form name the dotted field", async () => {
  const answer = await post("/uptime/status-pages", {
    ...page("wrong"),
    timeframe: "31",
    "components[1][components][0][componentable_id]": "abc",
    search_engine_indexed: "maybe",
  });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors).sort()).toEqual([
    "components.1.components.0.componentable_id",
    "search_engine_indexed",
    "timeframe",
  ]);
});

test("rejects a form where none is accepted, when it is malformed, and when it is too long", async () => {
  expect((await post("/uptime/monitors", { name: "x" })).status).toBe(415);
  const broken = await api(accounts.prjWrite).post("/uptime/status-pages", "--x\r\nnonsense", {
    "Content-Type": "multipart/form-data; boundary=x",
  });
  expect(broken.status).toBe(400);
  const huge = new Blob([Buffer.alloc(6 * 1024 * 1024)]);
  expect((await post("/uptime/status-pages", { logo_light: huge })).status).toBe(413);
});

test("accepts an image of the largest size as a data URL in JSON", async () => {
  const image = (bytes: number) => {
    const png = Buffer.alloc(bytes);
    png.write("89504e470d0a1a0a0000000d49484452", "hex");
    return `data:image/png;base64,${png.toString("base64")}`;
  };
  const created = await post("/uptime/status-pages", page("images"));
  const change = (body: object) =>
    api(accounts.prjWrite).post(`/uptime/status-pages/${created.body.id}`, body);
  const largest = await change({ logo_light: image(1024 * 1024), logo_dark: image(1024 * 1024) });
  expect(largest.status).toBe(200);
  expect((await change({ logo_light: image(1024 * 1024 + 1) })).body.errors).toEqual({
    logo_light: ["The image has 1048577 bytes. Upload a JPEG, PNG, or SVG of at most 1 MiB."],
  });
  expect((await change({ title: "x".repeat(8 * 1024 * 1024) })).status).toBe(413);
});

test("keys that could reach a prototype change nothing", async () => {
  await post("/uptime/status-pages", {
    "__proto__[polluted]": "1",
    "constructor[prototype][polluted]": "1",
    "a[__proto__][x]": "1",
  });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
