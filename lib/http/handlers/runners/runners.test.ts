import { beforeEach, describe, expect, test } from "vitest";
import { REGION_CODES } from "@/lib/contract/core/regions";
import { sha256 } from "@/lib/shared/secret";
import { PROGRAM_VERSION } from "@/lib/shared/version";
import { ensureBuiltInRunner } from "@/lib/store/runners/tokens";
import { signedIn } from "@/lib/testing/accounts/person";
import { makeKey, setPasswords, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { check } from "@/lib/testing/checks";
import { reportOf } from "@/lib/testing/runners/reports";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts("test");

const FRANKFURT = { name: "Frankfurt one", region: "eu-deu-fra" };
const LOCAL_TOKEN = "the-local-runners-token";
const REPORT = reportOf({
  version: PROGRAM_VERSION,
  lag_p99_ms: 1.5,
  spooled: 2,
  running: 3,
  monitors: 4,
  capabilities: { node: "v20.20.0" },
});

beforeEach(async () => {
  await setPasswords();
  await run`delete from attempt_buckets`;
  await run`delete from runners`;
  await run`delete from organizations where id <> ${accounts.organizationId}`;
  await ensureBuiltInRunner(sha256(LOCAL_TOKEN));
});

const as = (name: string) => signedIn(`${name}-${accounts.organizationId}@example.com`);
const beat = (token: string, report: object = {}, sent_at = new Date().toISOString()) =>
  api(token).post("/runner/results", { results: [], sent_at, report: { ...REPORT, ...report } });

async function listed() {
  const { data } = (await (await as("cleo")).get("/runners")).body;
  return data;
}

test("shows a quarantined region with the reason at the runner that serves it", async () => {
  await run`insert into region_quarantines (region, kind, since, reason) values
       ('as-sgp-sin', 'quarantined', '2026-01-31T11:58:00Z', 'alone in seeing 9 of 9 shared monitors fail')`;
  await run`update runners set last_seen_at = now()`;
  const { body } = await (await as("cleo")).get("/runners");
  expect(body.data[0].quarantined).toEqual([
    {
      region: "as-sgp-sin",
      reason:
        "Singapore has been quarantined since 11:58:00 UTC: alone in seeing 9 of 9 shared monitors fail",
    },
  ]);
  await run`delete from region_quarantines`;
});

describe("runners", () => {
  test("an admin's new runner authenticates with the token of its command, and the list shows its reports", async () => {
    const made = await (await as("ben")).post("/runners", FRANKFURT);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...FRANKFURT, kind: "remote", state: "never_seen", regions: [] });
    expect(made.body.command).toBe(
      `CONTROL_URL=http://localhost:3000 RUNNER_TOKEN=${made.body.token} npm run runner`,
    );
    expect((await beat(made.body.token)).status).toBe(200);
    const { version, capabilities, clock_ahead_ms: _, instance: __, ...report } = REPORT;
    expect((await listed())[1]).toMatchObject({
      ...FRANKFURT,
      state: "alive",
      regions: ["eu-deu-fra"],
      version,
      version_note: null,
      capabilities,
      report,
    });
  });

  test.each([
    ["33 entries", Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`able${index}`, "yes"]))],
    ["a name of 51 characters", { ["n".repeat(51)]: "yes" }],
    ["a value of 201 characters", { node: "v".repeat(201) }],
  ])("rejects capabilities with %s", async (_, capabilities) => {
    const { token } = (await (await as("ben")).post("/runners", FRANKFURT)).body;
    const { status, body } = await beat(token, { capabilities });
    expect([status, Object.keys(body.errors)[0]]).toEqual([422, expect.stringContaining("capabilities")]);
  });

  test("the token appears only in the response that created it", async () => {
    const made = await (await as("ada")).post("/runners", FRANKFURT);
    expect(JSON.stringify(await listed())).not.toContain(made.body.token);
    const rows = await run`select detail from audit_log where action = 'runner.created'`;
    expect(JSON.stringify(rows)).not.toContain(made.body.token);
  });

  test("the built-in runner serves every region without a remote runner heard from in the last 45 s", async () => {
    const { token } = (await (await as("ada")).post("/runners", FRANKFURT)).body;
    await beat(LOCAL_TOKEN);
    expect((await listed())[0].regions).toEqual([...REGION_CODES]);
    await beat(token);
    expect((await listed())[0].regions).toEqual(REGION_CODES.filter((code) => code !== "eu-deu-fra"));
    await run`update runners set last_seen_at = now() - interval '46 s' where kind = 'remote'`;
    expect(await listed()).toMatchObject([
      { kind: "local", regions: [...REGION_CODES] },
      { state: "silent", regions: [] },
    ]);
  });

  test("stores a report even right after another request of the runner", async () => {
    const { token } = (await (await as("ada")).post("/runners", FRANKFURT)).body;
    await api(token).get("/runner/config");
    await beat(token, { spooled: 7 });
    expect((await listed())[1].report).toMatchObject({ spooled: 7 });
  });

  test("flags a clock more than a minute off, and drops results from the server's future", async () => {
    const { token } = (await (await as("ben")).post("/runners", FRANKFURT)).body;
    const noteAt = async (aheadMs: number) => {
      await run`update runners set report = '{}'`;
      const taken = await beat(token, {}, new Date(Date.now() + aheadMs).toISOString());
      expect(taken.status).toBe(200);
      return (await listed())[1].clock_note;
    };
    expect([await noteAt(50_000), await noteAt(-50_000)]).toEqual([null, null]);
    expect(await noteAt(3600_000)).toBe(
      "Its clock is 60 minutes ahead of the server's, so its results are dated in the future and dropped. Sync both clocks with NTP.",
    );
    expect(await noteAt(-300_000)).toContain("Its clock is 5 minutes behind the server's");
  });

  test("ignores unknown data from a newer runner, but keeps its results and version", async () => {
    const { token } = (await (await as("ben")).post("/runners", FRANKFURT)).body;
    const taken = await api(token).post("/runner/results", {
      results: [
        { ...check(1, Date.now(), "up"), http_version: "3", timings: { ...check(1, 0).timings, quic: 5 } },
      ],
      sent_at: new Date().toISOString(),
      report: {
        ...REPORT,
        version: "9.0.0",
        temperature: 41,
        self_check_failures: [{ kind: "quic_blocked", ports: 3 }],
        capabilities: { node: "v30", quic: "yes" },
      },
      signature: "new",
    });
    expect(taken.status).toBe(200);
    expect(taken.body.accepted).toBe(1);
    expect((await listed())[1]).toMatchObject({
      version: "9.0.0",
      version_note: `The server runs version ${PROGRAM_VERSION}. Install the same version on that machine.`,
    });
  });

  test("reports a different version with instructions", async () => {
    const { token } = (await (await as("ada")).post("/runners", FRANKFURT)).body;
    await beat(token, { version: "0.0.9" });
    expect((await listed())[1]).toMatchObject({
      version: "0.0.9",
      version_note: `The server runs version ${PROGRAM_VERSION}. Install the same version on that machine.`,
    });
  });

  test("rejects a revoked runner from its next request and records the revocation in the log", async () => {
    const ada = await as("ada");
    const { token, id } = (await ada.post("/runners", FRANKFURT)).body;
    expect((await ada.delete(`/runners/${id}`)).status).toBe(204);
    expect((await beat(token)).status).toBe(401);
    expect((await listed())[1]).toMatchObject({ id, state: "revoked", regions: [] });
    expect((await ada.delete(`/runners/${id}`)).body.message).toBe(
      "The runner Frankfurt one is already revoked.",
    );
    const rows = await run`select action, actor_label, project_id, subject_id, detail from audit_log
      where subject_type = 'runner' and organization_id = ${accounts.organizationId} order by id`;
    const row = { actor_label: "Ada", project_id: null, subject_id: id, detail: FRANKFURT };
    expect(rows).toEqual([
      { action: "runner.created", ...row },
      { action: "runner.revoked", ...row },
    ]);
  });

  test("lists a revoked runner last for 30 days, then only in the log", async () => {
    const ada = await as("ada");
    const gone = (await ada.post("/runners", FRANKFURT)).body;
    expect(gone.revoked_at).toBeNull();
    await ada.post("/runners", { ...FRANKFURT, name: "Another" });
    await ada.delete(`/runners/${gone.id}`);
    const names = async () => (await listed()).map((one: { name: string }) => one.name);
    expect(await names()).toEqual(["local", "Another", "Frankfurt one"]);
    const revokedAgo = (days: number) =>
      run`update runners set revoked_at = now() - make_interval(days => ${days}) where id = ${gone.id}`;
    await revokedAgo(29);
    const [, , last] = await listed();
    expect(Date.now() - Date.parse(last.revoked_at)).toBeGreaterThanOrEqual(29 * 86_400_000);
    await revokedAgo(30);
    expect(await names()).toEqual(["local", "Another"]);
    expect((await ada.get("/runners?per_page=1")).body.links.last).toContain("page=2");
  });

  test("members read but change nothing; organization keys and owners do both, project keys neither", async () => {
    const cleo = await as("cleo");
    const { id } = (await (await as("ada")).post("/runners", FRANKFURT)).body;
    for (const refused of [await cleo.post("/runners", FRANKFURT), await cleo.delete(`/runners/${id}`)]) {
      expect(refused.status).toBe(403);
      expect(refused.body.message).toBe("This action needs the platform:write permission.");
    }
    for (const token of [accounts.prjWrite, undefined]) {
      const status = token ? 403 : 401;
      expect((await api(token).get("/runners")).status).toBe(status);
      expect((await api(token).post("/runners", FRANKFURT)).status).toBe(status);
      expect((await api(token).delete(`/runners/${id}`)).status).toBe(status);
    }
    expect((await listed()).map((one: { state: string }) => one.state)).toEqual(["never_seen", "never_seen"]);
    for (const token of [accounts.orgWrite, accounts.adaToken]) {
      const made = await api(token).post("/runners", FRANKFURT);
      expect((await api(token).get("/runners")).status).toBe(200);
      expect((await api(token).delete(`/runners/${made.body.id}`)).status).toBe(204);
    }
    expect((await api(accounts.orgRead).get("/runners")).status).toBe(200);
    expect((await api(accounts.orgRead).post("/runners", FRANKFURT)).status).toBe(403);
  });

  test("a key without access to monitors cannot add a runner, which would read all of them", async () => {
    const key = await makeKey("organization", { organizationId: accounts.organizationId }, "write", "none");
    const refused = await api(key).post("/runners", FRANKFURT);
    expect(refused.body).toEqual({ message: "This action needs the uptime:write permission." });
  });

  test("does not store the token for an Idempotency-Key", async () => {
    const headers = { "Idempotency-Key": "one runner" };
    const made = await api(accounts.orgWrite).post("/runners", FRANKFURT, headers);
    const rows = await run`select row_to_json(k)::text as kept from idempotency_keys k`;
    expect(JSON.stringify(rows)).not.toContain(made.body.token);
    const other = await api(accounts.orgWrite).post("/runners", FRANKFURT, headers);
    expect(other.body.id).not.toBe(made.body.id);
  });

  test("with several organizations, no one can add or revoke a runner for all of them", async () => {
    const ada = await as("ada");
    const { id } = (await ada.post("/runners", FRANKFURT)).body;
    await run`insert into organizations (name) values ('Second')`;
    expect((await ada.post("/runners", FRANKFURT)).status).toBe(403);
    expect((await ada.delete(`/runners/${id}`)).status).toBe(403);
    expect(await listed()).toHaveLength(2);
  });

  test("the built-in runner cannot be revoked, a missing runner is 404 and an invalid region 422", async () => {
    const ada = await as("ada");
    const [local] = await listed();
    const refused = await ada.delete(`/runners/${local.id}`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "The built-in runner belongs to the server and cannot be revoked. Set RUNNER=off in the server's environment to stop it.",
    ]);
    expect((await ada.delete("/runners/987654")).status).toBe(404);
    const wrong = await ada.post("/runners", { name: "", region: "mars" });
    expect(Object.keys(wrong.body.errors).sort()).toEqual(["name", "region"]);
  });
});
