import { dns } from "./dns";
import { domain } from "./domain";
import { external } from "./external";
import { group } from "./group";
import { grpc } from "./grpc";
import { heartbeat } from "./heartbeat";
import { http } from "./http";
import { icmp } from "./icmp";
import { imap } from "./imap";
import { mongodb } from "./mongodb";
import { mqtt } from "./mqtt";
import { mysql } from "./mysql";
import { pop3 } from "./pop3";
import { postgres } from "./postgres";
import type { ProtocolContract } from "./protocol";
import { redis } from "./redis";
import { smtp } from "./smtp";
import { ssh } from "./ssh";
import { tcp } from "./tcp";
import { tls } from "./tls";
import { udp } from "./udp";
import { vendor } from "./vendor";
import { websocket } from "./websocket";

/** The protocols that monitors can check with, one line each. */
export const PROTOCOLS = {
  http,
  tcp,
  icmp,
  dns,
  heartbeat,
  external,
  group,
  tls,
  smtp,
  imap,
  pop3,
  ssh,
  udp,
  redis,
  postgres,
  mysql,
  mongodb,
  mqtt,
  websocket,
  grpc,
  domain,
  vendor,
} as const satisfies Record<string, ProtocolContract>;

export type Protocol = keyof typeof PROTOCOLS;
