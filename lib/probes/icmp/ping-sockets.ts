import { createSocket, type Socket } from "node:dgram";
import { closeSync } from "node:fs";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { openPingFd, type PingFamily } from "./ping-fd";
import { PingSocket } from "./ping-socket";

/** Asked for; the kernel gives no more than `net.core.rmem_max`. */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;

/** The process's ping socket of a family, opened at the first ping; null where the system gives none, which the next ping asks again. */
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
    log.warn("the ping socket failed; the next ping opens another", { family, error });
    forget();
    socket.close();
  });
  return new PingSocket(socket, family);
}

/** A dgram socket over the descriptor: the event loop polls it like any other. Null when Node does not take it. */
async function adopt(fd: number, family: PingFamily): Promise<Socket | null> {
  const socket = createSocket({
    type: family === 4 ? "udp4" : "udp6",
    // Addresses only: a name must never be looked up here.
    lookup: (host, _options, callback) => callback(null, host, family),
  });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("listening", resolve).once("error", reject);
      socket.bind({ fd, exclusive: true });
    });
  } catch (error) {
    log.warn("Node does not take the ping socket; ping is used instead", { family, error });
    socket.close();
    closeSync(fd);
    return null;
  }
  socket.removeAllListeners("error");
  // A check holds its own timer; an idle socket must not keep the process.
  socket.unref();
  roomForAnswers(socket);
  return socket;
}

/** Helps when the event loop stalls; pings go without it as well. */
function roomForAnswers(socket: Socket): void {
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
  } catch (error) {
    log.info("the ping socket keeps the system's receive buffer", { error });
  }
}
