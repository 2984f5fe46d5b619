import { connect as connectPlain } from "node:net";
import { connect as connectTls, createSecureContext } from "node:tls";
import type { MonitorConfig } from "@/lib/contract/checks/check";
import { monotonicMs } from "@/lib/shared/clock";
import { ownCheck } from "./clients";

/** An assertion that always holds and whose verdict carries the header in which the target says how long it took. */
const TOOK = { type: "response_header", operator: "not_equals", selector: "X-Took-Us", value: "-" };

/** One check; milliseconds by which the reported latency differs from the time the target itself took. */
export async function measuredCheck(config: MonitorConfig): Promise<number> {
  const result = await ownCheck({ ...config, success_assertions: [TOOK] });
  const tookUs = Number(result.assertions[0]?.actual);
  return Math.abs((result.timings.total ?? 0) - tookUs) / 1000;
}

/** One for all, as ours: to build it costs more than a handshake. */
const CONTEXT = createSecureContext();
const TOOK_LINE = /X-Took-Us: (\d+)/;

/** The same by a bare socket that connects (with TLS: shakes hands), writes, reads and closes: what no check in Node can be nearer than. */
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
