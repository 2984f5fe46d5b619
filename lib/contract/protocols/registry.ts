import { dns } from "./dns";
import { heartbeat } from "./heartbeat";
import { http } from "./http";
import { icmp } from "./icmp";
import { imap } from "./imap";
import { pop3 } from "./pop3";
import type { ProtocolContract } from "./protocol";
import { smtp } from "./smtp";
import { tcp } from "./tcp";
import { tls } from "./tls";

/** The protocols that monitors can check with, one line each. */
export const PROTOCOLS = {
  http,
  tcp,
  icmp,
  dns,
  heartbeat,
  tls,
  smtp,
  imap,
  pop3,
} as const satisfies Record<string, ProtocolContract>;

export type Protocol = keyof typeof PROTOCOLS;
