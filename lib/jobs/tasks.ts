import * as z from "zod";
import { deliverPush } from "@/lib/alerting/deliver-push";
import { announceEvents, announceWindow } from "@/lib/alerting/page-audience";
import { sendPageMails } from "@/lib/alerting/page-mails";
import { sendSubscriptionMail } from "@/lib/alerting/subscription-mail";
import { sendPausedNotice, sendSystemMail } from "@/lib/alerting/system-mail";
import { announceExpiringCertificates } from "@/lib/engine/certificates/certificates";
import { judgeGroups } from "@/lib/engine/heartbeats/groups";
import { announceDueUpdates } from "@/lib/engine/incident-announcement";
import { advanceWindows } from "@/lib/engine/maintenance";
import { sendPasswordReset } from "@/lib/services/accounts/password-reset";
import { endTestIncident, runTestIncident } from "@/lib/services/alerting/test-incident-run";
import { clearTestIncident } from "@/lib/services/alerting/test-incidents";
import { writeModelText } from "@/lib/services/incidents/model-text";
import { checkDueDomains } from "@/lib/services/status-pages/domain";
import { now } from "@/lib/shared/clock";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { type Projects, requireNodeOf } from "@/lib/store/core/sharding/projects";
import { ingestDeferred } from "./deferred-results";
import { runHourlyMaintenance } from "./hourly-maintenance";
import { ModelText, SystemMail, TestIncidentJob } from "./payloads";
import { renderAllPages, tick } from "./tick";

type Task = (payload: unknown) => Promise<void>;
type DueTask = (payload: unknown, helpers: { readonly job: { readonly run_at: Date } }) => Promise<void>;

const id = z.number().int();

/** Creates a task from a payload schema and its handler. The queue retries a task that throws. */
function task<Payload>(schema: z.ZodType<Payload>, run: (payload: Payload) => Promise<unknown>): Task {
  return async (payload) => {
    const parsed = schema.parse(payload);
    requireNodeOf(projectsOf(parsed));
    await run(parsed);
  };
}

function projectsOf(payload: unknown): Projects {
  const { projectId } = (payload ?? {}) as { readonly projectId?: unknown };
  return typeof projectId === "number" ? [projectId] : [];
}

/**
 * Creates a task that processes what is due. The queue runs it at its time by the database's clock, and a server whose clock is
 * slightly behind would find nothing due yet.
 */
function dueTask<Payload>(
  schema: z.ZodType<Payload>,
  run: (at: Date, payload: Payload) => Promise<unknown>,
): DueTask {
  return async (payload, { job }) => {
    const atMs = Math.max(job.run_at.getTime(), now().getTime());
    const parsed = schema.parse(payload);
    requireNodeOf(projectsOf(parsed));
    await run(new Date(atMs), parsed);
  };
}

/** Whatever changes what pages show may also change what groups say. A failure of one doesn't stop the other. */
async function followChange(projectId: number, pageId?: number): Promise<void> {
  try {
    if (pageId === undefined) await judgeGroups(projectId);
  } finally {
    await renderProjectPages(projectId, pageId);
  }
}

/**
 * All jobs by name. Browser notifications and page emails have their own schedule in their rows and are retried by it, not by
 * the queue. Events and deliveries need no jobs: the dispatcher finds them by their rows.
 */
export const tasks = {
  certificates: async () => {
    await announceExpiringCertificates(now());
  },
  check_domains: () => checkDueDomains(),
  clear_test_incident: task(TestIncidentJob, ({ projectId, testIncidentId }) =>
    clearTestIncident(projectId, testIncidentId),
  ),
  deliver_push: dueTask(z.object({ deliveryId: id, projectId: id }), (at, { deliveryId, projectId }) =>
    deliverPush(deliveryId, projectId, at),
  ),
  due_updates: dueTask(z.unknown(), announceDueUpdates),
  end_test_incident: task(TestIncidentJob, ({ projectId, testIncidentId }) =>
    endTestIncident(projectId, testIncidentId),
  ),
  integration_paused: task(z.object({ integrationId: id, reason: z.string() }), ({ integrationId, reason }) =>
    sendPausedNotice(integrationId, reason),
  ),
  maintenance: dueTask(z.unknown(), advanceWindows),
  model_text: task(ModelText, writeModelText),
  password_reset: task(z.object({ email: z.string() }), ({ email }) => sendPasswordReset(email)),
  run_test_incident: task(TestIncidentJob, ({ projectId, testIncidentId }) =>
    runTestIncident(projectId, testIncidentId),
  ),
  render_all_pages: renderAllPages,
  render_project_pages: task(z.object({ projectId: id, pageId: id.optional() }), ({ projectId, pageId }) =>
    followChange(projectId, pageId),
  ),
  send_page_mails: task(z.object({ ids: z.array(id) }), ({ ids }) => sendPageMails(ids)),
  subscription_mail: task(z.object({ subscriberId: id, askedAt: z.string() }), ({ subscriberId, askedAt }) =>
    sendSubscriptionMail(subscriberId, askedAt),
  ),
  system_mail: task(SystemMail, sendSystemMail),
  announce_events: task(z.object({ projectId: id }), ({ projectId }) => announceEvents(projectId)),
  announce_window: task(z.object({ projectId: id, windowId: id }), ({ projectId, windowId }) =>
    announceWindow(projectId, windowId),
  ),
  tick,
  ingest_deferred: ingestDeferred,
  hourly_maintenance: runHourlyMaintenance,
} satisfies Record<string, DueTask>;
