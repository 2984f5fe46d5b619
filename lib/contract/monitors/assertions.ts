import * as z from "zod";
import { fieldName } from "@/lib/contract/core/wording";
import { PROTOCOL_NAMES, protocolContracts } from "@/lib/contract/protocols/lookup";
import type { AssertionKind } from "@/lib/contract/protocols/protocol";
import { PROTOCOLS, type Protocol } from "@/lib/contract/protocols/registry";

type KindOf<Name extends Protocol> = (typeof PROTOCOLS)[Name]["assertions"][number];
/** One condition of a successful check with a protocol. */
export type AssertionOf<Name extends Protocol> = z.output<KindOf<Name>>;
type Kind = KindOf<Protocol>;

const ASSERTIONS_MAX = 20;

// The registry is complete at compile time, but a loop over it loses which schema belongs to which protocol. The casts below restore that.

function oneOf(kinds: readonly AssertionKind[]) {
  return z.discriminatedUnion("type", kinds as unknown as [Kind, ...Kind[]]).meta({ title: "Assertion" });
}

/** One condition of a successful check. All assertions of a monitor must pass. */
export const Assertion = oneOf([...new Set(protocolContracts.flatMap(({ assertions }) => assertions))]);
export type Assertion = z.infer<typeof Assertion>;

const asserting = PROTOCOL_NAMES.filter((name) => PROTOCOLS[name].assertions.length > 0);
const LIST = new Intl.ListFormat("en-US");

const meta = {
  title: "Success assertions",
  description: [
    `Only for ${LIST.format(asserting.map((name) => `\`${name}\``))}, at most ${ASSERTIONS_MAX}. A check succeeds when all of them pass.`,
    ...protocolContracts.flatMap(({ label, defaultAssertions }) =>
      defaultAssertions
        ? `Without assertions, ${label} monitors use ${defaultAssertions.map(({ type, operator, value }) => `\`${type} ${operator} ${value}\``)}.`
        : [],
    ),
  ].join(" "),
  examples: [protocolContracts.find(({ defaultAssertions }) => defaultAssertions)?.defaultAssertions],
};

/** The assertions of an update, whose protocol is known only once it's merged. */
export const AnyAssertions = z.array(Assertion).max(ASSERTIONS_MAX).nullish().meta(meta);

const NoAssertions = z
  .array(Assertion)
  .max(0, {
    error: ({ path }) =>
      `${fieldName(path)} can be used with the ${LIST.format(asserting)} ${asserting.length > 1 ? "protocols" : "protocol"} only.`,
  })
  .nullish()
  .transform((): Assertion[] => [])
  .meta(meta);

type Assertions<Name extends Protocol> = z.ZodType<
  AssertionOf<Name>[],
  readonly z.input<KindOf<Name>>[] | null | undefined
>;

/** Returns the schema of a monitor's assertions: those of its protocol, or none if it has no types of assertions. */
export function assertionsOf<Name extends Protocol>(name: Name): Assertions<Name> {
  const { assertions, defaultAssertions } = PROTOCOLS[name] as (typeof protocolContracts)[number];
  if (assertions.length === 0) return NoAssertions as unknown as Assertions<Name>;
  return z
    .array(oneOf(assertions))
    .max(ASSERTIONS_MAX)
    .nullish()
    .transform((given) => (given?.length ? given : [...(defaultAssertions ?? [])]))
    .meta(meta) as unknown as Assertions<Name>;
}
