import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PROTOCOL_NAMES } from "@/lib/contract/protocols/lookup";
import { openapiText } from "@/lib/contract/reference/openapi";
import { draftPostMortem } from "@/lib/domain/incidents/post-mortem";
import { targetOf } from "@/lib/domain/incidents/text";
import { Runner } from "@/lib/runner/runner";
import { sha256 } from "@/lib/shared/secret";
import { ensureBuiltInRunner } from "@/lib/store/runners/tokens";
import { commandLine } from "@/lib/testing/accounts/callers";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { exportedConfig } from "@/lib/testing/exported-config";
import { useFrontDoor } from "@/lib/testing/pages/front-door";
import { run } from "@/lib/testing/sql";

// One line in each registry is all that a protocol adds outside its own files.
vi.mock("@/lib/contract/protocols/registry", async (original) => {
  const { knock } = await import("@/lib/testing/knock/knock");
  const { PROTOCOLS } = await original<typeof import("@/lib/contract/protocols/registry")>();
  return { PROTOCOLS: { ...PROTOCOLS, knock } };
});
vi.mock("@/lib/probes/registry", async (original) => {
  const { probeKnock } = await import("@/lib/testing/knock/knock-probe");
  const { PROBES } = await original<typeof import("@/lib/probes/registry")>();
  return { PROBES: { ...PROBES, knock: probeKnock } };
});

const accounts = useAccounts();
const frontDoor = useFrontDoor();
let runner: Runner;
const dataDir = mkdtempSync(path.join(tmpdir(), "vedette-knock-"));
const TOKEN = "runner-token-for-tests";
const request = { host: "door.example.com", password: "sesame", guests: ["Ada"] };
const monitor = { name: "Door", protocol: "knock", request, regions: ["eu-deu-fra"], interval: 30 };

beforeAll(async () => {
  await ensureBuiltInRunner(sha256(TOKEN));
  const controlUrl = `http://127.0.0.1:${frontDoor.port}`;
  runner = new Runner({ controlUrl, token: TOKEN, dataDir, connectivityChecks: [], knownNames: [] });
  runner.start();
});
afterAll(async () => {
  await runner.stop(0);
  rmSync(dataDir, { recursive: true, force: true });
});

const app = () => api(accounts.prjWrite);
async function create(change: object = {}): Promise<number> {
  const { status, body } = await app().post("/uptime/monitors", { ...monitor, ...change });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

test("the API validates, stores, and returns a made-up protocol, and finds it by protocol and target", async () => {
  const { body: created } = await app().post("/uptime/monitors", monitor);
  expect(created).toMatchObject({ protocol: "knock", request: { ...request, times: 3, mood: "polite" } });
  expect((await app().get(`/uptime/monitors/${created.id}`)).body).toEqual(created);
  const found = await app().get("/uptime/monitors?protocol=knock&search=door.example");
  expect(found.body.data.map(({ id }: { id: number }) => id)).toEqual([created.id]);
  expect((await app().get("/uptime/monitors?protocol=tcp")).body.data).toEqual([]);
  const rows = await run`select request from monitors where id = ${created.id}`;
  expect(rows[0].request.password, "a secret is stored encrypted").toBeNull();
});

test("errors name the made-up protocol, its fields, and its assertions", async () => {
  const errorsOf = async (body: object) => (await app().post("/uptime/monitors", body)).body.errors;
  expect(await errorsOf({ ...monitor, protocol: "ftp" })).toEqual({
    protocol: [`protocol must be one of ${PROTOCOL_NAMES.join(", ")}; got "ftp".`],
  });
  expect(PROTOCOL_NAMES).toContain("knock");
  const wrong = { request: { host: "a b", times: 10 }, success_assertions: [{ type: "status_code" }] };
  expect(Object.keys(await errorsOf({ ...monitor, ...wrong })).sort()).toEqual([
    "request.host",
    "request.times",
    "success_assertions.0.type",
  ]);
  expect(await errorsOf({ ...monitor, request: { host: "127.0.0.1" } })).toHaveProperty(["request.host"]);
});

test("the reference describes the made-up protocol", () => {
  const text = openapiText("https://status.example.com", "public");
  for (const part of ['"knock"', "How often to knock", "knock_reply", "knock_rejected", "Knock: `replies`"])
    expect(text.includes(part), part).toBe(true);
});

test("a runner checks the made-up protocol, and results carry its outcome, error, and details", async () => {
  const ids = [await create(), await create({ name: "Locked", request: { host: "locked.example.com" } })];
  const resultOf = async (id: number) => (await app().get(`/uptime/monitors/${id}/results`)).body.data[0];
  await expect.poll(() => resultOf(ids[1] ?? 0)).toBeDefined();
  await expect.poll(() => resultOf(ids[0] ?? 0)).toMatchObject({ outcome: "up", error: null });
  expect(await resultOf(ids[1] ?? 0)).toMatchObject({
    outcome: "down",
    error: { code: "knock_rejected", message: "locked.example.com: go away" },
    details: { replies: ["Go away"] },
  });
  const { body } = await app().post("/uptime/monitors/check", monitor);
  expect(body.regions).toMatchObject([{ outcome: "up", details: { replies: ["Come in"] } }]);
});

test("incidents name its target and its kind of failure", () => {
  expect(targetOf("knock", { ...request, times: 3 })).toBe("door.example.com × 3");
  const facts = { title: "Door is down", monitors: ["Door"], regions: ["Frankfurt"], timeline: [] };
  const at = new Date(0);
  expect(draftPostMortem({ ...facts, cause: "knock", incidentAt: at, recoveryAt: at })).toContain(
    "**Failure type:** Nobody opened the door.",
  );
});

test("a configuration file contains a made-up protocol's assertions, and a reference to its secret", async () => {
  const reply = { type: "knock_reply", operator: "contains", value: "in" };
  await create({ name: "Exported", success_assertions: [reply] });
  const caller = commandLine(accounts.organizationId, accounts.projects.app);
  const {
    config: { monitors },
  } = await exportedConfig(caller);
  expect(monitors.exported).toMatchObject({
    request: { host: "door.example.com", password: `\${EXPORTED_PASSWORD}` },
    success_assertions: [reply],
  });
});
