import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import formats from "ajv-formats";
import OpenAPIBackend, { type Document } from "openapi-backend";
import { beforeAll, expect, test } from "vitest";
import { isIdempotent } from "@/lib/contract/core/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { Runner } from "@/lib/runner/runner";
import { setEnv } from "@/lib/shared/env";
import { sha256 } from "@/lib/shared/secret";
import { pool } from "@/lib/store/core/pool";
import { ensureBuiltInRunner } from "@/lib/store/runners/tokens";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { type Answer, useFrontDoor } from "@/lib/testing/pages/front-door";
import { run } from "@/lib/testing/sql";

// Tests the running server against its own document over the socket. An independent tool reads the document and validates both
// sides.

type Json = Record<string, unknown>;
interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly example: Json | null;
  readonly isOpen: boolean;
  readonly statuses: string[];
}

const accounts = useAccounts();
const frontDoor = useFrontDoor();
let judge: OpenAPIBackend;
let operations: Map<string, Operation>;
const ids: Record<string, number | string> = { app: "ntfy" };
const succeeded = new Set<string>();
/** Operations whose Idempotency-Key said that they took effect, and those whose key said nothing. */
const marks = { kept: new Set<string>(), lost: new Set<string>() };

beforeAll(async () => {
  setEnv({ ALLOW_PRIVATE_TARGETS: "127.0.0.0/8" });
  // Runners can be added through the API only if the installation has a single organization.
  await run`delete from organizations where id <> ${accounts.organizationId}`;
  Object.assign(ids, { projectId: accounts.projects.app, userId: accounts.users.ada });
  const definition = JSON.parse((await frontDoor.ask("/api/openapi.json")).text) as Document;
  operations = operationsOf(definition as unknown as { paths: Record<string, Record<string, Json>> });
  const ajv = frugalAjv();
  judge = new OpenAPIBackend({
    definition,
    apiRoot: "/api",
    // Its own document check supports OpenAPI 3.0 only; two linters check the document (openapi.test.ts).
    quick: true,
    // The document uses JSON Schema 2020-12 with extensions (x-…, examples), which are not errors.
    customizeAjv: () => ajv,
  });
  await judge.init();
});

/** Returns one validator for all operations. It compiles each schema once, because most responses have the same headers and errors. */
function frugalAjv() {
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } }));
  const compile = ajv.compile.bind(ajv);
  const known = new Map<string, ReturnType<typeof compile>>();
  return Object.assign(ajv, {
    compile: (schema: object) => {
      const text = JSON.stringify(schema);
      const validate = known.get(text) ?? compile(schema);
      known.set(text, validate);
      return validate;
    },
  });
}

function operationsOf(document: { paths: Record<string, Record<string, Json>> }): Map<string, Operation> {
  const found = new Map<string, Operation>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, raw] of Object.entries(methods)) {
      const body = raw.requestBody as { content?: Record<string, { example?: Json }> } | undefined;
      found.set(String(raw.operationId), {
        id: String(raw.operationId),
        method: method.toUpperCase(),
        path,
        example: body?.content?.["application/json"]?.example ?? null,
        isOpen: Array.isArray(raw.security) && raw.security.length === 0,
        statuses: Object.keys(raw.responses as object),
      });
    }
  return found;
}

interface Given {
  /** Overrides the document's own example. */
  readonly body?: Json;
  readonly token?: string;
  readonly ids?: Record<string, number | string>;
}

async function call(
  id: string,
  { body, token, ids: own }: Given = {},
): Promise<{ answer: Answer; sent: Json | null; key: string }> {
  const operation = operations.get(id);
  if (!operation) throw new Error(`The document has no operation ${id}.`);
  const path = `/api${operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String({ ...ids, ...own }[name]))}`;
  const sent = operation.example && { ...operation.example, ...body };
  const headers: Record<string, string> = {};
  if (token !== "") headers.Authorization = `Bearer ${token ?? accounts.orgWrite}`;
  headers["X-Service-Project-Id"] = String(accounts.projects.app);
  if (sent) headers["Content-Type"] = "application/json";
  const key = randomUUID();
  if (operation.method === "POST") headers["Idempotency-Key"] = key;
  const answer = await frontDoor.ask(path, {
    method: operation.method,
    headers,
    body: sent ? JSON.stringify(sent) : undefined,
  });
  return { answer, sent, key };
}

/**
 * Validates the request (if meant to be valid), and the status, headers, and body of the response, with the independent
 * tool.
 */
