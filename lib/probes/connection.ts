import { type Dialed, dial } from "./net/dial";
import { ProbeError } from "./net/probe-error";
import { type Finding, type ProbeContext, warn } from "./probe";
import { type DialRecord, dialTls } from "./tls/dial-tls";
import type { Secured, TlsTarget } from "./tls/tls";

/** Address to connect to. */
export interface Server extends TlsTarget {
  /** Whether TLS begins with the connection. */
  readonly isTls: boolean;
  /** Whether to accept any certificate. */
  readonly isLax: boolean;
  /** The name to verify the certificate for, unless it's the host. */
  readonly serverName?: string;
}

/** Connects, and records address, certificate, and phases, which several connections add up. Throws ProbeError. */
export async function connectTo(context: ProbeContext, finding: Finding, server: Server): Promise<Dialed> {
  const { host, port, speaks, onread, identity, serverName = host } = server;
  const { policy, resolver, deadlineMs, deadline } = context;
  const options = { host, port, policy, resolver, deadlineMs, deadline, onread };
  const record: DialRecord = {
    onPhase: (phase, tookUs) => {
      finding.timings[phase] = (finding.timings[phase] ?? 0) + tookUs;
      context.onPhase?.(phase, tookUs, null);
    },
    onDialed: (address) => {
      finding.remote_address = address;
    },
  };
  if (!server.isTls) {
    const dialed = await dial(options, record.onPhase);
    record.onDialed(dialed.address);
    return dialed;
  }
  const target = { host: serverName, port, speaks, onread, identity };
  const { dialed, secured, warnings } = await dialTls(target, options, server.isLax, record);
  try {
    recordSecured(context, finding, secured, server.isLax);
  } catch (error) {
    dialed.socket.destroy();
    throw error;
  }
  for (const warning of warnings) warn(finding, warning);
  return dialed;
}

/** Records the certificate of a handshake. Throws ProbeError for a certificate that isn't valid, unless any is accepted. */
export function recordSecured(
  { onPhase }: ProbeContext,
  finding: Finding,
  secured: Secured,
  isLax: boolean,
): void {
  const { tlsUs, certificate, refusal } = secured;
  finding.timings.tls = (finding.timings.tls ?? 0) + tlsUs;
  finding.certificate = certificate;
  onPhase?.("tls", tlsUs, certificate?.subject_common_name ?? null);
  if (refusal && !isLax) throw new ProbeError(refusal.code, refusal.message);
  if (refusal) warn(finding, `${refusal.message}; accepted because this monitor skips TLS verification`);
  for (const warning of certificateWarnings(secured)) warn(finding, warning);
}

/** The minimum that public authorities have signed since 2014 (NIST SP 800-57 part 1 §5.6). */
const RSA_BITS_MIN = 2048;

/** Lists the objections of browsers to a certificate that OpenSSL accepts. Usually empty. */
export function certificateWarnings({
  certificate,
  refusal,
  rsaBits,
  isNamed,
}: Omit<Secured, "tlsUs">): string[] {
  const warnings: string[] = [];
  if (certificate && !refusal && !isNamed)
    warnings.push(
      "the certificate names its host only in the common name, which no browser accepts (RFC 9525 §6.3); add a subject alternative name",
    );
  if (rsaBits !== null && rsaBits < RSA_BITS_MIN)
    warnings.push(`the certificate's RSA key must have at least ${RSA_BITS_MIN} bits; got ${rsaBits}`);
  return warnings;
}
