import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { encryptSecrets } from "@/lib/alerting/integration-secrets";
import { defaultWebhookSchema } from "@/lib/contract/apps/outgoing-webhook";
import { MESSAGES_PER_WINDOW } from "@/lib/domain/alerting/policy";
import { setEnv } from "@/lib/shared/env";
import { recordEvent } from "@/lib/store/alerting/events";
import { pool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { program } from "@/lib/testing/program";
import { run } from "@/lib/testing/sql";
import type { App, Point } from "./points";
import { type Receivers, startReceivers } from "./receivers";
import { setTraps, type Traps, until } from "./traps";

const CREATED = "uptime.incident.created";

/** The result of one kill. */
export interface Outcome {
  readonly point: Point;
  /** How often the notification arrived before the worker died, and in total. */
  readonly before: number;
  readonly arrivals: number;
  readonly sameId: boolean;
}

interface Place {
  readonly receivers: Receivers;
  readonly traps: Traps;
}

/**
 * Kills a worker at each point with one event in progress, and lets the next worker finish. Needs a migrated
 * database.
 */
export async function killAt(points: readonly Point[]): Promise<Outcome[]> {
  const receivers = await startReceivers();
  setEnv({ ALLOW_PRIVATE_TARGETS: "127.0.0.0/8", SMTP_URL: receivers.smtpUrl });
  const traps = await setTraps();
  const outcomes: Outcome[] = [];
  let worker = await startChild();
  try {
    for (const point of points) {
      const place = { receivers, traps };
      const from = receivers.arrivals.length;
      const projectId = await makeProject(
        point.isRateLimited ? "outgoing_webhook" : point.app,
        receivers.httpPort,
      );
      if (point.isRateLimited) await rateLimitIntegrations(projectId);
      if (point.inStorm) await fillLastMinute(projectId);
      await dieAt(point, place, worker, () => openIncident(projectId));
      const before = receivers.arrivals.length - from;
      worker = await startChild();
      await finish(projectId);
      const arrived = receivers.arrivals.slice(from);
      const sameId = arrived.every(({ id, app }) => id !== "" && id === arrived[0]?.id && app === point.app);
      outcomes.push({ point, before, arrivals: arrived.length, sameId });
    }
  } finally {
    await kill(worker);
    traps.close();
    await receivers.close();
  }
  return outcomes;
}

async function dieAt(point: Point, place: Place, worker: ChildProcess, cause: () => Promise<void>) {
  const { at } = point;
  if ("trap" in at) {
    await place.traps.arm(at.trap);
    await cause();
    await place.traps.caught();
    await kill(worker);
    return place.traps.release(at.fate);
  }
  const died = new Promise<void>((resolve) => {
    place.receivers.onStage = async (stage) => {
      if (stage === at.stage) resolve(kill(worker));
      // Later stages are for a dead sender.
      if (stage === at.stage) await once(worker, "exit").catch(() => undefined);
    };
  });
  await cause();
  await until(
    () => Promise.race([died.then(() => true), Promise.resolve(worker.killed)]),
    20_000,
    `${point.name}: no ${point.app} notification arrived`,
  );
  await died;
  place.receivers.onStage = () => Promise.resolve();
}

/** Lets the dead worker's leases expire. The next worker then finds the rest. */
async function finish(projectId: number): Promise<void> {
  await run`update deliveries set leased_until = leased_until - interval '1 hour', next_attempt_at = next_attempt_at - interval '1 hour'
     where project_id = ${projectId} and status = 'pending'`;
  await run`update deliveries set finished_at = finished_at - interval '1 hour' where project_id = ${projectId}`;
  await run`update events set fan_out_after = fan_out_after - interval '1 hour' where project_id = ${projectId}
    and fanned_out_at is null`;
  await until(() => isDelivered(projectId), 30_000, `project ${projectId} has undelivered notifications`);
}

/** Returns whether everything that can be sent now has been sent. */
async function isDelivered(projectId: number): Promise<boolean> {
  const { rows } = await pool().query<{ delivered: boolean }>(
    `select exists (select 1 from deliveries where project_id = $1 and status = 'delivered')
       and not exists (select 1 from deliveries d
         left join integration_limits l on l.project_id = d.project_id and l.integration_id = d.integration_id
         where d.project_id = $1 and d.status <> 'delivered' and coalesce(l.limited_until <= now(), true)) as delivered`,
    [projectId],
  );
  return rows[0]?.delivered ?? false;
}

async function insert(statement: string, values: unknown[]): Promise<number> {
  const { rows } = await pool().query<{ id: number }>(`${statement} returning id`, values);
  if (!rows[0]) throw new Error(`Nothing was inserted by: ${statement}`);
  return rows[0].id;
}

async function makeProject(app: App, httpPort: number): Promise<number> {
  const organizationId = await insert("insert into organizations (name) values ($1)", ["Kills"]);
  const prefix = `K${organizationId}`;
  const projectId = await insert(
    "insert into projects (organization_id, name, slug, incident_prefix) values ($1, 'Kills', $2, 'KIL')",
    [organizationId, prefix.toLowerCase()],
  );
  const userId = await insert(
    "insert into users (organization_id, name, email, role) values ($1, 'Ada', $2, 'owner')",
    [organizationId, `${prefix.toLowerCase()}@example.com`],
  );
  const settings = {
    outgoing_webhook: { url: `http://127.0.0.1:${httpPort}/` },
    ntfy: { hostname: `127.0.0.1:${httpPort}`, topic: "kills", access_token: null },
    email: { members: [userId] },
  }[app];
  const integrationId = await insert(
    "insert into integrations (project_id, app, name, settings) values ($1, $2, 'Kills', $3)",
    [projectId, app, JSON.stringify(settings)],
  );
  if (app === "outgoing_webhook") {
    const secrets = encryptSecrets(integrationId, { secret: "a secret of benches" });
    await run`update integrations set secrets = ${secrets} where id = ${integrationId}`;
  }
  const messageSettings = {
    outgoing_webhook: { schema: defaultWebhookSchema(CREATED) },
    ntfy: { priority: "high" },
    email: null,
  }[app];
  await insert(
    "insert into alert_rules (organization_id, project_id, integration_id, event, integration_settings) values ($1, $2, $3, $4, $5)",
    [organizationId, projectId, integrationId, CREATED, messageSettings && JSON.stringify(messageSettings)],
  );
  return projectId;
}

/** Adds as many deliveries in the last minute as are sent individually, so that the next goes into a digest. */
async function fillLastMinute(projectId: number): Promise<void> {
  await run`insert into deliveries (project_id, integration_id, status, occurred_at, finished_at)
     select project_id, id, 'delivered', now(), now() from integrations, generate_series(1, ${MESSAGES_PER_WINDOW}) where project_id = ${projectId}`;
}

async function rateLimitIntegrations(projectId: number): Promise<void> {
  await run`insert into integration_limits (project_id, integration_id, limited_until)
    select project_id, id, now() + interval '1 hour' from integrations where project_id = ${projectId}`;
}

async function openIncident(projectId: number): Promise<void> {
  const at = new Date();
  await tx(async (trx) => {
    const { id } = await trx
      .insertInto("incidents")
      .values({
        project_id: projectId,
        number: 1,
        slug: "KIL-1",
        type: "manual",
        title: `Incident of project ${projectId}`,
        impact: "unknown",
        incident_at: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordEvent(trx, { projectId, key: CREATED, occurredAt: at, incidentId: id });
  });
}

async function startChild(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program("lib/testing/notifications/alert-worker.ts")], {
    env: process.env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (child.stdout) await once(child.stdout, "data");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
