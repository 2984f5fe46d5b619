import * as z from "zod";
import { formOf } from "@/lib/contract/core/schema-form";
import { HttpRequest } from "@/lib/contract/protocols/http";
import { IcmpRequest } from "@/lib/contract/protocols/icmp";
import { TcpRequest } from "@/lib/contract/protocols/tcp";
import { Assertion, DEFAULT_ASSERTIONS } from "./assertions";
import { MonitorDefaults, MonitorFields, PROTOCOLS } from "./fields";

const METHODS_WITHOUT_ANSWER_BODY: readonly string[] = ["HEAD", "OPTIONS"];

const assertionsMeta = {
  title: "Success assertions",
  description:
    "HTTP only, at most 20, all must hold. None given: the status code must be one of 2xx and 30x.",
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
  .max(0, "Assertions are for the protocol http only.")
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

/** Rules between fields. (A timeout above the interval can't be said: the longest timeout is the shortest interval.) */
function checkWhole(monitor: WholeMonitor, context: z.RefinementCtx): void {
  const { length: regions } = monitor.regions;
  if (regions > 0 && monitor.region_threshold > regions) {
    context.addIssue({
      code: "custom",
      path: ["region_threshold"],
      message: `The region threshold must not be above the number of regions (${regions}); given was ${monitor.region_threshold}.`,
    });
  }
  const method = "method" in monitor.request ? String(monitor.request.method) : "";
  if (!METHODS_WITHOUT_ANSWER_BODY.includes(method)) return;
  monitor.success_assertions.forEach((assertion, index) => {
    if (assertion.type !== "response_body") return;
    context.addIssue({
      code: "custom",
      path: ["success_assertions", index, "type"],
      message: `A response_body assertion needs a method that answers with a body; the method is ${method}.`,
    });
  });
}

const protocol = <Name extends (typeof PROTOCOLS)[number]>(name: Name) =>
  z.literal(name).meta({
    title: "Protocol",
    description: "How the target is checked; can't change after creation.",
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

/** A whole monitor as a caller may write it. */
export const CreateMonitor = z.discriminatedUnion("protocol", [
  CreateHttpMonitor,
  CreateTcpMonitor,
  CreateIcmpMonitor,
]);
export type CreateMonitor = z.infer<typeof CreateMonitor>;

/**
 * Holds a partial update: a field left out keeps its value, and `request` is replaced as a whole. The service puts it over the
 * stored monitor and parses the whole with `CreateMonitor`, so every bound has one home and `request` is judged by its protocol.
 */
export const UpdateMonitor = z.object({
  name: MonitorFields.name.optional(),
  protocol: z
    .enum(PROTOCOLS)
    .optional()
    .meta({
      title: "Protocol",
      description: "Can't change: only the monitor's own protocol is accepted.",
      examples: ["http"],
    }),
  request: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({
      title: "Request",
      description:
        "Replaced as a whole: a field of it that is left out is removed or takes its default, as on create. Leave out `request` to keep it.",
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
