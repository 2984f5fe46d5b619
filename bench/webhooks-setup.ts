import { fork } from "node:child_process";
import { once } from "node:events";
import { encryptSecrets } from "@/lib/alerting/integration-secrets";
import { defaultWebhookSchema } from "@/lib/contract/apps/outgoing-webhook";
import { monotonicMs } from "@/lib/shared/clock";
import { pool } from "@/lib/store/core/pool";
import { program } from "@/lib/testing/program";
import { run } from "@/lib/testing/sql";

export const CREATED = "uptime.incident.created";

/** What a receiver has counted so far. */
export interface Count {
  readonly requests: number;
  readonly ids: number;
  /** When the last request to `/` arrived, as Unix milliseconds. */
  readonly lastAtMs: number;
}

export interface ReceiverProcess {
  readonly url: string;
  count(): Promise<Count>;
  stop(): void;
}

/** Starts a receiver in its own process, so that its CPU isn't counted as the sender's. */
export async function startReceiverProcess(): Promise<ReceiverProcess> {
  const child = fork(program("bench/webhook-receiver.ts"));
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  return {
    url,
    count: async () => {
      child.send("count");
      const [count] = (await once(child, "message")) as [Count];
      return count;
    },
    stop: () => void child.kill(),
  };
}

/** Creates projects with a signed webhook to each of the URLs, which gets every new incident. */
export async function makeProjects(count: number, urls: readonly string[]): Promise<void> {
  await run`insert into organizations (name) values ('Bench')`;
  for (let project = 1; project <= count; project += 1) {
    await pool().query(
      "insert into projects (organization_id, name, slug, incident_prefix) values (1, $1, $1, $2)",
      [`bench-${project}`, `BEN${project}`],
    );
    for (const [index, url] of urls.entries())
      await makeWebhook(project, url, (project - 1) * urls.length + index + 1);
  }
}

async function makeWebhook(project: number, url: string, id: number): Promise<void> {
  await run`insert into integrations (project_id, app, name, settings, secrets)
    values (${project}, 'outgoing_webhook', 'Hook', ${JSON.stringify({ url })}, ${encryptSecrets(id, { secret: "a secret of benches" })})`;
  await run`insert into alert_rules (organization_id, project_id, integration_id, event, integration_settings)
    values (1, ${project}, ${id}, ${CREATED}, ${JSON.stringify({ schema: defaultWebhookSchema(CREATED) })})`;
}

/** Opens `count` incidents in each project without notifying anyone yet. Their numbers start at `first`. */
export async function queueIncidents(first: number, count: number): Promise<void> {
  await run`with made as (
       insert into incidents (project_id, number, slug, type, title, impact, incident_at)
       select p.id, n, p.incident_prefix || '-' || n, 'manual', 'Incident ' || n, 'unknown', now()
       from projects p, generate_series(${first}::int, ${first + count - 1}::int) n returning id, project_id)
     insert into events (project_id, key, occurred_at, incident_id) select project_id, ${CREATED}, now(), id from made`;
}

/** Returns how many events and deliveries wait. */
export async function pending(): Promise<number> {
  const rows = await run`select (select count(*) from deliveries where status = 'pending') + (select count(*)
    from events where fanned_out_at is null) as count`;
  return rows[0]?.count ?? 0;
}

export async function until(done: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const end = monotonicMs() + timeoutMs;
  while (!(await done())) {
    if (monotonicMs() > end) throw new Error(`Not finished within ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
