import { env, isEmbedded } from "@/lib/shared/env";

/** Open by default with the embedded database: watching one's own network is what it is installed for. */
const OWN_NETWORK = ["127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"];

/** Ranges besides the public ones that checks may reach: what runners are told and what saving a monitor is held against. */
export function privateTargets(): readonly string[] {
  return env().ALLOW_PRIVATE_TARGETS ?? (isEmbedded() ? OWN_NETWORK : []);
}
