import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut } from "@/lib/contract/core/fields";
import { Readiness } from "@/lib/contract/reference/meta";

const count = z.number().int().min(0);
const at = (description: string) =>
  DateOut.nullable().meta({ description: `${description} Null before the first.` });

/** How far each stage has come, and what waits before it. */
export const Installation = z.object({
  version: z.string().meta({ examples: ["0.1.0"] }),
  started_at: DateOut.meta({ description: "Start time of the responding server." }),
  stages: z.object({
    check: at("Scheduled time of the newest check."),
    result: at("When the newest result was stored."),
    decision: at("When the newest event, such as an opened incident, was stored."),
    notification: at("When the newest attempt to send a notification started."),
    page: at("When a public page was last rendered."),
  }),
  queues: z.object({
    jobs: count.meta({ description: "Jobs that are due but have not started." }),
    notifications: count.meta({ description: "Notifications waiting for their next attempt." }),
    page_emails: count.meta({ description: "Emails to subscribers that have not been sent." }),
    runner_results: count.meta({
      description: "Unacknowledged results on runners' disks.",
    }),
    deferred_results: count.meta({
      description: "Acknowledged results that wait for a node of the database cluster.",
    }),
  }),
  database: z.object({
    embedded: z.boolean(),
    version: z.string().meta({ examples: ["18.4"] }),
    size_bytes: count,
  }),
  disk_free_bytes: count.nullable().meta({
    description: "Free space on the disk of the embedded database; null with DATABASE_URL.",
  }),
});
export type Installation = z.infer<typeof Installation>;

const Part = Readiness.shape.checks.keyof().exclude(["shutdown"]);
const minutes = (description: string) => z.array(count).meta({ description });

/** Parts that were failing, by time, in cells of equal length. */
export const HealthHistory = z.object({
  start_at: DateOut.meta({
    description: "Start of the first cell. Each cell starts where the previous one ends.",
  }),
  cell_seconds: z.number().int().min(60),
  recorded: minutes(
    "Minutes of each cell that a server recorded. Minutes without a running server are missing.",
  ),
  failing: z
    .array(z.object({ part: Part, minutes: minutes("Minutes of each cell in which the part was failing.") }))
    .meta({ description: "Parts that were failing at any time. All others worked." }),
});
export type HealthHistory = z.infer<typeof HealthHistory>;

export const endpoints = endpointsOf("organization", "About", {
  getInstallation: {
    at: "GET /installation",
    summary: "Get pipeline progress and backlogs",
    response: Installation,
  },
  getHealthHistory: {
    at: "GET /installation/health-history",
    summary: "List failures of the installation's parts in the last day or week",
    query: z.object({ range: z.enum(["day", "week"]).default("day") }),
    response: HealthHistory,
  },
});
