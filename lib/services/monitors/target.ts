import type { CreateMonitor } from "@/lib/contract/monitors/input";
import { checkedPlace } from "@/lib/contract/protocols/lookup";
import { requireReachableUrl } from "./literal-address";

/** Throws 422 if checks would connect to a literal address that they must not reach. */
export function requireAllowedTarget({
  protocol,
  request,
}: Pick<CreateMonitor, "protocol" | "request">): void {
  const { field, host } = checkedPlace(protocol, request);
  if (field !== null) requireReachableUrl(`request.${field}`, `http://${bracketed(host)}/`);
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
