import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signalIntake } from "@/lib/engine/heartbeats/intake";
import { pingKeyOf } from "@/lib/services/monitors/heartbeat-tokens";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { type AskOptions, useFrontDoor } from "@/lib/testing/pages/front-door";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
const door = useFrontDoor();
let pingKey = "";

beforeAll(async () => {
  pingKey = await pingKeyOf(accounts.projects.app);
});
afterAll(() => signalIntake().stop());

interface Made {
  readonly id: number;
  readonly token: string;
}

async function make(request: object = {}, change: object = {}): Promise<Made> {
  const body = { name: "Backup", protocol: "heartbeat", request, ...change };
  const made = await api(accounts.prjWrite).post("/uptime/monitors", body);
  expect(made.status, made.text).toBe(201);
  return { id: made.body.id, token: made.body.request.token };
}

const signalsOf = (id: number) =>
  run`select kind, exit_status, run_id, method, message, run_ms, body_bytes, length(body) as kept
    from heartbeat_signals where monitor_id = ${id} order by id`;

async function ask(path: string, options: AskOptions = {}) {
  const { status, text, headers } = await door.ask(path, options);
  return { status, text, headers };
}

describe("Healthchecks' ping URLs", () => {
  test("a signal is stored before OK, by any of the three methods", async () => {
    const { id, token } = await make();
    for (const method of ["GET", "HEAD", "POST"]) {
      const { status, text, headers } = await ask(`/ping/${token}`, { method });
      expect([status, text]).toEqual([200, method === "HEAD" ? "" : "OK"]);
      expect(headers).toMatchObject({
        "ping-body-limit": "100000",
        "access-control-allow-origin": "*",
        "content-length": "2",
      });
    }
    expect((await signalsOf(id)).map(({ method }) => method)).toEqual(["GET", "HEAD", "POST"]);
    await expect
      .poll(async () => (await api(accounts.prjWrite).get(`/uptime/monitors/${id}`)).body.status)
      .toBe("online");
    expect((await ask(`/ping/${token}`, { method: "PUT", body: "log" })).text).toBe("OK");
    expect((await signalsOf(id)).at(-1)).toMatchObject({ method: "PUT", body_bytes: 3 });
  });

  test("start, fail, log, exit status, and run ID are stored", async () => {
    const { id, token } = await make();
    const rid = "5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278";
    for (const path of [`/start?rid=${rid}`, "/log", "/0", "/7", "/fail"])
      expect((await ask(`/ping/${token}${path}`)).text).toBe("OK");
    expect(await signalsOf(id)).toMatchObject([
      { kind: "start", run_id: rid },
      { kind: "log" },
      { kind: "success", exit_status: 0 },
      { kind: "fail", exit_status: 7 },
      { kind: "fail", exit_status: null },
    ]);
    await expect
      .poll(async () => (await api(accounts.prjWrite).get(`/uptime/monitors/${id}`)).body.status)
      .toBe("offline");
  });

  test("wrong URLs get the documented status codes", async () => {
    const { token } = await make();
    const statusOf = async (path: string) => {
      const { status, text } = await ask(path);
      return `${status} ${text}`;
    };
    expect(await statusOf("/ping/5bf66975-d4c7-4bf5-bcc8-b8d8a82ea279")).toBe("404 not found");
    expect(await statusOf(`/ping/${pingKey}/nothing`)).toBe("404 not found");
    expect(await statusOf("/ping/unknown-ping-key/backup")).toBe("404 not found");
    for (const path of ["256", "nonsense", "start/again", "?rid=1"].map((end) =>
      end.startsWith("?") ? end : `/${end}`,
    ))
      expect(await statusOf(`/ping/${token}${path}`), path).toBe("400 invalid url format");
    expect(await statusOf("/ping/nonsense")).toBe("400 invalid url format");
  });

  test("a slug finds its monitor, is ambiguous if two have it, and is created on request", async () => {
    const { id } = await make({ slug: "db-backup" });
    expect((await ask(`/ping/${pingKey}/db-backup/start`)).text).toBe("OK");
    expect(await signalsOf(id)).toHaveLength(1);
    await make({ slug: "twice" });
    await make({ slug: "twice" });
    const twice = await ask(`/ping/${pingKey}/twice`);
    expect([twice.status, twice.text]).toEqual([409, "ambiguous slug"]);
    const created = await ask(`/ping/${pingKey}/nightly?create=1`);
    expect([created.status, created.text]).toEqual([201, "Created"]);
    expect((await ask(`/ping/${pingKey}/nightly?create=1`)).status).toBe(200);
    const found = await api(accounts.prjWrite).get("/uptime/monitors?search=nightly");
    expect(found.body.data).toMatchObject([
      { name: "nightly", protocol: "heartbeat", incident_confirmations: 1 },
    ]);
  });

  test("a body is cut at the limit", async () => {
    const { id, token } = await make();
    expect((await ask(`/ping/${token}`, { method: "POST", body: "x".repeat(150_000) })).text).toBe("OK");
    expect(await signalsOf(id)).toMatchObject([{ body_bytes: 150_000, kept: 100_000 }]);
  });

  test("too many signals of one monitor are rejected, and those of others aren't", async () => {
    const [{ token, id }, other] = [await make(), await make()];
    for (let sent = 0; sent < 60; sent += 1) expect((await ask(`/ping/${token}`)).status).toBe(200);
    const { status, text, headers } = await ask(`/ping/${token}`);
    expect([status, text]).toEqual([429, "rate limited"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(await signalsOf(id)).toHaveLength(60);
    expect((await ask(`/ping/${other.token}`)).status).toBe(200);
  });

  test("a change of other settings keeps the token, and another monitor's token is rejected", async () => {
    const { id, token } = await make();
    const client = api(accounts.prjWrite);
    const changed = await client.post(`/uptime/monitors/${id}`, { request: { period: 600 } });
    expect(changed.body.request).toMatchObject({ token, period: 600 });
    expect((await ask(`/ping/${token}`)).status).toBe(200);
    const taken = await client.post("/uptime/monitors", {
      name: "Thief",
      protocol: "heartbeat",
      request: { token },
    });
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ["request.token"]]);
    const wrong = { schedule: "cron", expression: "0 25 * * *" };
    const { status, body } = await client.post(`/uptime/monitors/${id}`, { request: wrong });
    expect([status, body.errors]).toEqual([
      422,
      {
        "request.expression": [
          'request.expression must be a cron expression such as 0 3 * * *; the hour must be from 0 to 23 at character 3, got "0 25 * * *".',
        ],
      },
    ]);
  });
});