function requireAsDocumented(id: string, answer: Answer): void {
  const place = `${id} ${answer.status} ${answer.text.slice(0, 600)}`;
  expect(operations.get(id)?.statuses, `${place}: the status is not documented`).toContain(
    String(answer.status),
  );
  const isJson = /json/.test(String(answer.headers["content-type"]));
  if (isJson) {
    const { errors } = judge.validateResponse(JSON.parse(answer.text), id, answer.status);
    expect(errors ?? [], place).toEqual([]);
  } else if (answer.status === 204) expect(answer.text, place).toBe("");
  const { errors } = judge.validateResponseHeaders(answer.headers, id, { statusCode: answer.status });
  expect(errors ?? [], place).toEqual([]);
}

async function succeed(id: string, given: Given = {}): Promise<Json> {
  const { answer, sent, key } = await call(id, given);
  expect(answer.status, `${id} ${JSON.stringify(sent)} → ${answer.text}`).toBeLessThan(300);
  requireAsDocumented(id, answer);
  if (sent) {
    const { errors } = judge.validator.validateRequest(
      { method: String(operations.get(id)?.method), path: "", headers: {}, body: sent },
      id,
    );
    const ofBody = (errors ?? []).filter(({ instancePath }) => instancePath.startsWith("/requestBody"));
    expect(ofBody, `${id}: the example does not match its own schema`).toEqual([]);
  }
  succeeded.add(id);
  await collectMark(id, key);
  return /json/.test(String(answer.headers["content-type"])) ? (JSON.parse(answer.text) as Json) : {};
}

/** A server that stops before it keeps its response must not repeat an effect, so the effect's transaction marks the key. */
async function collectMark(id: string, key: string): Promise<void> {
  const rows = await run<{
    took_effect: boolean;
  }>`select took_effect from idempotency_keys where key like '% ' || ${key}`;
  if (rows[0]) (rows[0].took_effect ? marks.kept : marks.lost).add(id);
}

async function create(id: string, name: string, given: Given = {}): Promise<void> {
  ids[name] = Number((await succeed(id, given)).id);
}

const inHours = (hours: number) =>
  `${new Date(Date.now() + hours * 3600_000).toISOString().slice(0, 16)}:00Z`;

async function heartbeatOperations(): Promise<void> {
  const body = { protocol: "heartbeat", request: {}, regions: ["eu-deu-fra"], success_assertions: null };
  const { id, request } = await succeed("createMonitor", { body });
  await frontDoor.ask(`/ping/${(request as Json).token}`);
  const own = { ids: { monitorId: Number(id), number: 1 } };
  await expect.poll(async () => (await call("getHeartbeatSignal", own)).answer.status).toBe(200);
  await succeed("getHeartbeat", own);
  await succeed("getHeartbeatSignal", own);
  await succeed("tryMapping", own);
}

test("every operation accepts its own example and responds as documented", async () => {
  for (const id of [
    "getAbout",
    "getDocs",
    "getHealth",
    "getPagesReadiness",
    "getMetrics",
    "getOpenapi",
    "getLlmsText",
    "whoAmI",
    "listUsers",
    "getUser",
  ])
    await succeed(id);
  expect((await call("getReadiness")).answer.status).toBeLessThan(600);
  requireAsDocumented("getReadiness", (await call("getReadiness")).answer);
  succeeded.add("getReadiness");
  await create("createMonitor", "monitorId");
  const monitors = [ids.monitorId];
  const settings = { hostname: "ntfy.sh", topic: "alerts-4f2a", access_token: null };
  await create("createIntegration", "integrationId", { body: { settings } });
  await create("createAlertRule", "alertRuleId", {
    body: { integration_id: ids.integrationId, monitors: [], tags: [] },
  });
  // Dates in an example become too old: an incident must have started within the last year.
  const begun = { incident_at: undefined, recovery_at: undefined };
  await create("createIncident", "incidentId", { body: { monitors, ...begun } });
  await create("createIncidentUpdate", "incidentUpdateId");
  await create("createIncidentComment", "commentId");
  const window = { monitors, status_pages: [], recurrence: null, starts_at: inHours(1), ends_at: inHours(2) };
  await create("createMaintenanceWindow", "maintenanceWindowId", { body: window });
  const components = [
    { componentable_type: "uptime/monitor", componentable_id: ids.monitorId, display_name: "Shop" },
  ];
  await create("createStatusPage", "statusPageId", {
    body: { components, domain: null, subscription_channels: ["email"] },
  });
  await operationsBesideTheResources();
  await heartbeatOperations();
  for (const [id, operation] of operations) {
    const isRead = operation.method === "GET" && !operation.isOpen && !succeeded.has(id);
    if (isRead) await succeed(id);
  }
  await nothingForOtherProjects();
  await checksThroughRealRunner();
  await changes(components);
  await endings();
  expect([...operations.keys()].filter((id) => !succeeded.has(id))).toEqual([]);
});

