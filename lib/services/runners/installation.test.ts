import { expect, test } from "vitest";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { MONITOR } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();

const read = async () => (await api(accounts.orgWrite).get("/installation")).body;

test("a new installation has no work done or waiting", async () => {
  const { stages, queues, database } = await read();
  expect(Object.values(stages)).toEqual([null, null, null, null, null]);
  expect(queues).toMatchObject({ notifications: 0, page_emails: 0, runner_results: 0 });
  expect(database).toMatchObject({ embedded: false, version: expect.stringMatching(/^\d+/) });
});

test("names the newest work of each stage, and the results that runners still hold", async () => {
  await api(accounts.prjWrite).post("/uptime/monitors", MONITOR);
  await run`
    insert into region_states (monitor_id, region, project_id, last_slot, last_checked_at)
      select monitor_id, 'eu-deu-fra', project_id, '2026-11-22T21:00:00Z', '2026-11-22T21:00:03Z' from monitor_states
      on conflict (monitor_id, region, project_id)
        do update set last_slot = excluded.last_slot, last_checked_at = excluded.last_checked_at;
    insert into events (project_id, key, occurred_at, created_at) select project_id, 'incident.created', now(), '2026-11-22T21:00:04Z' from monitor_states;
    insert into runners (name, kind, region, token_hash, last_seen_at, report) values
      ('fra', 'remote', 'eu-deu-fra', 'a', now(), '{"spooled": 12}'), ('old', 'remote', 'eu-fra-cdg', 'b', now() - interval '1 day', '{"spooled": 900}')`;
  const { stages, queues } = await read();
  expect(stages).toMatchObject({
    check: "2026-11-22T21:00:00Z",
    result: "2026-11-22T21:00:03Z",
    decision: "2026-11-22T21:00:04Z",
  });
  expect(queues.runner_results).toBe(12);
});

test("a project key can't read the installation, which serves every project", async () => {
  expect((await api(accounts.prjWrite).get("/installation")).status).toBe(403);
  expect((await api().get("/installation")).status).toBe(401);
});

test("the history counts recorded and failing minutes in each cell, for each part", async () => {
  await run`
    insert into health_minutes
      select date_trunc('minute', now()) - interval '1 minute' * n, case when n < 3 then '{clock,disk}' when n < 5 then '{disk}' else '{}' end::text[]
      from generate_series(0, 9) n`;
  const { body } = await api(accounts.orgWrite).get("/installation/health-history");
  const sum = (minutes: number[]) => minutes.reduce((all, one) => all + one, 0);
  expect([body.recorded.length, sum(body.recorded)]).toEqual([48, 10]);
  expect(
    body.failing.map(({ part, minutes }: { part: string; minutes: number[] }) => [part, sum(minutes)]),
  ).toEqual([
    ["clock", 3],
    ["disk", 5],
  ]);
  const week = (await api(accounts.orgWrite).get("/installation/health-history?range=week")).body;
  expect([week.cell_seconds, sum(week.recorded)]).toEqual([3 * 3600, 10]);
  expect((await api(accounts.prjWrite).get("/installation/health-history")).status).toBe(403);
});
