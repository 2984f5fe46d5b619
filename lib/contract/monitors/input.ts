import * as z from "zod";
import { REGION_CODES } from "@/lib/contract/core/regions";
import { formOf } from "@/lib/contract/core/schema-form";
import { PROTOCOL_NAMES, protocolContracts, protocolOf } from "@/lib/contract/protocols/lookup";
import type { ProtocolContract, ProtocolMonitor } from "@/lib/contract/protocols/protocol";
import { PROTOCOLS, type Protocol } from "@/lib/contract/protocols/registry";
import { AnyAssertions, assertionsOf } from "./assertions";
import { MONITOR_FIELDS, MonitorDefaults, MonitorFields } from "./fields";

interface WholeMonitor extends ProtocolMonitor {
  readonly protocol: string;
  readonly regions: readonly string[];
  readonly region_threshold: number;
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
  const contract = protocolOf(monitor.protocol);
  if (contract?.isReported && regions > 1) {
    context.addIssue({
      code: "custom",
      path: ["regions"],
      message: `regions must contain one region, because no runner checks the monitor; got ${regions}.`,
    });
  }
  contract?.check?.(monitor, context);
}

/** A missed deadline needs no confirmation, and where signals arrive isn't a choice. */
const ReportedDefaults = {
  incident_confirmations: MONITOR_FIELDS.shape.incident_confirmations.default(1),
  recovery_confirmations: MONITOR_FIELDS.shape.recovery_confirmations.default(1),
  regions: MonitorFields.regions.default([REGION_CODES[0]]),
};

const PROTOCOL_CONTRACTS: Readonly<Record<Protocol, ProtocolContract>> = PROTOCOLS;

/** Returns the schema of a monitor as a caller sends it, for one protocol. */
export function createMonitorOf<Name extends Protocol>(name: Name) {
  return z
    .object({
      protocol: z.literal(name).meta({
        title: "Protocol",
        description: "The protocol to check with. Cannot change after creation.",
        examples: [name],
      }),
      request: PROTOCOLS[name].request as (typeof PROTOCOLS)[Name]["request"],
      ...MonitorDefaults,
      ...(PROTOCOL_CONTRACTS[name].isReported ? ReportedDefaults : {}),
      success_assertions: assertionsOf(name),
    })
    .superRefine((monitor, context) => checkWhole(monitor as WholeMonitor, context));
}
type CreateMonitorOf = { [Name in Protocol]: ReturnType<typeof createMonitorOf<Name>> }[Protocol];

/** A complete monitor as a caller sends it. A loop over the protocols loses which schema belongs to which, so its type is restored. */
export const CreateMonitor = z.discriminatedUnion(
  "protocol",
  PROTOCOL_NAMES.map((name) => createMonitorOf(name)) as unknown as [CreateMonitorOf, ...CreateMonitorOf[]],
);
export type CreateMonitor = z.infer<typeof CreateMonitor>;

/**
 * A partial update: omitted fields keep their value, and `request` is replaced as a whole. The service merges it into the stored
 * monitor and parses the result with `CreateMonitor`, which therefore holds all limits and validates `request` by protocol.
 */
export const UpdateMonitor = z.object({
  ...z.object(MONITOR_FIELDS.shape).partial().shape,
  protocol: z
    .enum(PROTOCOL_NAMES)
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
      anyOf: protocolContracts.map(({ request }) => formOf(request)),
    }),
  regions: MonitorFields.regions.optional(),
  interval: MonitorFields.interval.optional(),
  timeout: MonitorFields.timeout.optional(),
  success_assertions: AnyAssertions,
  tags: MonitorFields.tags.optional(),
  paused: MonitorFields.paused.optional(),
});
export type UpdateMonitor = z.infer<typeof UpdateMonitor>;
