import { createSocket, type Socket } from "node:dgram";
import { closeSync } from "node:fs";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { openPingFd, type PingFamily } from "./ping-fd";
import { PingSocket } from "./ping-socket";

/** Requested size; the kernel limits it to `net.core.rmem_max`. */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;

/**
 * Returns the process's ping socket of a family, opened at the first ping. Returns null when the system refuses; the
 * next ping tries again.
 */
export function pingSocket(family: PingFamily): Promise<PingSocket | null> {
  const sockets = once("probes.ping-sockets", () => new Map<PingFamily, Promise<PingSocket | null>>());
  const known = sockets.get(family);
  if (known) return known;
  const opened = openSocket(family, () => sockets.delete(family));
  sockets.set(family, opened);
  return opened;
}

async function openSocket(family: PingFamily, forget: () => void): Promise<PingSocket | null> {
  const fd = await openPingFd(family);
  if (fd === null) {
    forget();
    return null;
  }
  const socket = await adopt(fd, family);
  if (!socket) return null;
  socket.once("error", (error) => {
    log.warn("ping socket failed; the next ping opens a new one", { family, error });
    forget();
    socket.close();
  });
  return new PingSocket(socket, family);
}

/** Wraps the descriptor in a dgram socket, so that the event loop polls it like any other. Returns null when Node refuses it. */
async function adopt(fd: number, family: PingFamily): Promise<Socket | null> {
  const socket = createSocket({
    type: family === 4 ? "udp4" : "udp6",
    // Addresses only; a name must never be looked up here.
    lookup: (host, _options, callback) => callback(null, host, family),
  });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("listening", resolve).once("error", reject);
      socket.bind({ fd, exclusive: true });
    });
  } catch (error) {
    log.warn("Node can't use the ping socket; using the ping program instead", { family, error });
    socket.close();
    closeSync(fd);
    return null;
  }
  socket.removeAllListeners("error");
  // Each check keeps its own timer; an idle socket must not keep the process alive.
  socket.unref();
  enlargeReceiveBuffer(socket);
  return socket;
}

/** A larger buffer helps when the event loop stalls. Pings also work without it. */
function enlargeReceiveBuffer(socket: Socket): void {
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
  } catch (error) {
    log.info("can't enlarge the ping socket's receive buffer; keeping the system default", { error });
  }
}
