import type { TcpRequest } from "@/lib/contract/protocols/tcp";
import { certificateWarning } from "./certificate-warning";
import { dial } from "./outgoing/dial";
import { emptyFinding, fail, type Probe, warn } from "./probe";
import { secure } from "./tls";

/** Checks that a port accepts a connection and, with `connection: tls`, that its certificate holds. What it says is never read. */
export const probeTcp: Probe = async (context) => {
  const finding = emptyFinding();
  const request = context.config.request as unknown as TcpRequest;
  try {
    const dialed = await dial(
      {
        host: request.host,
        port: Number(request.port),
        policy: context.policy,
        resolver: context.resolver,
        deadlineMs: context.deadlineMs,
        deadline: context.deadline,
      },
      (phase, tookUs) => {
        finding.timings[phase] = tookUs;
        context.onPhase?.(phase, tookUs, null);
      },
    );
    finding.remote_address = dialed.address;
    try {
      if (request.connection === "tls") {
        const secured = await secure(
          dialed.socket,
          { host: request.host, endpoint: `${dialed.address} ${request.port}` },
          context.deadlineMs,
        );
        secured.socket.destroy();
        finding.timings.tls = secured.tlsUs;
        finding.certificate = secured.certificate;
        context.onPhase?.("tls", secured.tlsUs, secured.certificate?.subject_common_name ?? null);
        if (secured.refusal && !request.tls_skip_verify) throw secured.refusal;
        const warning = secured.refusal?.message ?? certificateWarning(secured.certificate);
        if (warning) warn(finding, warning);
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