test("Uptime Kuma's push URLs accept any method", async () => {
  const { id, token } = await make({ token: "0123456789abcdefghij" });
  expect(token).toBe("0123456789abcdefghij");
  for (const [method, query] of [
    ["GET", "?status=up&msg=OK&ping=12"],
    ["POST", ""],
    ["PUT", "?status=down&msg=disk+full"],
  ] as const) {
    const { status, text } = await ask(`/api/push/${token}${query}`, { method });
    expect([status, JSON.parse(text)]).toEqual([200, { ok: true }]);
  }
  expect(await signalsOf(id)).toMatchObject([
    { kind: "success", run_ms: 12 },
    { kind: "success", message: null },
    { kind: "fail", message: "disk full" },
  ]);
  for (const query of ["?status=&msg=&ping=", "?status=UP&msg=100%", "?msg=Is+it+down?&status=down&ping="])
    expect((await ask(`/api/push/${token}${query}`)).status).toBe(200);
  expect((await signalsOf(id)).slice(3)).toMatchObject([
    { kind: "success", message: null },
    { kind: "success", message: "100%" },
    { kind: "fail", message: "Is it down?" },
  ]);
  const unknown = await ask("/api/push/unknown-token");
  expect([unknown.status, JSON.parse(unknown.text).ok]).toEqual([404, false]);
});

test("heartbeat URLs of Better Stack and UptimeRobot stay valid once their host is replaced", async () => {
  const { id } = await make({ token: "dkGVrfnKkxqS8zB7wTgBDdJm" });
  for (const ending of ["", "/fail", "/0", "/3"])
    expect(
      (await ask(`/api/v1/heartbeat/dkGVrfnKkxqS8zB7wTgBDdJm${ending}`, { method: "HEAD" })).status,
    ).toBe(200);
  expect(await signalsOf(id)).toMatchObject([
    { kind: "success" },
    { kind: "fail", exit_status: null },
    { kind: "success", exit_status: 0 },
    { kind: "fail", exit_status: 3 },
  ]);
  expect((await ask("/api/v1/heartbeat/dkGVrfnKkxqS8zB7wTgBDdJm/256")).status).toBe(404);
  const token = "m793494864-dfa695db066080680baad25a36986d67d9cd958";
  expect((await ask(`/${token}`)).status).toBe(404);
  const robot = await make({ token });
  expect((await ask(`/${token}`, { method: "POST" })).status).toBe(200);
  expect(await signalsOf(robot.id)).toMatchObject([{ kind: "success" }]);
});

test("Gatus' external endpoints accept a bearer token", async () => {
  const { id } = await make({ token: "gatus-token-1", slug: "core_ext-ep" });
  const send = (key: string, query: string, token = "gatus-token-1") =>
    ask(`/api/v1/endpoints/${key}/external?${query}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
    });
  expect((await send("core_ext-ep", "success=true&duration=1m0.5s")).status).toBe(200);
  expect((await send("core_ext-ep", "success=false&error=timeout")).status).toBe(200);
  expect((await send("core_ext-ep", "success=maybe")).status).toBe(400);
  expect((await send("core_other", "success=true")).status).toBe(404);
  expect((await send("core_ext-ep", "success=true", "another-token")).status).toBe(401);
  expect(await signalsOf(id)).toMatchObject([
    { kind: "success", run_ms: 60_500 },
    { kind: "fail", message: "timeout" },
  ]);
});
