import type * as z from "zod";
import type { PROTOCOLS, Protocol } from "@/lib/contract/protocols/registry";
import { probeDns } from "./dns/dns";
import { probeExternal } from "./external";
import { probeHeartbeat } from "./heartbeat";
import { probeHttp } from "./http/http";
import { probeIcmp } from "./icmp/icmp";
import type { Probe } from "./probe";
import { probeTcp } from "./tcp";

type ProbeOf<Name extends Protocol> = Probe<
  z.output<(typeof PROTOCOLS)[Name]["request"]>,
  z.output<(typeof PROTOCOLS)[Name]["assertions"][number]>
>;

export const PROBES: { readonly [Name in Protocol]: ProbeOf<Name> } = {
  http: probeHttp,
  tcp: probeTcp,
  icmp: probeIcmp,
  dns: probeDns,
  heartbeat: probeHeartbeat,
  external: probeExternal,
};
