import { Logger, runOnce } from "graphile-worker";
import { Dispatcher } from "@/lib/alerting/dispatcher";
import { CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import { defaultWebhookSchema } from "@/lib/contract/apps/outgoing-webhook";
import type { AppId } from "@/lib/contract/apps/registry";
import type { EventKey } from "@/lib/contract/core/events";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { tasks } from "@/lib/jobs/tasks";
import { createAlertRule } from "@/lib/services/alerting/alert-rules";
import { createIntegration } from "@/lib/services/alerting/integrations";
import { createIncident } from "@/lib/services/incidents/writes";
import { createMaintenanceWindow } from "@/lib/services/maintenance/writes";
import { MINUTE_MS } from "@/lib/shared/durations";
import { db, pool } from "@/lib/store/core/pool";
import type { Scene } from "@/lib/testing/scene";
import { moveBack, run } from "@/lib/testing/sql";

/** Allows loopback targets, on which test receivers listen. Call before `useDatabase`. */
export function allowLoopback(): void {
  process.env.ALLOW_PRIVATE_TARGETS = "127.0.0.0/8,::1/128";
}

export const WEBHOOK_SECRET = "whsec_c2VjcmV0IG9mIHRlc3RzLCBub3QgYSByZWFs";

const silent = new Logger(() => () => undefined);

/** Dispatches the notifications that are due, and runs the jobs due within two seconds that they add. */
export async function drain(concurrency = 4): Promise<void> {
  const { deliver_push, integration_paused } = tasks;
  const taskList = { deliver_push, integration_paused } as typeof tasks;
  do {
    await new Dispatcher().runOnce();
    await runOnce({ pgPool: pool(), taskList, concurrency, noHandleSignals: true, logger: silent });
  } while (await hasSoonJobs());
}

async function hasSoonJobs(): Promise<boolean> {
  const rows =
    await run`select 1 from graphile_worker.jobs where task_identifier in ('deliver_push', 'integration_paused')
       and run_at < now() + interval '2 seconds' and attempts < max_attempts limit 1`;
  return rows.length > 0;
}

export async function makeIntegration(
  scene: Scene,
  app: AppId,
  settings: Record<string, unknown>,
): Promise<number> {
  const caller = scene.caller({ kind: "session" });
  const made = await createIntegration(caller, app, { name: `Test ${app}`, settings, paused: false });
  return made.id;
}

export function makeWebhook(scene: Scene, url: string): Promise<number> {
  return makeIntegration(scene, "outgoing_webhook", { url, secret: WEBHOOK_SECRET });
}

export async function makeRule(
  scene: Scene,
  integrationId: number,
  event: EventKey,
  change: Record<string, unknown> = {},
): Promise<number> {
  const rule = await createAlertRule(
    scene.caller(),
    CreateAlertRule.parse({
      event,
      integration_id: integrationId,
      ...(change.plain ? {} : { integration_settings: { schema: defaultWebhookSchema(event) } }),
      ...change,
    }),
  );
  return rule.id;
}

export function openIncident(scene: Scene, change: Record<string, unknown> = {}) {
  const input = CreateIncident.parse({ title: "Checkout is slow", impact: "partial_outage", ...change });
  return createIncident(scene.caller(), input);
}

export async function makeUser(scene: Scene, name: string, role: "owner" | "admin" | "member" = "member") {
  const { id } = await db()
    .insertInto("users")
    .values({
      organization_id: scene.organizationId,
      name,
      email: `${name.toLowerCase()}.${scene.organizationId}@example.com`,
      role,
      phone: "+491700000000",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export function deliveriesOf(projectId: number) {
  return run`select * from deliveries where project_id = ${projectId} order by event_id, id`;
}

/** Rate-limits an integration for its own project, from now on. */
export async function limitRate(integrationId: number, seconds: number): Promise<void> {
  await run`insert into integration_limits (project_id, integration_id, limited_until)
      select project_id, id, clock_timestamp() + make_interval(secs => ${seconds}) from integrations where id = ${integrationId}
    on conflict (integration_id, project_id) do update set limited_until = excluded.limited_until`;
}

/** Advances the database's time by moving rate limits, due times, and creation times back. */
export async function pass(seconds: number): Promise<void> {
  await moveBack("integration_limits", ["limited_until"], seconds);
  await moveBack("deliveries", ["created_at", "next_attempt_at"], seconds, "status = 'pending'");
  await run`update graphile_worker._private_jobs set run_at = run_at - make_interval(secs => ${seconds})`;
}

/** Starts a window over the monitors that mutes them for an hour. Returns its ID. */
export async function startMute(scene: Scene, monitors: number[]): Promise<number> {
  const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const plan = CreateMaintenanceWindow.parse({
    title: "Upgrade",
    starts_at: new Date(startMs).toISOString(),
    ends_at: new Date(startMs + 60 * MINUTE_MS).toISOString(),
    monitors,
    monitoring_mode: "mute",
  });
  return (await createMaintenanceWindow(scene.caller(), plan)).id;
}
