import type { TcpRequest } from "@/lib/contract/protocols/tcp";
import { dial } from "./net/dial";
import { ProbeError } from "./net/probe-error";
import { emptyFinding, type Finding, fail, type Probe, type ProbeContext, warn } from "./probe";
import { certificateWarnings } from "./tls/certificate-warning";
import { type DialRecord, dialTls } from "./tls/dial-tls";

/**
 * Checks that a port accepts a connection and, with `connection: tls`, that its certificate is valid. Never reads
 * what the server sends.
 */
export const probeTcp: Probe<TcpRequest> = async (context) => {
  const finding = emptyFinding();
  const { request } = context.config;
  try {
    const port = Number(request.port);
    const { policy, resolver, deadlineMs, deadline } = context;
    const options = { host: request.host, port, policy, resolver, deadlineMs, deadline };
    const record: DialRecord = {
      onPhase: (phase, tookUs) => {
        finding.timings[phase] = tookUs;
        context.onPhase?.(phase, tookUs, null);
      },
      onDialed: (address) => {
        finding.remote_address = address;
      },
    };
    if (request.connection === "tls") await checkTls(context, finding, options, record);
    else {
      const { socket, address } = await dial(options, record.onPhase);
      record.onDialed(address);
      socket.destroy();
    }
    finding.outcome = "up";
  } catch (error) {
    fail(finding, error);
  }
  return finding;
};

async function checkTls(
  { config: { request }, onPhase }: ProbeContext<TcpRequest>,
  finding: Finding,
  options: Parameters<typeof dialTls>[1],
  record: DialRecord,
): Promise<void> {
  const target = { host: options.host, port: options.port };
  const isLax = request.tls_skip_verify === true;
  const { dialed, secured, warnings } = await dialTls(target, options, isLax, record);
  dialed.socket.destroy();
  const { tlsUs, certificate, refusal } = secured;
  finding.timings.tls = tlsUs;
  finding.certificate = certificate;
  onPhase?.("tls", tlsUs, certificate?.subject_common_name ?? null);
  if (refusal && !isLax) throw new ProbeError(refusal.code, refusal.message);
  if (refusal) warn(finding, refusal.message);
  for (const warning of [...warnings, ...certificateWarnings(secured)]) warn(finding, warning);
}
