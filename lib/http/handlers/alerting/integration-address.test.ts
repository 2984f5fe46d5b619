import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { SettingRole } from "@/lib/contract/apps/app";
import { APP_IDS } from "@/lib/contract/apps/app-id";
import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { makeVapidKey } from "@/lib/notify/push/vapid";
import { forget } from "@/lib/shared/once";
import { signedIn } from "@/lib/testing/accounts/person";
import { setPasswords, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { allProviders } from "@/lib/testing/providers/all";

const accounts = useAccounts();
const PROVIDERS = await allProviders();

let ada: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  await setPasswords();
  ada = await signedIn(`ada-${accounts.organizationId}@example.com`);
  await ada.post("/session/project", { project_id: accounts.projects.app });
});
afterEach(() => installed({}));

const VARIABLES = ["ALLOW_PRIVATE_TARGETS", "SLACK_API_URL"] as const;

function installed(variables: Partial<Record<(typeof VARIABLES)[number], string>>): void {
  for (const name of VARIABLES) {
    if (variables[name] === undefined) delete process.env[name];
    else process.env[name] = variables[name];
  }
  forget("env");
}

const IPV4 = [
  ...[
    "127.0.0.1",
    "127.1",
    "0x7f.1",
    "0x7F000001",
    "2130706433",
    "017700000001",
    "0177.0.0.01",
    "127.0.0.1.",
  ],
  ...["10.0.0.1", "10.1", "167772161", "172.31.255.255", "192.168.0.1", "192.168.257", "169.254.1.1"],
  ...["100.64.0.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "0.0.0.0", "192.0.2.1"],
  ...["169.254.169.254", "0xa9fea9fe", "168.63.129.16", "100.100.100.200", "192.0.0.192"],
];
/** Invalid as ntfy hostnames, but possible in a URL. */
const ONLY_IN_URLS = [
  ...["0x0", "%31%32%37.0.0.1", "127。0。0。1", "127.0.0.1", "①②⑦.0.0.1"],
  ...[
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::]",
    "[::ffff:10.0.0.1]",
    "[::FFFF:0a00:1]",
    "[::7f00:1]",
    "[::127.0.0.1]",
  ],
  ...["[fe80::1]", "[fd12:3456::1]", "[fc00::1]", "[ff02::1]", "[fec0::1]", "[2001:db8::1]", "[4000::1]"],
  ...["[64:ff9b::7f00:1]", "[64:ff9b::10.0.0.1]", "[2002:7f00:1::]", "[2001::1]"],
  ...["[fd00:ec2::254]", "[::ffff:169.254.169.254]"],
];
const PUBLIC = [
  "example.com",
  "localhost.example.com",
  "93.184.216.34",
  "10.0.0.1.example.com",
  "1.example.com",
];

const url = (host: string) => `https://${host}/hook`;
/** Settings of every app with an address, pointing to a host. */
const LEADING = APP_IDS.flatMap((app): [AppId, string, (host: string) => Record<string, unknown>][] => {
  const role = Object.entries<SettingRole>(APPS[app].roles).find(
    ([, { destination }]) => destination === "url" || destination === "host",
  );
  const provider = PROVIDERS.find((one) => one.app === app);
  if (!role || !provider) return [];
  const [key, { destination }] = role;
  const settings = (host: string) => ({
    ...provider.settings("https://example.com:8443"),
    [key]: destination === "url" ? url(host) : host,
  });
  return [[app, `settings.${key}`, settings]];
});
const hostsOf = (app: AppId) => (app === "ntfy" ? IPV4 : [...IPV4, ...ONLY_IN_URLS]);
const create = (app: AppId, settings: object) =>
  ada.post(`/apps/${app}/integrations`, { name: "Hook", settings });

test("the apps whose settings contain an address are known", () => {
  expect(LEADING.map(([app]) => app)).toEqual(
    expect.arrayContaining(["slack", "discord", "outgoing_webhook", "ntfy"]),
  );
});

