import type { TcpRequest } from "@/lib/contract/protocols/tcp";
import { connectTo } from "./connection";
import { findingOf, type Probe } from "./probe";

/**
 * Checks that a port accepts a connection and, with `connection: tls`, that its certificate is valid. Never reads
 * what the server sends.
 */
export const probeTcp: Probe<TcpRequest> = (context) =>
  findingOf(async (finding) => {
    const { host, port, connection, tls_skip_verify } = context.config.request;
    const server = { host, port: Number(port), isTls: connection === "tls", isLax: tls_skip_verify === true };
    const { socket } = await connectTo(context, finding, server);
    socket.destroy();
  });
