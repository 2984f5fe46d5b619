import { CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import { defaultWebhookSchema } from "@/lib/contract/apps/outgoing-webhook";
import { CreateDeployment } from "@/lib/contract/checks/deployments";
import { CreateIncident, UpdateIncident } from "@/lib/contract/incidents/incidents";
import { CreateIncidentUpdate } from "@/lib/contract/incidents/updates";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { createAlertRule } from "@/lib/services/alerting/alert-rules";
import { createIntegration } from "@/lib/services/alerting/integrations";
import { createDeployment } from "@/lib/services/checks/deployments";
import type { Caller } from "@/lib/services/core/caller";
import { projectOf } from "@/lib/services/core/caller";
import { createIncidentComment } from "@/lib/services/incidents/comments";
import { listIncidents } from "@/lib/services/incidents/incidents";
import { acknowledgeIncident } from "@/lib/services/incidents/timeline";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { createIncident, updateIncident } from "@/lib/services/incidents/writes";
import { createMaintenanceWindow } from "@/lib/services/maintenance/writes";
import { now } from "@/lib/shared/clock";
import { DAY_MS, MINUTE_MS } from "@/lib/shared/durations";
import { randomToken } from "@/lib/shared/secret";
import { noteCertificates } from "@/lib/store/checks/certificates";
import { tx } from "@/lib/store/core/tx";
import { backdateWork, insertFailedDelivery } from "@/lib/store/reports/demo";
import type { MonitorIds } from "./story";

/** Minutes since each release; the last one broke the API. */
const RELEASES = [
  [7 * 24 * 60, "v2.12.0"],
  [26 * 60, "v2.13.0"],
  [16, "v2.14.0"],
] as const;

/**
 * Adds current events: incidents with updates, maintenance, releases, an expiring certificate, and a failed
 * delivery.
 */
export async function addCurrentStory(caller: Caller, monitorIds: MonitorIds, pageId: number): Promise<void> {
  const of = (name: string) => monitorIds.get(name) ?? 0;
  const inMinutes = (minutes: number) =>
    new Date(Math.floor(now().getTime() / MINUTE_MS + minutes) * MINUTE_MS).toISOString();
  await workOnOutage(caller, of("Public API"), inMinutes);
  const slow = CreateIncident.parse({
    title: "Checkout is slow",
    impact: "degraded_performance",
    monitors: [of("Checkout")],
    incident_at: inMinutes(-35),
  });
  const { id: slowId } = await createIncident(caller, slow);
  await post(
    caller,
    slowId,
    inMinutes(-30),
    "identified",
    "Our payment provider is responding slowly. Orders go through, but take longer than usual.",
  );
  const reported = new Date(slow.incident_at ?? now());
  await tx((trx) => backdateWork(trx, slowId, reported, reported));
  const window = { monitoring_mode: "pause", status_pages: [pageId] };
  await createMaintenanceWindow(
    caller,
    CreateMaintenanceWindow.parse({
      ...window,
      title: "Load balancer update",
      description: "We're updating the load balancers one by one. Requests aren't affected.",
      monitors: [of("Load balancer")],
      starts_at: inMinutes(0),
      ends_at: inMinutes(120),
    }),
  );
  await createMaintenanceWindow(
    caller,
    CreateMaintenanceWindow.parse({
      ...window,
      title: "Database upgrade",
      description: "Read-only mode for up to an hour.",
      monitors: [of("Public API"), of("Sign-in")],
      starts_at: inMinutes(2 * 24 * 60),
      ends_at: inMinutes(2 * 24 * 60 + 60),
    }),
  );
  await expireSoon(caller, of("Website"));
  for (const [minutes, version] of RELEASES) {
    await createDeployment(
      caller,
      CreateDeployment.parse({ name: "Public API", version, deployed_at: inMinutes(-minutes) }),
    );
  }
  await addIntegration(caller);
}

async function workOnOutage(
  caller: Caller,
  monitorId: number,
  inMinutes: (minutes: number) => string,
): Promise<void> {
  const open = { status: ["ongoing"], monitor_id: [monitorId] } as Parameters<typeof listIncidents>[1];
  const [outage] = (await listIncidents(caller, open, { limit: 1, offset: 0 })).items;
  if (!outage) throw new Error("the simulated outage opened no incident");
  await updateIncident(caller, outage.id, UpdateIncident.parse({ impact: "major_outage" }));
  await acknowledgeIncident(caller, outage.id);
  await createIncidentComment(caller, outage.id, { content: "Rolling back the release of 10 minutes ago." });
  await post(
    caller,
    outage.id,
    inMinutes(-9),
    "investigating",
    "API requests and webhooks are failing. We're investigating.",
  );
  await post(
    caller,
    outage.id,
    inMinutes(-3),
    "identified",
    "A new release can't connect to its database. We're **rolling it back**.",
  );
  await tx((trx) => backdateWork(trx, outage.id, new Date(inMinutes(-10)), new Date(inMinutes(-4))));
}

async function post(
  caller: Caller,
  incidentId: number,
  at: string,
  state: string,
  content: string,
): Promise<void> {
  await createIncidentUpdate(
    caller,
    incidentId,
    CreateIncidentUpdate.parse({ state, content, published_at: at }),
  );
}

/** Records a certificate of the monitor that expires in six days. */
async function expireSoon(caller: Caller, monitorId: number): Promise<void> {
  const facts = {
    fingerprint_sha256:
      "5C:0A:91:7E:44:D2:18:BB:6F:03:C9:AE:70:1D:52:F8:5C:0A:91:7E:44:D2:18:BB:6F:03:C9:AE:70:1D:52:F8",
    serial_number: "04:5C:71",
    subject_common_name: "www.acme.example",
    subject_alternative_names: ["www.acme.example", "acme.example"],
    issuer_common_name: "Acme Issuing CA 1",
    issuer_organization: "Acme Trust",
    not_before: new Date(now().getTime() - 84 * DAY_MS).toISOString(),
    not_after: new Date(now().getTime() + 6 * DAY_MS).toISOString(),
  };
  await tx((trx) =>
    noteCertificates(trx, [{ projectId: projectOf(caller), monitorId, region: "eu-deu-fra", facts }]),
  );
}

/** Creates an integration with a failed delivery, the rule that it was sent by, and the one that warns about the certificate. */
async function addIntegration(caller: Caller): Promise<void> {
  const input = {
    name: "On-call webhook",
    settings: { url: "https://hooks.acme.example/alerts", secret: randomToken() },
    paused: false,
  };
  const { id } = await createIntegration(caller, "outgoing_webhook", input);
  // Before a rule exists, by which the dispatcher might send the same event.
  await tx((trx) =>
    insertFailedDelivery(trx, projectOf(caller), id, new Date(now().getTime() - 11 * MINUTE_MS)),
  );
  const rules = [
    ["uptime.incident.created", { type: "all" }],
    ["uptime.monitor_certificate.expiring", { days_before_expiry: 14 }],
  ] as const;
  for (const [event, event_settings] of rules)
    await createAlertRule(
      caller,
      CreateAlertRule.parse({
        event,
        integration_id: id,
        event_settings,
        integration_settings: { schema: defaultWebhookSchema(event) },
      }),
    );
}
