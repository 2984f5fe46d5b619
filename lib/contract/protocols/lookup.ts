import type { Place, ProtocolContract } from "./protocol";
import { PROTOCOLS, type Protocol } from "./registry";

const all: Readonly<Record<Protocol, ProtocolContract>> = PROTOCOLS;

export const PROTOCOL_NAMES = Object.keys(PROTOCOLS) as [Protocol, ...Protocol[]];
export const protocolContracts: readonly ProtocolContract[] = Object.values(all);

/** Returns the contract of a protocol, or undefined for one that only a newer version knows. */
export function protocolOf(name: string): ProtocolContract | undefined {
  return Object.hasOwn(all, name) ? all[name as Protocol] : undefined;
}

/** Returns the address that a check of a stored request connects to, even if a newer version wrote the request. */
export function checkedPlace(protocol: string, request: Record<string, unknown>): Place {
  try {
    const place = protocolOf(protocol)?.place(request);
    if (place) return place;
  } catch {
    // The request has another shape than this version's. The check itself will say so.
  }
  return { field: null, host: String(request.host ?? request.url ?? ""), port: 0 };
}

/** The names of the request fields that contain secrets. */
export const SECRET_FIELDS: readonly string[] = [
  ...new Set(
    protocolContracts.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, { secret }]) => (secret ? [name] : [])),
    ),
  ),
];

/** The names of the protocols whose monitors no runner checks. */
export const REPORTED_PROTOCOLS: readonly string[] = PROTOCOL_NAMES.filter((name) => all[name].isReported);

/** Returns whether no runner checks monitors of this protocol, because they send signals or have members. */
export function isReported(protocol: string): boolean {
  return REPORTED_PROTOCOLS.includes(protocol);
}

/** Returns whether the signals of this protocol's monitors are alerts of other systems. */
export function receivesAlerts(protocol: string): boolean {
  return protocolOf(protocol)?.receivesAlerts ?? false;
}

/** Returns whether the states of other monitors decide about monitors of this protocol. */
export function hasMembers(protocol: string): boolean {
  return protocolOf(protocol)?.hasMembers ?? false;
}

/** Returns the names of the request fields of this protocol that can't be read back. */
export function withheldFieldsOf(protocol: string): string[] {
  const fields = Object.entries(protocolOf(protocol)?.fields ?? {});
  return fields.flatMap(([name, { writeOnly }]) => (writeOnly ? [name] : []));
}

/** Returns the names of the request fields that are generated for new monitors of this protocol. */
export function generatedFieldsOf(protocol: string): string[] {
  const fields = Object.entries(protocolOf(protocol)?.fields ?? {});
  return fields.flatMap(([name, { generated }]) => (generated ? [name] : []));
}