test("every operation rejects as documented: missing and invalid credentials, missing records, invalid bodies", async () => {
  for (const [id, operation] of operations) {
    if (operation.isOpen) continue;
    const refuse = async (given: Given, status: number) => {
      const { answer } = await call(id, given);
      expect(answer.status, `${id} ${answer.text}`).toBe(status);
      requireAsDocumented(id, answer);
    };
    await refuse({ token: "" }, 401);
    await refuse({ token: "upt_nobody" }, 401);
    const own = /\{(\w+)\}$|\{(\w+)\}\/\w+$/.exec(operation.path);
    const name = own?.[1] ?? own?.[2];
    if (name && name !== "app") await refuse({ ids: { [name]: 999_999 } }, 404);
    if (operation.example) {
      const body = Object.fromEntries(
        Object.keys(operation.example).map((field) => [field, { wrong: true }]),
      );
      const { answer } = await call(id, { body });
      expect([404, 422], `${id} ${answer.text}`).toContain(answer.status);
      requireAsDocumented(id, answer);
    }
  }
});

test("every operation that accepts an Idempotency-Key marks it with its effect", () => {
  const idempotent = endpoints.filter(isIdempotent).map(({ id }) => id);
  expect([[...marks.lost], [...marks.kept].sort()]).toEqual([
    [],
    idempotent.filter((id) => operations.has(id)).sort(),
  ]);
});

test("the validator detects violations", () => {
  expect(judge.validateResponse({ data: [{ id: "one" }] }, "listMonitors", 200).errors).not.toBeNull();
  expect(judge.validateResponse({ message: 1 }, "getMonitor", 404).errors).not.toBeNull();
});

/** Tests deliveries, test incidents, deployments, templates, subscribers, merged incidents, and runners. */
async function operationsBesideTheResources(): Promise<void> {
  ids.deliveryId = Number((await succeed("testIntegration")).delivery_id);
  await run`update deliveries set status = 'failed', finished_at = now() where id = ${ids.deliveryId}`;
  await succeed("resendDelivery");
  ids.testIncidentId = String(
    (await succeed("startTestIncident", { body: { monitor_id: ids.monitorId } })).test_incident_id,
  );
  await create("createDeployment", "deploymentId");
  await create("createIncidentTemplate", "incidentTemplateId");
  await succeed("updateIncidentTemplate");
  await create("createRunner", "runnerId");
  await succeed("updateMonitorDefaults");
  await succeed("readPageTitle");
  await succeed("assignIncident", { body: { user_id: ids.userId } });
  await succeed("acknowledgeIncident");
  await succeed("unacknowledgeIncident");
  await succeed("bulkMonitors", { body: { ids: [ids.monitorId], action: "pause" } });
  await succeed("replayMonitor", { body: { interval: undefined, from: undefined, to: undefined } });
  await create("addPageSubscriber", "subscriberId");
  await succeed("importPageSubscribers", { body: { csv: "ben@example.com" } });
  await succeed("importConfiguration");
  await unmerge();
}

/** Creates an incident with two monitors, as the engine merges them. */
async function unmerge(): Promise<void> {
  const { body } = { body: await succeed("createMonitor", { body: { name: "Second" } }) };
  const rows = await run`with made as (
       insert into incidents (project_id, type, number, slug, title, status, impact, incident_at)
       values (${accounts.projects.app}, 'monitor', 900, 'APP-900', 'Both are failing', 'ongoing', 'unknown', now()) returning id)
     insert into incident_monitors (project_id, incident_id, monitor_id, failing_since)
       select ${accounts.projects.app}, made.id, monitor, now() from made, unnest(${[ids.monitorId, body.id]}::bigint[]) monitor returning incident_id`;
  await succeed("unmergeIncident", {
    ids: { incidentId: rows[0].incident_id },
    body: { monitor_id: body.id },
  });
}

/** Every record with an ID in its path is 404 for a key of another project, for every operation. */
async function nothingForOtherProjects(): Promise<void> {
  for (const [id, { path }] of operations) {
    if (!/(Id)\}/.test(path) || /^\/(projects|users|runners)/.test(path)) continue;
    const { answer } = await call(id, { token: accounts.otherWrite });
    expect([id, answer.status, JSON.parse(answer.text).message]).toEqual([id, 404, "Record not found."]);
    requireAsDocumented(id, answer);
  }
}

