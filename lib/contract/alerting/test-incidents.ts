import * as z from "zod";
import { Outcome } from "@/lib/contract/checks/check";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { Region } from "@/lib/contract/core/regions";
import { DeliverySummary } from "./deliveries";
import { DELIVERY_STATUSES } from "./delivery-statuses";

/** A simulated outage. Runners, rules, and notifications are real; the target and the incident are not. */
export const TestIncident = z.object({
  test_incident_id: z.uuid(),
  monitor: z.object({ id: Id, name: z.string() }),
  started_at: DateOut,
  state: z.enum(["checking", "failed", "down", "recovered"]),
  reason: z.string().nullable(),
  checks: z.array(z.object({ region: Region, outcome: Outcome, message: z.string().nullable() })),
  deliveries: z.array(
    DeliverySummary.extend({
      kept_in_outbox: z.boolean().meta({ description: "Same as the status `not_sent`." }),
    }),
  ),
  browsers: z
    .array(
      z.object({
        id: Id,
        event: z.string().meta({ examples: ["uptime.incident.created"] }),
        member: z.string().meta({ description: "Owner of the browser.", examples: ["Ada"] }),
        status: z.enum(DELIVERY_STATUSES),
        reason: z.string().nullable(),
      }),
    )
    .meta({
      description: "Browsers of the project's members with notifications turned on. They need no alert rule.",
    }),
});
export type TestIncident = z.infer<typeof TestIncident>;

export const StartTestIncident = z.object({
  monitor_id: Id.nullish().meta({
    title: "Monitor",
    description: "Monitor to simulate an outage of. Defaults to the newest one.",
    examples: [1],
  }),
});
export type StartTestIncident = z.infer<typeof StartTestIncident>;

export const TestIncidentParams = z.object({ testIncidentId: z.uuid() });

export const endpoints = endpointsOf("project", "Test incidents", {
  startTestIncident: {
    at: "POST /test-incidents",
    summary: "Send a test incident",
    description:
      "Simulates an outage of a monitor. The runners of its regions check a name that cannot exist (test-incident.invalid, RFC 6761) as often as the monitor's consecutive failures require. Alert rules for incident created fire; those for incident recovered fire 20 seconds later. The test fails with a reason when too few regions have a runner. It never appears on the monitor, status pages, reports, or lists, and is deleted after an hour. Responds with 409 while the project's last test incident is still being checked.",
    body: StartTestIncident,
    response: TestIncident,
    status: 201,
  },
  getTestIncident: {
    at: "GET /test-incidents/{testIncidentId}",
    summary: "Get a test incident with its notifications",
    params: TestIncidentParams,
    response: TestIncident,
  },
  deleteTestIncident: {
    at: "DELETE /test-incidents/{testIncidentId}",
    summary: "Delete a test incident",
    params: TestIncidentParams,
  },
});
