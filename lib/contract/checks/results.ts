import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateIn, DateOut, Id } from "@/lib/contract/core/fields";
import { repeated } from "@/lib/contract/core/list";
import { Region, RegionIn } from "@/lib/contract/core/regions";
import { AssertionResult, CheckDetails, CheckExchange, CheckResult, Outcome, Timings } from "./check";

/** One stored check from one region. Times are microseconds. */
export const Result = z.object({
  monitor_id: Id,
  region: Region,
  scheduled_at: DateOut,
  started_at: DateOut,
  outcome: Outcome,
  status_code: z.number().int().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  timings: Timings,
  remote_address: z.string().nullable(),
  assertions: z.array(AssertionResult),
  warnings: z.array(z.string()),
  redirects: z.array(z.string()),
  certificate: CheckResult.shape.certificate,
  details: CheckDetails.optional(),
  trace: CheckExchange.nullable().meta({
    description:
      "Request and response of a failed HTTP check. Secrets in headers are redacted; of the body, the first 10 KiB are included. Null for a successful check, and for a failure identical to the previous one.",
  }),
});
export type Result = z.infer<typeof Result>;

export const ResultFilter = z.object({
  region: repeated(RegionIn),
  outcome: repeated(Outcome),
  from: DateIn.optional().meta({
    description: "Scheduled at or after this time.",
    examples: ["2026-01-31T00:00:00Z"],
  }),
  to: DateIn.optional().meta({
    description: "Scheduled before this time.",
    examples: ["2026-02-01T00:00:00Z"],
  }),
  with_trace: z
    .enum(["true", "false"])
    .optional()
    .meta({
      description: "`true` returns only failures whose request and response are stored, up to 30 days back.",
      examples: ["true"],
    }),
  cursor: z
    .string()
    .max(200)
    .optional()
    .meta({
      description: "The `next_cursor` of the previous page; opaque.",
      examples: ["MTc2OTg2MDgwMDAwMCxldS1kZXUtZnJh"],
    }),
  per_page: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(20)
    .meta({
      description: "Results per page, 1 to 100.",
      examples: [20],
    }),
});
export type ResultFilter = z.infer<typeof ResultFilter>;

/** A page by cursor, which stays stable while new results arrive. There is no `total` and there are no page numbers. */
export const ResultPage = z.object({
  data: z.array(Result),
  meta: z.object({ per_page: z.number().int(), path: z.url(), next_cursor: z.string().nullable() }),
  links: z.object({
    first: z.url(),
    last: z.null(),
    prev: z.null(),
    next: z.url().nullable(),
  }),
});
export type ResultPage = z.infer<typeof ResultPage>;

export const endpoints = endpointsOf("project", "Monitors", {
  listResults: {
    at: "GET /uptime/monitors/{monitorId}/results",
    summary: "List check results",
    description:
      "Raw check results, newest first, for the retention period (7 days by default). Older failures with a stored request and response are listed for 30 days. Paginated by cursor.",
    query: ResultFilter,
    response: ResultPage,
  },
});
