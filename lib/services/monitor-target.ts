import { invalidField } from "@/lib/contract/errors";
import type { CreateMonitor } from "@/lib/contract/monitor-input";
import { addressRefusal, policyFrom } from "@/lib/probes/outgoing/policy";
import { privateTargets } from "./private-targets";

type Target = Pick<CreateMonitor, "request">;

/** 422 when the target names an address literally that checks may not reach (T01). Names are judged when they resolve. */
export function requireAllowedTarget(target: Target): void {
  const address = literalAddress(target);
  if (address === null) return;
  const refusal = addressRefusal(address, policyFrom(privateTargets()));
  if (refusal === null) return;
  throw invalidField(
    "url" in target.request ? "request.url" : "request.host",
    `${refusal}. Allowed are public addresses and the ranges in ALLOW_PRIVATE_TARGETS.`,
  );
}

/** The address that the target names, in whatever spelling (`0x7f.1`, `2130706433`, `[::1]`); null for a name. */
function literalAddress({ request }: Target): string | null {
  const url = "url" in request ? request.url : `http://${bracketed(request.host)}/`;
  const host = URL.parse(url)?.hostname ?? "";
  if (host.startsWith("[")) return host.slice(1, -1);
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) ? host : null;
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
