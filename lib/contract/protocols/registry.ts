import { dns } from "./dns";
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
} as const satisfies Record<string, ProtocolContract>;

export type Protocol = keyof typeof PROTOCOLS;