async function changes(components: Json[]): Promise<void> {
  await succeed("updateProject", { body: { members: [accounts.users.ada] } });
  await succeed("updateIntegration", { body: { settings: { topic: "other-topic" } } });
  await succeed("testIntegration");
  await succeed("updateAlertRule", { body: { integration_id: ids.integrationId, monitors: [], tags: [] } });
  await succeed("updateMonitor", { body: { tags: ["team:web"] } });
  await succeed("renameTag", { ids: { tag: "team:web" }, body: { tag: "team:shop" } });
  await succeed("pauseMonitor");
  await succeed("resumeMonitor");
  await succeed("updateIncident", {
    body: {
      monitors: [ids.monitorId],
      incident_at: undefined,
      recovery_at: undefined,
      // Only a recovered incident has one.
      post_mortem: undefined,
    },
  });
  await succeed("editIncidentUpdate");
  await succeed("editIncidentComment");
  await succeed("updateMaintenanceWindow", {
    body: {
      monitors: [ids.monitorId],
      status_pages: [],
      recurrence: null,
      starts_at: undefined,
      ends_at: undefined,
    },
  });
  await succeed("previewStatusPage", { body: { components, domain: null } });
  await succeed("previewNewStatusPage", { body: { components, domain: null } });
  await succeed("updateStatusPage", { body: { components, domain: "status.shop.internal" } });
  expect(await succeed("verifyStatusPageDomain")).toMatchObject({
    domain_state: "active",
    domain_error: null,
  });
}

/** Runs check-now for a saved and an unsaved monitor, through a real runner against a real target. */
async function checksThroughRealRunner(): Promise<void> {
  const target = createServer((_, response) => response.end("fine"));
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  const dataDir = mkdtempSync(path.join(tmpdir(), "vedette-contract-"));
  await ensureBuiltInRunner(sha256("runner-token-for-tests"));
  const runner = new Runner({
    controlUrl: `http://127.0.0.1:${frontDoor.port}`,
    token: "runner-token-for-tests",
    dataDir,
    connectivityChecks: [],
    knownNames: [],
  });

  runner.start();
  const request = { method: "GET", url };
  // A region without a runner is waited for.
  const body = { request, regions: ["eu-deu-fra"], success_assertions: null };
  await succeed("updateMonitor", { body });
  const saved = await succeed("checkMonitor");
  const unsaved = await succeed("checkUnsavedMonitor", { body: { protocol: "http", ...body } });
  const built = await pool().query<{ id: number }>("select id from runners where kind = 'local'");
  await succeed("updateRunner", { ids: { runnerId: built.rows[0]?.id ?? 0 } });
  const oneUp = { regions: [{ region: "eu-deu-fra", outcome: "up" }] };
  expect([saved, unsaved]).toMatchObject([oneUp, oneUp]);
  await runner.stop();
  target.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Tests the operations that end something, after everything else has used it. */
async function endings(): Promise<void> {
  await succeed("recoverIncident");
  await succeed("deleteIncidentUpdate");
  await succeed("deleteIncidentComment");
  await succeed("deleteIncident");
  await run`update maintenance_windows set state = 'in_progress', starts_at = now() - interval '5 minutes'
    where id = ${ids.maintenanceWindowId}`;
  await succeed("completeMaintenanceWindow");
  const window = { status_pages: [], monitors: [ids.monitorId], recurrence: null };
  const times = { starts_at: inHours(3), ends_at: inHours(4) };
  await create("createMaintenanceWindow", "maintenanceWindowId", { body: { ...window, ...times } });
  await succeed("cancelMaintenanceWindow");
  await create("createMaintenanceWindow", "maintenanceWindowId", { body: { ...window, ...times } });
  await succeed("deleteMaintenanceWindow");
  await succeed("removePageSubscriber");
  await succeed("deleteTestIncident");
  await succeed("deleteDeployment");
  await succeed("deleteIncidentTemplate");
  await succeed("revokeRunner");
  await ensureBuiltInRunner(sha256("the built-in runner of this test"));
  const builtIn = await pool().query("select id from runners where kind = 'local' limit 1");
  ids.runnerId = builtIn.rows[0].id;
  await succeed("updateRunner");
  await succeed("deleteStatusPage");
  await succeed("deleteAlertRule");
  await succeed("deleteIntegration");
  await succeed("deleteMonitor");
  await succeed("createProject", { body: { members: [accounts.users.ada] } });
  await succeed("createDemo");
  await succeed("deleteDemo");
  ids.projectId = accounts.projects.other;
  await succeed("deleteProject");
}
