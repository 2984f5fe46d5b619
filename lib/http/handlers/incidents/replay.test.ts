import { beforeAll, expect, test } from "vitest";
import { ensurePartitionsFor } from "@/lib/store/checks/partitions";
import { signedIn } from "@/lib/testing/accounts/person";
import { setPasswords, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { makeMonitor } from "@/lib/testing/checks";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
let monitorId: number;
let path: string;
const END = Math.floor(Date.now() / 60_000) * 60_000;

/** Three hours of one check per minute, with two consecutive failures every 30 minutes. */
beforeAll(async () => {
  await setPasswords();
  monitorId = await makeMonitor(accounts.projects.app);
  path = `/uptime/monitors/${monitorId}/replay`;
  await ensurePartitionsFor([END - 3 * 3600_000, END]);
  await run`insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome, total_us, error_code, detail)
     select ${accounts.projects.app}, ${monitorId}, at, at, 'eu-deu-fra', fails::int, 50000, case when fails then 'timeout' end,
       case when fails then '{"message": "No answer within 10 s."}'::jsonb end
     from generate_series(1, 180) n, lateral (select ${new Date(END)}::timestamptz - make_interval(mins => n) as at, n % 30 in (10, 11) as fails) x`;
});

const as = (name: string) => signedIn(`${name}-${accounts.organizationId}@example.com`);

test("a member sees what two consecutive failures would have changed, in a sentence, in numbers, and with reasons", async () => {
  const { status, body } = await (await as("cleo")).post(path, {
    incident_confirmations: 2,
    recovery_confirmations: 1,
  });
  expect(status).toBe(200);
  expect(body.summary).toBe(
    "With 2 consecutive failures instead of 3 and 1 consecutive success instead of 3: 6 more alerts, 0 fewer.",
  );
  expect(body).toMatchObject({
    alerts: { present: 0, other: 6, gained: 6, lost: 0, changed: 0 },
    range: { results: 180, retention_days: 7 },
    settings: { present: { incident_confirmations: 3 }, other: { incident_confirmations: 2, interval: 60 } },
    downtime: { present: 0, other: 6 * 120 },
    recorded: 0,
  });
  expect(body.gained[0].reason).toMatch(
    /^2 consecutive checks from .+ failed: No answer within 10 s, since /,
  );
  expect(body.notes[0]).toContain("Results are kept for 7 days (RETENTION_DAYS)");
});

test("without a change no incident is gained or lost, and the range can be narrowed", async () => {
  const from = new Date(END - 3600_000).toISOString();
  const { body } = await (await as("cleo")).post(path, { from });
  expect(body).toMatchObject({ gained: [], lost: [], changed: [], range: { results: 60 } });
  expect(body.summary).toBe("With the current settings: 0 more alerts, 0 fewer.");
});

test.each([
  ["incident_confirmations", { incident_confirmations: 6 }],
  ["recovery_confirmations", { recovery_confirmations: 0 }],
  ["region_threshold", { region_threshold: 2 }],
  ["interval", { interval: 61 }],
  ["interval", { interval: 30 }],
  ["from", { from: "yesterday" }],
  ["from", { from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" }],
  ["from", { from: "2026-01-01T00:00:00Z", to: "2026-03-01T00:00:00Z" }],
])("names an invalid %s", async (field, body) => {
  const answer = await (await as("cleo")).post(path, body);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([field]);
});

test("another project's monitor is not found, for users and keys alike", async () => {
  const foreign = await makeMonitor(accounts.projects.foreign);
  expect((await (await as("ada")).post(`/uptime/monitors/${foreign}/replay`, {})).status).toBe(404);
  expect((await api(accounts.prjRead).post(path, {})).status).toBe(200);
  expect((await api(accounts.otherWrite).post(path, {})).status).toBe(404);
});
