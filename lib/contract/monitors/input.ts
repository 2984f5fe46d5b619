import * as z from "zod";
import { formOf } from "@/lib/contract/core/schema-form";
import { fieldName } from "@/lib/contract/core/wording";
import { HttpRequest } from "@/lib/contract/protocols/http";
import { IcmpRequest } from "@/lib/contract/protocols/icmp";
import { TcpRequest } from "@/lib/contract/protocols/tcp";
import { Assertion, DEFAULT_ASSERTIONS } from "./assertions";
import { MonitorDefaults, MonitorFields, PROTOCOLS } from "./fields";

const METHODS_WITHOUT_ANSWER_BODY: readonly string[] = ["HEAD", "OPTIONS"];

const assertionsMeta = {
  title: "Success assertions",
  description:
    "Only for `http`, at most 20. A check succeeds when all of them pass. Without assertions, the status code must match 2xx or 30x.",
  examples: [DEFAULT_ASSERTIONS],
};
const HttpAssertions = z
  .array(Assertion)
  .max(20)
  .nullish()
  .transform((assertions) => assertions ?? DEFAULT_ASSERTIONS)
  .meta(assertionsMeta);
const NoAssertions = z
  .array(Assertion)
  .max(0, { error: ({ path }) => `${fieldName(path)} can be used with the http protocol only.` })
  .nullish()
  .transform(() => [] as Assertion[])
  .meta(assertionsMeta);

interface WholeMonitor {
  protocol: string;
  regions: string[];
  region_threshold: number;
  success_assertions: Assertion[];
  request: object;
}

/** Validates rules that span fields. The timeout needs no rule here: the longest timeout equals the shortest interval. */
function checkWhole(monitor: WholeMonitor, context: z.RefinementCtx): void {
  const { length: regions } = monitor.regions;
  if (regions > 0 && monitor.region_threshold > regions) {
    context.addIssue({
      code: "custom",
      path: ["region_threshold"],
      message: `region_threshold must not exceed the number of regions (${regions}); got ${monitor.region_threshold}.`,
    });
  }
  const method = "method" in monitor.request ? String(monitor.request.method) : "";
  if (!METHODS_WITHOUT_ANSWER_BODY.includes(method)) return;
  monitor.success_assertions.forEach((assertion, index) => {
    if (assertion.type !== "response_body") return;
    context.addIssue({
      code: "custom",
      path: ["success_assertions", index, "type"],
      message: `success_assertions.${index}.type must not be response_body with ${method}, because the response has no body.`,
    });
  });
}

const protocol = <Name extends (typeof PROTOCOLS)[number]>(name: Name) =>
  z.literal(name).meta({
    title: "Protocol",
    description: "The protocol to check with. Cannot change after creation.",
    examples: [name],
  });

export const CreateHttpMonitor = z
  .object({
    protocol: protocol("http"),
    request: HttpRequest,
    ...MonitorDefaults,
    success_assertions: HttpAssertions,
  })
  .superRefine(checkWhole);
export const CreateTcpMonitor = z
  .object({
    protocol: protocol("tcp"),
    request: TcpRequest,
    ...MonitorDefaults,
    success_assertions: NoAssertions,
  })
  .superRefine(checkWhole);
export const CreateIcmpMonitor = z
  .object({
    protocol: protocol("icmp"),
    request: IcmpRequest,
    ...MonitorDefaults,
    success_assertions: NoAssertions,
  })
  .superRefine(checkWhole);

/** A complete monitor as a caller sends it. */
export const CreateMonitor = z.discriminatedUnion("protocol", [
  CreateHttpMonitor,
  CreateTcpMonitor,
  CreateIcmpMonitor,
]);
export type CreateMonitor = z.infer<typeof CreateMonitor>;

/**
 * A partial update: omitted fields keep their value, and `request` is replaced as a whole. The service merges it into the stored
 * monitor and parses the result with `CreateMonitor`, which therefore holds all limits and validates `request` by protocol.
 */
export const UpdateMonitor = z.object({
  name: MonitorFields.name.optional(),
  protocol: z
    .enum(PROTOCOLS)
    .optional()
    .meta({
      title: "Protocol",
      description: "Cannot change. Only the monitor's own protocol is accepted.",
      examples: ["http"],
    }),
  request: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({
      title: "Request",
      description:
        "Replaced as a whole: omitted fields of `request` are removed or reset to their default. Omit `request` to keep it.",
      examples: [{ method: "GET", url: "https://example.com/health" }],
      anyOf: [HttpRequest, TcpRequest, IcmpRequest].map(formOf),
    }),
  regions: MonitorFields.regions.optional(),
  interval: MonitorFields.interval.optional(),
  timeout: MonitorFields.timeout.optional(),
  success_assertions: z.array(Assertion).max(20).nullish().meta(assertionsMeta),
  incident_confirmations: MonitorFields.incident_confirmations.optional(),
  recovery_confirmations: MonitorFields.recovery_confirmations.optional(),
  region_threshold: MonitorFields.region_threshold.optional(),
  tags: MonitorFields.tags.optional(),
  paused: MonitorFields.paused.optional(),
});
export type UpdateMonitor = z.infer<typeof UpdateMonitor>;
