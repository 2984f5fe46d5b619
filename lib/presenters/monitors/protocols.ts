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
  origin: Origin;
}

/** How results of a monitor come about. Those of signals have run times, and those of alerts and members no times. */
export type Origin = "checks" | "signals" | "alerts" | "members";

/** Returns the display name of a protocol. */
export function protocolLabel(protocols: readonly ProtocolWords[], name: string): string {
  return protocols.find((protocol) => protocol.name === name)?.label ?? name.toUpperCase();
}

/** Returns how results of a protocol's monitors come about. */
export function originOf(protocols: readonly ProtocolWords[], name: string): Origin {
  return protocols.find((protocol) => protocol.name === name)?.origin ?? "checks";
}

/** Returns the names of the protocols whose monitors can be members of a group. */
export function memberProtocols(protocols: readonly ProtocolWords[]): string[] {
  return protocols.filter(({ origin }) => origin !== "members").map(({ name }) => name);
}

/** Returns a monitor's target in one line. */
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
