import { Assertion } from "@/lib/contract/assertions";
import type { MonitorConfig } from "@/lib/contract/check";
import { PROGRAM_VERSION } from "@/lib/shared/version";
import { ProbeError } from "./outgoing/probe-error";

/** Asked once a configuration, not once a check. */
const judged = new WeakMap<MonitorConfig, ProbeError | null>();

/**
 * Why this program can't carry out a check that a newer server asks for; null when it can. Fields that it does not know change nothing;
 * a protocol or an assertion that it does not know would give a wrong verdict.
 */
export function unknownPart(config: MonitorConfig, protocols: object): ProbeError | null {
  const known = judged.get(config);
  if (known !== undefined) return known;
  const part = partOf(config, protocols);
  const text = `this runner is version ${PROGRAM_VERSION} and does not know ${part}: install the server's version on its machine`;
  const error = part === null ? null : new ProbeError("unsupported", text);
  judged.set(config, error);
  return error;
}

function partOf({ protocol, success_assertions }: MonitorConfig, protocols: object): string | null {
  if (!Object.hasOwn(protocols, protocol)) return `the protocol ${protocol}`;
  const unknown = success_assertions.find((assertion) => !isKnown(assertion));
  return unknown ? `the assertion ${String(unknown.type)} ${String(unknown.operator)}` : null;
}

function isKnown({ type, operator }: Record<string, unknown>): boolean {
  return Assertion.options.some(
    ({ shape }) => shape.type.safeParse(type).success && shape.operator.safeParse(operator).success,
  );
}
