import type { MonitorConfig } from "@/lib/contract/checks/check";
import { Assertion } from "@/lib/contract/monitors/assertions";
import { ProbeError } from "@/lib/probes/net/probe-error";
import { PROGRAM_VERSION } from "@/lib/shared/version";

/** Asked once a list of assertions, not once a check. */
const judged = new WeakMap<readonly Record<string, unknown>[], Record<string, unknown> | null>();

/**
 * Why this program can't carry out a check that a newer server asks for; null when it can. Fields that it does not know change nothing;
 * a protocol or an assertion that it does not know would give a wrong verdict.
 */
export function unknownPart(config: MonitorConfig, protocols: object): ProbeError | null {
  const part = partOf(config, protocols);
  if (part === null) return null;
  const text = `this runner is version ${PROGRAM_VERSION} and does not know ${part}: install the server's version on its machine`;
  return new ProbeError("unsupported", text);
}

function partOf({ protocol, success_assertions }: MonitorConfig, protocols: object): string | null {
  if (!Object.hasOwn(protocols, protocol)) return `the protocol ${protocol}`;
  const unknown = success_assertions.length === 0 ? null : unknownOf(success_assertions);
  return unknown ? `the assertion ${String(unknown.type)} ${String(unknown.operator)}` : null;
}

function unknownOf(assertions: readonly Record<string, unknown>[]): Record<string, unknown> | null {
  const known = judged.get(assertions);
  if (known !== undefined) return known;
  const unknown = assertions.find((assertion) => !isKnown(assertion)) ?? null;
  judged.set(assertions, unknown);
  return unknown;
}

function isKnown({ type, operator }: Record<string, unknown>): boolean {
  return Assertion.options.some(
    ({ shape }) => shape.type.safeParse(type).success && shape.operator.safeParse(operator).success,
  );
}
