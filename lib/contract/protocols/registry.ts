import { dns } from "./dns";
import { external } from "./external";
import { heartbeat } from "./heartbeat";
import { http } from "./http";
import { icmp } from "./icmp";
import type { ProtocolContract } from "./protocol";
import { tcp } from "./tcp";

/** The protocols that monitors can check with, one line each. */
export const PROTOCOLS = {
  http,
  tcp,
  icmp,
  dns,
  heartbeat,
  external,
} as const satisfies Record<string, ProtocolContract>;

export type Protocol = keyof typeof PROTOCOLS;
