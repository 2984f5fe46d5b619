import { connect as connectPlain } from "node:net";
import { connect as connectTls, createSecureContext } from "node:tls";
import type { MonitorConfig } from "@/lib/contract/checks/check";
import { monotonicMs } from "@/lib/shared/clock";
import { ownCheck } from "./clients";

/** An assertion that always passes and whose result includes the header with the target's own time. */
const TOOK = { type: "response_header", operator: "not_equals", selector: "X-Took-Us", value: "-" };

/** Runs one check and returns by how many milliseconds the reported latency differs from the target's own time. */
export async function measuredCheck(config: MonitorConfig): Promise<number> {
  const result = await ownCheck({ ...config, success_assertions: [TOOK] });
  const tookUs = Number(result.assertions[0]?.actual);
  return Math.abs((result.timings.total ?? 0) - tookUs) / 1000;
}

/** Shared like ours, because building one costs more than a handshake. */
const CONTEXT = createSecureContext();
const TOOK_LINE = /X-Took-Us: (\d+)/;

/**
 * Runs the same with a bare socket that connects (with TLS: handshakes), writes, reads, and closes: the best accuracy
 * possible in Node.
 */
export function bareMeasuredCheck(url: string): Promise<number> {
  const { host, hostname, port, protocol } = new URL(url);
  const to = { host: hostname, port: Number(port) };
  const startMs = monotonicMs();
  return new Promise((resolve, reject) => {
    const onOpen = () => socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const socket =
      protocol === "https:"
        ? connectTls({ ...to, rejectUnauthorized: false, secureContext: CONTEXT }, onOpen)
        : connectPlain(to, onOpen);
    socket.once("error", reject);
    socket.once("data", (bytes: Buffer) => {
      const totalMs = monotonicMs() - startMs;
      socket.destroy();
      resolve(Math.abs(totalMs - Number(TOOK_LINE.exec(bytes.toString("latin1"))?.[1]) / 1000));
    });
  });
}
