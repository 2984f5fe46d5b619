import * as z from "zod";

const count = z.number().int().min(0);
const name = z.string().max(253);
const code = z.string().max(40);

/** Why a runner's self-check fails: a code and its facts. */
export const SelfCheckFailure = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("event_loop_lag"), lag_ms: count }),
  z.object({ kind: z.literal("resources_exhausted") }),
  /** A known probe couldn't run. */
  z.object({ kind: z.literal("probe_not_run"), error: z.string().max(200) }),
  z.object({
    kind: z.literal("probes_wrong"),
    wrong: z.array(z.object({ expected: code, outcome: code, error: z.string().max(200).nullable() })).max(2),
  }),
  /** `known` are public names among them; `answering`: the name servers respond, but without addresses. */
  z.object({
    kind: z.literal("dns_nothing_resolves"),
    names: count,
    known: z.array(name).max(10),
    answering: z.boolean(),
  }),
  z.object({ kind: z.literal("dns_known_names_lost"), known: z.array(name).max(10) }),
  z.object({ kind: z.literal("dns_no_response"), error: code }),
  z.object({ kind: z.literal("network_interface_down") }),
  z.object({
    kind: z.literal("network_unreachable"),
    lost: z.array(z.object({ ip_version: z.literal([4, 6]), answered: count, asked: count })).max(2),
  }),
  z.object({ kind: z.literal("network_mass_failure"), failed: count, hosts: count }),
  /** A failure that only a newer version knows. */
  z.object({ kind: z.literal("other") }),
]);
export type SelfCheckFailure = z.infer<typeof SelfCheckFailure>;
export type SelfCheckFailureKind = SelfCheckFailure["kind"];
