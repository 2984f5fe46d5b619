import { hasDescriptors } from "@/lib/probes/net/own-lack";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";

export type PingFamily = 4 | 6;

/** Linux numbers, the same on every architecture that koffi is built for, but MIPS and SPARC. */
const SOCK_DGRAM = 2;
const SOCK_CLOEXEC = 0o2000000;
const AF = { 4: 2, 6: 10 } as const;
const IPPROTO = { 4: 1, 6: 58 } as const;

/** More than loading koffi holds at once. */
const LOADING_DESCRIPTORS = 16;

type SocketCall = (domain: number, type: number, protocol: number) => number;

/**
 * A file descriptor of an unprivileged ICMP socket (icmp(7)). Null where there is none: not Linux, koffi not installed, or the
 * process's groups are not in `net.ipv4.ping_group_range` (the kernel's default lets nobody).
 */
export async function openPingFd(family: PingFamily): Promise<number | null> {
  if (process.platform !== "linux") return null;
  const call = await socketCall();
  const fd = call?.(AF[family], SOCK_DGRAM | SOCK_CLOEXEC, IPPROTO[family]) ?? -1;
  return fd < 0 ? null : fd;
}

/**
 * Node opens no ICMP sockets; koffi calls the C library. An optional package: pings go without it as well. Node remembers a module that
 * could not be loaded for as long as the process lives: without descriptors it is not tried, and the next ping asks again.
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
    log.info("no ping socket: koffi can't be used here; ping is used instead", { error });
    return null;
  }
}
