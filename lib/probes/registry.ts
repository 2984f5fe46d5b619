import type { Protocol } from "@/lib/contract/protocols/registry";
import { probeDns } from "./dns/dns";
import { probeHttp } from "./http/http";
import { probeIcmp } from "./icmp/icmp";
import type { Probe } from "./probe";
import { probeTcp } from "./tcp";

/** The probe of each protocol. */
export const PROBES: Readonly<Record<Protocol, Probe>> = {
  http: probeHttp,
  tcp: probeTcp,
  icmp: probeIcmp,
  dns: probeDns,
};
