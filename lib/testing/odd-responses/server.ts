import type { Socket } from "node:net";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";
import type { OddResponse } from "./odd-response";

const EVERY_MS = 50;
/** A correct page of the same origin, from which a browser can fetch the odd response. */
export const BLANK_PATH = "/blank";
const BLANK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/** Starts a server on loopback that sends one odd response to each request. */
export function startOddServer({ answer, ending }: OddResponse): Promise<RawServer> {
  return startRawServer((socket) => {
    socket.setNoDelay(true);
    socket.on("data", (bytes: Buffer) => {
      const request = bytes.toString("latin1");
      // A body may arrive apart from its headers.
      if (!/^[A-Z]+ \S+ HTTP\//.test(request)) return;
      if (request.startsWith(`GET ${BLANK_PATH} `)) return void socket.end(BLANK);
      for (const part of answer(request)) socket.write(part, "latin1");
      finish(socket, ending);
    });
  });
}

function finish(socket: Socket, ending: OddResponse["ending"]): void {
  if (ending === "closes") socket.end();
  // The bytes must leave before the reset.
  if (ending === "resets") setTimeout(() => socket.resetAndDestroy(), EVERY_MS);
  if (ending !== "continues") return;
  const timer = setInterval(() => socket.write("more"), EVERY_MS);
  socket.once("close", () => clearInterval(timer));
}
