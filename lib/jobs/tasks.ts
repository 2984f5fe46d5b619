import * as z from "zod";
import { deliver } from "@/lib/alerting/deliver";
import { deliverPush } from "@/lib/alerting/deliver-push";
import { fanOutEvent } from "@/lib/alerting/fan-out";
import { announceWindow } from "@/lib/alerting/page-audience";
import { sendPageMails } from "@/lib/alerting/page-mails";
import { sendSubscriptionMail } from "@/lib/alerting/subscription-mail";
import { sendPausedNotice, sendSystemMail } from "@/lib/alerting/system-mail";
import { announceExpiringCertificates } from "@/lib/engine/certificates";
import { advanceWindows } from "@/lib/engine/maintenance";
import { sendPasswordReset } from "@/lib/services/accounts/password-reset";
import { endDrill, runDrill } from "@/lib/services/alerting/test-incident-run";
import { clearDrill } from "@/lib/services/alerting/test-incidents";
import { writeModelText } from "@/lib/services/incidents/model-text";
import { now } from "@/lib/shared/clock";
import { resealProject } from "@/lib/status-page/serve/rerender";
import { Drill, ModelText, SystemMail } from "./payloads";
import { renderAllPages, tick } from "./tick";
import { upkeep } from "./upkeep";

type Task = (payload: unknown) => Promise<void>;

const id = z.number().int();

/** Creates a task from a payload schema and its handler. The queue retries a task that throws. */
function task<Payload>(schema: z.ZodType<Payload>, run: (payload: Payload) => Promise<unknown>): Task {
  return async (payload) => {
    await run(schema.parse(payload));
  };
}

/**
 * All jobs by name. Deliveries and page emails have their own schedule in their rows and are retried by it, not by the
 * queue.
 */
export const tasks = {
  certificates: async () => {
    await announceExpiringCertificates(now());
  },
  clear_drill: task(Drill, ({ projectId, drillId }) => clearDrill(projectId, drillId)),
  deliver: task(z.object({ deliveryId: id }), ({ deliveryId }) => deliver(deliveryId)),
  deliver_push: task(z.object({ deliveryId: id }), ({ deliveryId }) => deliverPush(deliveryId)),
  end_drill: task(Drill, ({ projectId, drillId }) => endDrill(projectId, drillId)),
  fan_out_event: task(z.object({ eventId: id }), ({ eventId }) => fanOutEvent(eventId)),
  integration_paused: task(z.object({ integrationId: id, reason: z.string() }), ({ integrationId, reason }) =>
    sendPausedNotice(integrationId, reason),
  ),
  maintenance: async () => {
    await advanceWindows(now());
  },
  model_text: task(ModelText, writeModelText),
  password_reset: task(z.object({ email: z.string() }), ({ email }) => sendPasswordReset(email)),
  run_drill: task(Drill, ({ projectId, drillId }) => runDrill(projectId, drillId)),
  seal_all: renderAllPages,
  seal_project: task(z.object({ projectId: id }), ({ projectId }) => resealProject(projectId)),
  send_page_mails: task(z.object({ ids: z.array(id) }), ({ ids }) => sendPageMails(ids)),
  subscription_mail: task(z.object({ subscriberId: id, askedAt: z.string() }), ({ subscriberId, askedAt }) =>
    sendSubscriptionMail(subscriberId, askedAt),
  ),
  system_mail: task(SystemMail, sendSystemMail),
  tell_of_window: task(z.object({ windowId: id }), ({ windowId }) => announceWindow(windowId)),
  tick,
  upkeep,
} satisfies Record<string, Task>;
