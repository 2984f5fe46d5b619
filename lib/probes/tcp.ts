import type { TcpRequest } from "@/lib/contract/protocols/tcp";
import { connectTo } from "./connection";
import { emptyFinding, fail, type Probe } from "./probe";

/**
 * Checks that a port accepts a connection and, with `connection: tls`, that its certificate is valid. Never reads
 * what the server sends.
 */
export const probeTcp: Probe<TcpRequest> = async (context) => {
  const finding = emptyFinding();
  const { host, port, connection, tls_skip_verify } = context.config.request;
  try {
    const server = { host, port: Number(port), isTls: connection === "tls", isLax: tls_skip_verify === true };
    const { socket } = await connectTo(context, finding, server);
    socket.destroy();
    finding.outcome = "up";
  } catch (error) {
    fail(finding, error);
  }
  return finding;
};
