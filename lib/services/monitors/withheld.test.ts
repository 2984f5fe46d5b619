import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ConfigFile } from "@/lib/contract/config-file/config-file";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { MASK } from "@/lib/contract/protocols/masked";
import { applyPlan } from "@/lib/services/config-file/apply";
import { planConfig } from "@/lib/services/config-file/plan";
import { reference } from "@/lib/services/config-file/references";
import { exportedConfig } from "@/lib/testing/exported-config";
import { refusalOf } from "@/lib/testing/refusal";
import { MONITOR, useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { updateMonitor } from "./edit";
import { getMonitor } from "./monitors";
import { readableRequest } from "./request";
import { createMonitor } from "./writes";

const scene = useScene();
const pem = (name: string) => readFileSync(`lib/testing/targets/certificates/${name}.pem`, "utf8");
const BASIC = { auth: "basic", auth_user: "ada", auth_secret: "s3cret-word" };
const request = (more: object) => ({ method: "GET", url: "https://shop.example.com/a", ...more });
const make = (more: object) =>
  createMonitor(scene.caller(), CreateMonitor.parse({ ...MONITOR, name: "Shop", request: request(more) }));
const change = (id: number, more: object) => updateMonitor(scene.caller(), id, { request: request(more) });
async function storedSecret(id: number): Promise<unknown> {
  const [row] = await run`select id, request, request_secrets from monitors where id = ${id}`;
  expect(JSON.stringify(row?.request)).not.toContain("s3cret");
  return readableRequest(row as never).request.auth_secret;
}

test("a password can't be read back, and its mask keeps it only for the server that already gets it", async () => {
  const { id, request: shown } = await make(BASIC);
  expect(shown).toMatchObject({ auth_user: "ada", auth_secret: MASK });
  expect(JSON.stringify(await getMonitor(scene.caller(), id))).not.toContain("s3cret");
  expect(await change(id, { ...BASIC, auth_secret: MASK, url: "https://shop.example.com/b" })).toMatchObject({
    request: { auth_secret: MASK },
  });
  expect(await storedSecret(id)).toBe("s3cret-word");
  const elsewhere = [
    { url: "https://evil.example.com/" },
    { url: "http://shop.example.com/" },
    { auth: "oauth2", auth_token_url: "https://evil.example.com/" },
    { tls_skip_verify: true },
  ];
  for (const more of elsewhere)
    expect((await refusalOf(change(id, { ...BASIC, auth_secret: MASK, ...more }))).errors).toEqual({
      "request.auth_secret": [
        "request.auth_secret must be sent again, because another server would receive it.",
      ],
    });
  expect((await refusalOf(make({ ...BASIC, auth_secret: MASK }))).errors).toHaveProperty([
    "request.auth_secret",
  ]);
  await change(id, {});
  expect(await storedSecret(id)).toBe(null);
  expect(JSON.stringify(await run`select * from audit_log`)).not.toContain("s3cret");
});

test("refuses a client certificate without its key, and a key of another one", async () => {
  const identity = { client_certificate: pem("renewed"), client_key: pem("renewed.key") };
  expect((await make(identity)).request).toMatchObject({
    client_key: MASK,
    client_certificate: pem("renewed").trim(),
  });
  const another = await refusalOf(make({ ...identity, client_key: pem("self-signed.key") }));
  expect(another.errors?.["request.client_key"]?.[0]).toMatch(
    /^request\.client_key must be the private key of/,
  );
  const whole = { ...MONITOR, name: "Shop", request: request({ client_key: identity.client_key }) };
  expect(CreateMonitor.safeParse(whole).error?.issues.map(({ path }) => path.join("."))).toEqual([
    "request.client_certificate",
  ]);
});

test("a configuration file has a reference for it, keeps the stored one, and doesn't take it to another server", async () => {
  const { id } = await make(BASIC);
  const { text, config } = await exportedConfig(scene.caller());
  expect(text).toContain(`auth_secret: ${reference("shop", "auth_secret")}`);
  expect(text).not.toContain("s3cret");
  const apply = async (file: ConfigFile) =>
    applyPlan(scene.caller(), await planConfig(scene.caller(), file, () => undefined), {
      prune: false,
      onStep: () => undefined,
    });
  const moved = (url: string) => {
    const { shop } = config.monitors;
    return ConfigFile.parse({
      ...config,
      monitors: { shop: { ...shop, request: { ...Object(shop?.request), url } } },
    });
  };
  await apply(moved("https://shop.example.com/c"));
  expect(await storedSecret(id)).toBe("s3cret-word");
  await expect(apply(moved("https://evil.example.com/"))).rejects.toThrow("another server would receive it");
  const bare = { request: { url: "https://evil.example.com/" } };
  const left = ConfigFile.parse({ version: 1, project: "app", monitors: { shop: bare } });
  await expect(apply(left)).rejects.toThrow("another server would receive it");
  expect(await storedSecret(id)).toBe("s3cret-word");
});
