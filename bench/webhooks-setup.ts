import { fork } from "node:child_process";
import { once } from "node:events";
import { encryptSecrets } from "@/lib/alerting/integration-secrets";
import { defaultWebhookSchema } from "@/lib/contract/apps/outgoing-webhook";
import { monotonicMs } from "@/lib/shared/clock";
import { program } from "@/lib/testing/program";
import { run } from "@/lib/testing/sql";

export const CREATED = "uptime.incident.created";

/** Counts of a receiver so far. */
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
  await run`insert into projects (organization_id, name, slug, incident_prefix)
    select 1, 'bench-' || n, 'bench-' || n, 'BEN' || n from generate_series(1, ${count}::int) n`;
  const hooks = Array.from({ length: count * urls.length }, (_, at) => ({
    project: Math.floor(at / urls.length) + 1,
    settings: JSON.stringify({ url: urls[at % urls.length] }),
    secrets: encryptSecrets(at + 1, { secret: "a secret of benches" }),
  }));
  await run`insert into integrations (project_id, app, name, settings, secrets)
    select project, 'outgoing_webhook', 'Hook', settings, secrets
    from unnest(${hooks.map(({ project }) => project)}::int[], ${hooks.map(({ settings }) => settings)}::jsonb[],
      ${hooks.map(({ secrets }) => secrets)}::bytea[]) with ordinality as hook (project, settings, secrets, n) order by n`;
  await run`insert into alert_rules (organization_id, project_id, integration_id, event, integration_settings)
    select 1, project_id, id, ${CREATED}, ${JSON.stringify({ schema: defaultWebhookSchema(CREATED) })}::jsonb from integrations`;
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
