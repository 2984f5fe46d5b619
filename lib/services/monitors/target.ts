import type { CreateMonitor } from "@/lib/contract/monitors/input";
import { requireReachableUrl } from "./literal-address";

/** 422 when the target names an address literally that checks may not reach (T01). */
export function requireAllowedTarget({ request }: Pick<CreateMonitor, "request">): void {
  if ("url" in request) requireReachableUrl("request.url", request.url);
  else requireReachableUrl("request.host", `http://${bracketed(request.host)}/`);
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
