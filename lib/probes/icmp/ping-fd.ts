import { hasDescriptors } from "@/lib/probes/net/resource-exhausted";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";

export type PingFamily = 4 | 6;

/** Linux constants, identical on every architecture that koffi supports except MIPS and SPARC. */
const SOCK_DGRAM = 2;
const SOCK_CLOEXEC = 0o2000000;
const AF = { 4: 2, 6: 10 } as const;
const IPPROTO = { 4: 1, 6: 58 } as const;

/** More than koffi opens while it loads. */
const LOADING_DESCRIPTORS = 16;

type SocketCall = (domain: number, type: number, protocol: number) => number;

/**
 * Opens an unprivileged ICMP socket (icmp(7)) and returns its file descriptor. Returns null outside Linux, without
 * koffi, or when the process's groups aren't in `net.ipv4.ping_group_range`, which is empty by default.
 */
export async function openPingFd(family: PingFamily): Promise<number | null> {
  if (process.platform !== "linux") return null;
  const call = await socketCall();
  const fd = call?.(AF[family], SOCK_DGRAM | SOCK_CLOEXEC, IPPROTO[family]) ?? -1;
  return fd < 0 ? null : fd;
}

/**
 * Loads the C library's `socket` through koffi, because Node can't open ICMP sockets. koffi is an optional package;
 * pings work without it. Node remembers a failed module load for the life of the process, so loading waits for the
 * next ping when no descriptors are free.
 */
async function socketCall(): Promise<SocketCall | null> {
  const isKnown = once("probes.socket-call-known", () => ({ yes: false }));
  if (!isKnown.yes && !hasDescriptors(LOADING_DESCRIPTORS)) return null;
  isKnown.yes = true;
  return once("probes.socket-call", loadSocketCall);
}

async function loadSocketCall(): Promise<SocketCall | null> {
  try {
    const { default: koffi } = await import("koffi");
    return koffi.load(null).func("int socket(int domain, int type, int protocol)") as SocketCall;
  } catch (error) {
    log.info("koffi can't be loaded; using the ping program instead of ping sockets", { error });
    return null;
  }
}
