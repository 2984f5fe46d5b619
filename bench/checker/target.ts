import { readFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { monotonicMs } from "@/lib/shared/clock";

// The target of the checker's measurements as its own process, so that its work isn't counted. Arguments: delay in
// ms, number of addresses to listen on (127.0.0.1 …), and for TLS a file with key and certificate. Prints its port
// when it listens.

const [delayMs = 0, addresses = 1] = process.argv.slice(2, 4).map(Number);
const pemFile = process.argv[4];
const BODY = "ok".repeat(512);

/** Responds with its actual duration, to compare the reported latency with. */
function answer(socket: Socket, receivedMs: number): void {
  const tookUs = Math.round((monotonicMs() - receivedMs) * 1000);
  socket.end(
    `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Took-Us: ${tookUs}\r\nContent-Length: ${BODY.length}\r\nConnection: close\r\n\r\n${BODY}`,
  );
}

function serve(socket: Socket): void {
  socket.setNoDelay(true);
  socket.on("error", () => undefined);
  socket.once("data", () => {
    const receivedMs = monotonicMs();
    if (delayMs > 0) setTimeout(answer, delayMs, socket, receivedMs);
    else answer(socket, receivedMs);
  });
}

function make(): Server {
  if (!pemFile) return createServer(serve);
  const pem = readFileSync(pemFile);
  return createTlsServer({ key: pem, cert: pem }, serve);
}

/** Listens on the same port of every address. */
async function listen(): Promise<number> {
  let port = 0;
  for (let index = 1; index <= addresses; index += 1) {
    const server = make();
    await new Promise<void>((resolve) => {
      server.listen({ port, host: `127.0.0.${index}`, backlog: 4096 }, resolve);
    });
    port = (server.address() as { port: number }).port;
  }
  return port;
}

listen().then((port) => process.stdout.write(`${port}\n`));
process.on("disconnect", () => process.exit(0));
