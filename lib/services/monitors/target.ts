import type { CreateMonitor } from "@/lib/contract/monitors/input";
import { requireReachableUrl } from "./literal-address";

/** Throws 422 if the target is a literal address that checks must not reach. */
export function requireAllowedTarget({ request }: Pick<CreateMonitor, "request">): void {
  if ("url" in request) requireReachableUrl("request.url", request.url);
  else requireReachableUrl("request.host", `http://${bracketed(request.host)}/`);
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
