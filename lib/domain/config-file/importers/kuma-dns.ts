import { resolverPlace } from "@/lib/contract/protocols/dns";
import { Entry } from "../entry";
import { type Note, note } from "../note";
import { listIn } from "./kuma-settings";

/** Uptime Kuma compares only the host of these; here, a record has more parts. */
const LONG_RECORDS = ["MX", "SOA", "SRV", "CAA"];

/** Returns the protocol, request, and assertions of a DNS monitor. */
export function kumaDns(host: string, monitor: Entry, notes: Note[]): Record<string, unknown> {
  const type = monitor.text("dns_resolve_type") || "A";
  const assertions = conditionsOf(monitor).map((condition, at) => assertionOf(condition, at, type));
  if (assertions.includes(null))
    note(notes, "success_assertions", "Some conditions for its records can't be mapped and were left out.");
  return {
    protocol: "dns",
    request: { host, record_type: type, ...resolverOf(monitor, notes) },
    success_assertions: assertions.filter((each) => each !== null),
  };
}

function conditionsOf(monitor: Entry): unknown[] {
  const text = monitor.text("conditions");
  return text === "" ? monitor.list("conditions") : (listIn(text) ?? [null]);
}

/** Returns the assertion of a condition; null for alternatives, groups, and other comparisons. */
function assertionOf(given: unknown, at: number, recordType: string) {
  const condition = new Entry(given);
  const value = condition.text("value");
  const isRecord = condition.text("type") === "expression" && condition.text("variable") === "record";
  // The first has no condition before it to be joined with.
  if (!isRecord || value === "" || (at > 0 && condition.text("andOr") !== "and")) return null;
  const type = "record_value";
  switch (condition.text("operator")) {
    case "equals":
      return { type, operator: LONG_RECORDS.includes(recordType) ? "contains" : "equals", value };
    case "contains":
      return { type, operator: "contains", value };
    default:
      return null;
  }
}

function resolverOf(monitor: Entry, notes: Note[]): { resolver?: string } {
  const given = monitor.text("dns_resolve_server").split(",");
  const [host = "", ...others] = given.map((each) => each.trim()).filter((each) => each !== "");
  if (host === "") return {};
  if (others.length > 0)
    note(notes, "request.resolver", `${host} is asked. The other name servers were left out.`);
  const port = monitor.number("port");
  const isPlain = port === null || port === 53 || resolverPlace(host)?.port !== 53;
  if (isPlain) return { resolver: host };
  return { resolver: host.includes(":") ? `[${host.replace(/^\[|\]$/g, "")}]:${port}` : `${host}:${port}` };
}
