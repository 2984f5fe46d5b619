import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { Protocol } from "@/lib/contract/protocols/registry";
import { nameTarget } from "@/lib/domain/core/target";

/** The words for a protocol on pages. Plain values, because importing the contract would add the schema parser to the page. */
export interface ProtocolWords {
  name: Protocol;
  label: string;
  /** A template such as `{host}:{port}`. */
  target: string;
  /** Labels of the details of its results. */
  details: Record<string, string>;
  /** Its monitors send signals instead of being checked. */
  isReported: boolean;
}

/** Returns the display name of a protocol. */
export function protocolLabel(protocols: readonly ProtocolWords[], name: string): string {
  return protocols.find((protocol) => protocol.name === name)?.label ?? name.toUpperCase();
}

/** Returns whether monitors of a protocol send signals instead of being checked. */
export function isReportedBy(protocols: readonly ProtocolWords[], name: string): boolean {
  return protocols.some((protocol) => protocol.name === name && protocol.isReported);
}

/** Returns what a monitor checks, in one line. */
export function targetOf(
  protocols: readonly ProtocolWords[],
  monitor: Pick<Monitor, "protocol" | "request">,
): string {
  const { target = "{host}" } = protocols.find(({ name }) => name === monitor.protocol) ?? {};
  return nameTarget(target, monitor.request, (url) => url.replace(/^https?:\/\//, "").replace(/\/$/, ""));
}

/** Returns the label and the values of each detail of a result, in the order of its protocol. */
export function detailLines(
  protocols: readonly ProtocolWords[],
  details: Readonly<Record<string, readonly string[]>> = {},
): { label: string; text: string }[] {
  const labels = new Map(protocols.flatMap((protocol) => Object.entries(protocol.details)));
  return [...labels].flatMap(([name, label]) => {
    const values = details[name] ?? [];
    return values.length > 0 ? [{ label, text: values.join(", ") }] : [];
  });
}
