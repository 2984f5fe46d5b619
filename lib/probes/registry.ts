import type * as z from "zod";
import type { PROTOCOLS, Protocol } from "@/lib/contract/protocols/registry";
import { probeDns } from "./dns/dns";
import { probeExternal } from "./external";
import { probeGroup } from "./group";
import { probeHeartbeat } from "./heartbeat";
import { probeHttp } from "./http/http";
import { probeIcmp } from "./icmp/icmp";
import type { Probe } from "./probe";
import { probeTcp } from "./tcp";

type ProbeOf<Name extends Protocol> = Probe<
  z.output<(typeof PROTOCOLS)[Name]["request"]>,
  z.output<(typeof PROTOCOLS)[Name]["assertions"][number]>
>;

/** Protocols that few installations use load when a monitor of them is checked for the first time. */
export const PROBES: { readonly [Name in Protocol]: ProbeOf<Name> } = {
  http: probeHttp,
  tcp: probeTcp,
  icmp: probeIcmp,
  dns: probeDns,
  heartbeat: probeHeartbeat,
  external: probeExternal,
  group: probeGroup,
  tls: async (context) => (await import("./tls/probe-tls")).probeTls(context),
  smtp: async (context) => (await import("./smtp")).probeSmtp(context),
  imap: async (context) => (await import("./imap")).probeImap(context),
  pop3: async (context) => (await import("./pop3")).probePop3(context),
  ssh: async (context) => (await import("./ssh")).probeSsh(context),
  udp: async (context) => (await import("./udp")).probeUdp(context),
  redis: async (context) => (await import("./redis")).probeRedis(context),
  postgres: async (context) => (await import("./postgres")).probePostgres(context),
  mysql: async (context) => (await import("./mysql")).probeMysql(context),
  mongodb: async (context) => (await import("./mongodb")).probeMongodb(context),
  mqtt: async (context) => (await import("./mqtt")).probeMqtt(context),
  websocket: async (context) => (await import("./websocket")).probeWebsocket(context),
  grpc: async (context) => (await import("./grpc")).probeGrpc(context),
  domain: async (context) => (await import("./domain/domain")).probeDomain(context),
  vendor: async (context) => (await import("./vendor/vendor")).probeVendor(context),
};
