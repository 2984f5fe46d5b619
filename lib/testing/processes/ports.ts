import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports of outgoing connections on Linux (32768) and macOS (49152), which could take one before its server starts. */
const [FIRST, LAST] = [20_000, 32_000];

/** Returns a TCP port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const port = randomInt(FIRST, LAST);
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(freePort()) : reject(error),
    );
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(port)));
  });
}
