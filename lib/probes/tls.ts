import type { Socket } from "node:net";
import { isIP } from "node:net";
import {
  connect,
  createSecureContext,
  type PeerCertificate,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import { domainToASCII } from "node:url";
import type { CertificateFacts, ErrorCode } from "@/lib/contract/check";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { storableText } from "@/lib/shared/storable-text";
import { ProbeError } from "./outgoing/probe-error";

export interface Secured {
  readonly socket: TLSSocket;
  readonly tlsUs: number;
  readonly certificate: CertificateFacts | null;
  /** Null when the certificate is trusted, in time and made out to this host. */
  readonly refusal: ProbeError | null;
}

const VERDICTS: Record<string, [ErrorCode, string]> = {
  CERT_HAS_EXPIRED: ["tls_certificate_expired", "the certificate has expired"],
  CERT_NOT_YET_VALID: ["tls_certificate_not_yet_valid", "the certificate is not valid yet"],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "tls_certificate_host_mismatch",
    "the certificate is made out to another host",
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["tls_certificate_self_signed", "the certificate is self-signed"],
  SELF_SIGNED_CERT_IN_CHAIN: ["tls_certificate_self_signed", "a self-signed certificate stands in the chain"],
};

/** One context for all: building it costs more than a handshake. No session is kept: each check verifies in full. */
function sharedContext(): SecureContext {
  return once("probes.tls.context", () => createSecureContext());
}

/** As a server is asked for it and a certificate names it: ASCII, lower case, without the final dot (RFC 6066 §3). */
function serverName(host: string): string {
  if (PLAIN_NAME.test(host)) return host;
  const name = host.replace(/\.$/, "");
  return domainToASCII(name) || name;
}

const PLAIN_NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/**
 * A full handshake over a connected socket. Certificates are judged afterwards, so that they are known on failures too. `speaks`:
 * the protocols offered for afterwards (ALPN); without any, none is talked of, as a server that expects another one would refuse.
 * Throws ProbeError `tls_handshake_failed` or `tls_timeout`.
 */
export function secure(
  socket: Socket,
  host: string,
  deadlineMs: number,
  speaks?: readonly string[],
): Promise<Secured> {
  const startMs = monotonicMs();
  const name = isIP(host) ? host : serverName(host);
  return new Promise((resolve, reject) => {
    const tls = connect({
      socket,
      // An address is never sent as server name (RFC 6066 §3).
      servername: isIP(host) ? undefined : name,
      host: name,
      rejectUnauthorized: false,
      secureContext: sharedContext(),
      ALPNProtocols: speaks && [...speaks],
    });
    const timer = setTimeout(
      () => fail(new ProbeError("tls_timeout", "the TLS handshake took too long")),
      deadlineMs - startMs,
    );
    const ended = () =>
      fail(new ProbeError("tls_handshake_failed", "the connection was closed during the TLS handshake"));
    const broken = (error: NodeJS.ErrnoException) =>
      fail(new ProbeError("tls_handshake_failed", `the TLS handshake failed: ${reasonOf(error)}`));
    function fail(error: ProbeError): void {
      clearTimeout(timer);
      tls.destroy();
      reject(error);
    }
    tls.once("error", broken);
    tls.once("close", ended);
    tls.once("secureConnect", () => {
      clearTimeout(timer);
      tls.removeListener("error", broken);
      tls.removeListener("close", ended);
      const tlsUs = Math.round((monotonicMs() - startMs) * 1000);
      resolve({ socket: tls, tlsUs, certificate: factsOf(tls.getPeerCertificate()), refusal: judge(tls) });
    });
  });
}

function reasonOf(error: NodeJS.ErrnoException & { reason?: string }): string {
  return (error.reason ?? error.code ?? error.message).slice(0, 200);
}

function judge(tls: TLSSocket): ProbeError | null {
  if (tls.authorized) return null;
  // Node gives the error's code or the error itself, by version.
  const given = tls.authorizationError as unknown as string | NodeJS.ErrnoException | null;
  const code = typeof given === "string" ? given : (given?.code ?? "UNKNOWN");
  const known = VERDICTS[code];
  if (known) return new ProbeError(known[0], known[1]);
  return new ProbeError("tls_certificate_untrusted", `the certificate is not trusted (${code})`);
}

function factsOf(certificate: PeerCertificate): CertificateFacts | null {
  if (!certificate?.fingerprint256) return null;
  return {
    fingerprint_sha256: certificate.fingerprint256.slice(0, 100),
    serial_number: certificate.serialNumber.slice(0, 100),
    subject_common_name: nameOf(certificate.subject?.CN),
    subject_alternative_names: (certificate.subjectaltname ?? "")
      .split(", ")
      .filter(Boolean)
      .slice(0, 100)
      .map((name) => storableText(name.replace(/^(DNS|IP Address):/, ""), 300)),
    issuer_common_name: nameOf(certificate.issuer?.CN),
    issuer_organization: nameOf(certificate.issuer?.O),
    not_before: new Date(certificate.valid_from).toISOString(),
    not_after: new Date(certificate.valid_to).toISOString(),
  };
}

/** A repeated attribute comes as a list. */
function nameOf(value: string | string[] | undefined): string | null {
  const text = Array.isArray(value) ? value.join(", ") : value;
  return text === undefined ? null : storableText(text, 300);
}
