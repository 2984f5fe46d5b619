import type { TcpRequest } from "@/lib/contract/protocols/tcp";
import { dial } from "./net/dial";
import { ProbeError } from "./net/probe-error";
import { emptyFinding, fail, type Probe, warn } from "./probe";
import { certificateWarnings } from "./tls/certificate-warning";
import { Handshake } from "./tls/tls";

/**
 * Checks that a port accepts a connection and, with `connection: tls`, that its certificate is valid. Never reads
 * what the server sends.
 */
export const probeTcp: Probe<TcpRequest> = async (context) => {
  const finding = emptyFinding();
  const { request } = context.config;
  try {
    const port = Number(request.port);
    const handshake = request.connection === "tls" ? new Handshake({ host: request.host, port }) : null;
    const dialed = await dial(
      {
        host: request.host,
        port,
        policy: context.policy,
        resolver: context.resolver,
        deadlineMs: context.deadlineMs,
        deadline: context.deadline,
        open: handshake?.open,
      },
      (phase, tookUs) => {
        finding.timings[phase] = tookUs;
        context.onPhase?.(phase, tookUs, null);
      },
    );
    finding.remote_address = dialed.address;
    try {
      if (handshake) {
        const secured = await handshake.done(dialed, context.deadline);
        finding.timings.tls = secured.tlsUs;
        finding.certificate = secured.certificate;
        context.onPhase?.("tls", secured.tlsUs, secured.certificate?.subject_common_name ?? null);
        if (secured.refusal && !request.tls_skip_verify)
          throw new ProbeError(secured.refusal.code, secured.refusal.message);
        if (secured.refusal) warn(finding, secured.refusal.message);
        for (const warning of certificateWarnings(secured)) warn(finding, warning);
      }
      finding.outcome = "up";
    } finally {
      dialed.socket.destroy();
    }
  } catch (error) {
    fail(finding, error);
  }
  return finding;
};
