import type { MonitorConfig } from "@/lib/contract/checks/check";
import { protocolOf } from "@/lib/contract/protocols/lookup";
import type { AssertionKind, ProtocolContract } from "@/lib/contract/protocols/protocol";
import { ProbeError } from "@/lib/probes/net/probe-error";
import { PROGRAM_VERSION } from "@/lib/shared/version";

/** Cached per list of assertions instead of computed for each check. */
const judged = new WeakMap<readonly Record<string, unknown>[], Record<string, unknown> | null>();

/**
 * Returns why this program can't run a check that a newer server requests; null when it can. Unknown fields change
 * nothing, but an unknown protocol or assertion would lead to a wrong result.
 */
export function unknownPart(config: MonitorConfig): ProbeError | null {
  const part = partOf(config);
  if (part === null) return null;
  const text = `this runner has version ${PROGRAM_VERSION}, which doesn't support ${part}; update the runner to the server's version`;
  return new ProbeError("unsupported", text);
}

function partOf({ protocol, success_assertions }: MonitorConfig): string | null {
  const contract = protocolOf(protocol);
  if (!contract) return `the protocol ${protocol}`;
  const unknown = success_assertions.length === 0 ? null : unknownOf(contract, success_assertions);
  return unknown ? `the assertion ${String(unknown.type)} ${String(unknown.operator)}` : null;
}

function unknownOf(
  { assertions: kinds }: ProtocolContract,
  assertions: readonly Record<string, unknown>[],
): Record<string, unknown> | null {
  const known = judged.get(assertions);
  if (known !== undefined) return known;
  const unknown = assertions.find((assertion) => !isKnown(kinds, assertion)) ?? null;
  judged.set(assertions, unknown);
  return unknown;
}

function isKnown(kinds: readonly AssertionKind[], { type, operator }: Record<string, unknown>): boolean {
  return kinds.some(
    ({ shape }) => shape.type.safeParse(type).success && shape.operator.safeParse(operator).success,
  );
}