describe.each(LEADING)("%s, on a server with its own database", (app, field, settings) => {
  test("rejects an address that must not be reached, in any spelling, on create and update", async () => {
    const made = await create(app, settings("example.com"));
    expect(made.status, made.text).toBe(201);
    const path = `/apps/${app}/integrations/${made.body.id}`;
    for (const host of hostsOf(app)) {
      const refused = await create(app, settings(host));
      expect([refused.status, Object.keys(refused.body.errors ?? {})], host).toEqual([422, [field]]);
      expect(refused.body.message, host).toMatch(
        /is a .*(doesn't allow connections to|never allowed)\. Use a public address or a range listed in ALLOW_PRIVATE_TARGETS\.$/,
      );
      const [key = ""] = field.split(".").slice(1);
      const changed = await ada.post(path, { settings: { [key]: settings(host)[key] } });
      expect([changed.status, Object.keys(changed.body.errors ?? {})], host).toEqual([422, [field]]);
    }
    expect((await ada.get(path)).body).toEqual(made.body);
    expect((await ada.get(`/apps/${app}/integrations`)).body.data).toHaveLength(1);
  });

  test("accepts public addresses and names, whatever they resolve to", async () => {
    for (const host of PUBLIC) expect((await create(app, settings(host))).status, host).toBe(201);
  });

  test("ALLOW_PRIVATE_TARGETS allows the named ranges, but never metadata addresses", async () => {
    installed({ ALLOW_PRIVATE_TARGETS: "10.0.0.0/8,169.254.0.0/16" });
    expect((await create(app, settings("10.0.0.1"))).status).toBe(201);
    expect((await create(app, settings("192.168.0.1"))).status).toBe(422);
    expect((await create(app, settings("169.254.169.254"))).status).toBe(422);
  });
});

test("accepts a private address from the operator's own environment, as sending does", async () => {
  installed({ SLACK_API_URL: "http://10.0.0.7:8080" });
  const at = (origin: string) => create("slack", { webhook_url: `${origin}/services/T0/B0/X` });
  expect((await at("http://10.0.0.7:8080")).status).toBe(201);
  expect((await at("http://10.0.0.7:8081")).status).toBe(422);
});

test("after a range is blocked, a stored address can be paused or replaced, but not otherwise changed", async () => {
  installed({ ALLOW_PRIVATE_TARGETS: "10.0.0.0/8" });
  const { body } = await create("outgoing_webhook", { url: url("10.0.0.1"), secret: "a secret of tests" });
  installed({});
  const change = async (input: object) =>
    (await ada.post(`/apps/outgoing_webhook/integrations/${body.id}`, input)).status;
  expect(await change({ name: "Old", paused: true })).toBe(200);
  expect(await change({ settings: { secret: "another secret" } })).toBe(422);
  expect(await change({ settings: { url: url("example.com"), secret: "a secret of tests" } })).toBe(200);
});

test("an ntfy server must be a real name or address", async () => {
  for (const hostname of ["1.2.3.999", "256.256.256.256", "0x1ffffffff", "ntfy.sh:65536"])
    expect((await create("ntfy", { hostname, topic: "alerts" })).status, hostname).toBe(422);
});

test("a browser's endpoint follows the same rule", async () => {
  const { publicKey } = makeVapidKey();
  const keys = { p256dh: publicKey, auth: "A".repeat(22) };
  const add = (host: string) => ada.post("/account/devices", { endpoint: url(host), keys });
  for (const host of [...IPV4, ...ONLY_IN_URLS]) {
    const refused = await add(host);
    expect([refused.status, Object.keys(refused.body.errors ?? {})], host).toEqual([422, ["endpoint"]]);
  }
  expect((await add("push.example.com")).status).toBe(201);
  expect(await api(accounts.prjWrite).get("/account/devices")).toMatchObject({ status: 403 });
});
