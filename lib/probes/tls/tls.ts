import { constants } from "node:crypto";
import { isIP, type OnReadOpts, type Socket } from "node:net";
import {
  type ConnectionOptions,
  connect,
  createSecureContext,
  type DetailedPeerCertificate,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import { domainToASCII } from "node:url";
import type { CertificateFacts, ErrorCode } from "@/lib/contract/checks/check";
import type { Deadline } from "@/lib/probes/net/deadline";
import type { Dialed } from "@/lib/probes/net/dial";
import { OnlyHttp2, ProbeError } from "@/lib/probes/net/probe-error";
import { monotonicMs, now } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { factsOf, type Leaf, leafOf } from "./known-certificates";

/** The other side of a handshake, and how to connect to it. */
export interface TlsTarget {
  readonly host: string;
  readonly port: number;
  /**
   * Protocols to offer in ALPN's wire format (RFC 7301 §3.1). Without any, ALPN is omitted, because a server that
   * expects another protocol would refuse.
   */
  readonly speaks?: Uint8Array;
  readonly onread?: OnReadOpts;
  /** Client certificate and key, in PEM format. */
  readonly identity?: { readonly cert: string; readonly key: string };
  /** Whether to accept a server without secure renegotiation. */
  readonly isLegacy?: boolean;
}

/** The server doesn't support secure renegotiation (RFC 5746), which OpenSSL requires. */
export class LegacyServer extends ProbeError {}

export interface Secured {
  readonly tlsUs: number;
  readonly certificate: CertificateFacts | null;
  /** Null when the certificate is trusted, current, and issued to this host. */
  readonly refusal: Refusal | null;
  /** Size of the certificate's key if it's RSA. */
  readonly rsaBits: number | null;
  /** Whether the certificate has an alternative name of the host's kind, so that its common name doesn't matter. */
  readonly isNamed: boolean;
}

export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

const UNTRUSTED: Record<string, [ErrorCode, string]> = {
  CERT_HAS_EXPIRED: ["tls_certificate_expired", "the certificate has expired"],
  CERT_NOT_YET_VALID: ["tls_certificate_not_yet_valid", "the certificate isn't valid yet"],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "tls_certificate_host_mismatch",
    "the certificate was issued to another host",
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["tls_certificate_self_signed", "the certificate is self-signed"],
  INVALID_PURPOSE: ["tls_certificate_untrusted", "the certificate wasn't issued for servers"],
  SELF_SIGNED_CERT_IN_CHAIN: [
    "tls_certificate_self_signed",
    "the certificate chain contains a self-signed certificate",
  ],
};

/** The chain ends at a certificate whose issuer was neither sent nor known. */
const UNTRACED = [
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_GET_ISSUER_CERT",
];

/** Returns the shared context, because building one costs more than a handshake. No sessions are kept, so each check verifies in full. */
function sharedContext(): SecureContext {
  return once("probes.tls.context", () => createSecureContext());
}

const IDENTITIES_MAX = 100;

function contextOf({ identity, isLegacy }: TlsTarget): SecureContext {
  const secureOptions = isLegacy ? constants.SSL_OP_LEGACY_SERVER_CONNECT : undefined;
  if (identity) return identityContext(identity, secureOptions);
  if (!isLegacy) return sharedContext();
  return once("probes.tls.legacy-context", () => createSecureContext({ secureOptions }));
}

/** Throws ProbeError for a pair that this runner's TLS library refuses, which says nothing about the target. */
function identityContext(identity: { cert: string; key: string }, secureOptions?: number): SecureContext {
  const known = once("probes.tls.identities", () => new Recent<SecureContext>(IDENTITIES_MAX));
  const name = JSON.stringify([identity, secureOptions]);
  try {
    const context = known.get(name) ?? createSecureContext({ ...identity, secureOptions });
    known.set(name, context);
    return context;
  } catch (error) {
    const { message } = error as Error;
    throw new ProbeError("unsupported", `the client certificate can't be used: ${message}`);
  }
}

/** Normalizes a host to the form used in SNI and certificates: ASCII, lowercase, without the final dot (RFC 6066 §3). */
function serverName(host: string): string {
  if (PLAIN_NAME.test(host)) return host;
  const name = host.replace(/\.$/, "");
  return domainToASCII(name) || name;
}

const PLAIN_NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/** Matches no host. */
const NO_NAMES = {} as DetailedPeerCertificate;

/**
 * Performs a full handshake with a host over a connection of its own; wrapping an existing connection costs a tenth
 * more. Certificates are judged afterward, so their facts are available for failures too.
 */
export class Handshake {
  private readonly name: string;
  private leaf: Leaf | null = null;

  constructor(private readonly target: TlsTarget) {
    const { host } = target;
    this.name = isIP(host) ? host : serverName(host);
  }

  /** Connects to an address, unless a connection is given. The handshake starts as soon as the connection is open. */
  readonly open = (address: string, plain?: Socket): TLSSocket => {
    const { host, port, speaks, onread } = this.target;
    const socket = connect({
      ...(plain ? { socket: plain } : { host: address, port }),
      // An address is never sent as the server name (RFC 6066 §3).
      servername: isIP(host) ? undefined : this.name,
      rejectUnauthorized: false,
      secureContext: contextOf(this.target),
      ALPNProtocols: speaks,
      onread,
    } as ConnectionOptions & { onread?: OnReadOpts });
    // Node parses the entire chain to compare the names of the first certificate, which costs as much as the
    // handshake.
    socket.getPeerCertificate = () => {
      try {
        this.leaf ??= leafOf(socket);
      } catch {
        // Reported below. Throwing here would end the runner.
      }
      return this.leaf?.named ?? NO_NAMES;
    };
    return socket;
  };

  /**
   * Waits until the handshake ends over the connection that `open` started and that is now open. The caller also
   * handles its errors. Throws ProbeError `tls_handshake_failed` or `tls_timeout`.
   */
  done(dialed: Dialed, deadline: Deadline): Promise<Secured> {
    const socket = dialed.socket as TLSSocket;
    return new Promise((resolve, reject) => {
      const fail = (error: ProbeError) => {
        socket.destroy();
        reject(error);
      };
      const ended = () =>
        fail(new ProbeError("tls_handshake_failed", "the connection was closed during the TLS handshake"));
      const broken = (error: NodeJS.ErrnoException) => fail(handshakeError(error));
      deadline.watch(() => fail(new ProbeError("tls_timeout", "the TLS handshake timed out")));
      socket.once("error", broken);
      socket.once("close", ended);
      socket.once("secureConnect", () => {
        const tlsUs = Math.round((monotonicMs() - dialed.connectedMs) * 1000);
        deadline.watch(ignore);
        socket.removeListener("error", broken);
        socket.removeListener("close", ended);
        try {
          resolve({ tlsUs, ...this.judged(socket, dialed.address) });
        } catch (error) {
          // A certificate can contain anything. One that can't be parsed must end this check, not the runner.
          socket.destroy();
          reject(error);
        }
      });
    });
  }

  private judged(socket: TLSSocket, address: string): Omit<Secured, "tlsUs"> {
    const verification = verificationOf(socket);
    this.leaf ??= leafOf(socket);
    const endpoint = `${this.name} ${address} ${this.target.port}`;
    const certificate = factsOf(socket, this.leaf, endpoint, verification ?? "trusted");
    const rsaBits = this.leaf?.rsaBits ?? null;
    const refusal = refusalOf(verification, certificate, () => unnamedReason(socket));
    const isNamed = isIP(this.target.host) !== 0 || DNS_NAME.test(this.leaf?.named.subjectaltname ?? "");
    return { certificate, refusal, rsaBits, isNamed };
  }
}

function ignore(): void {
  // The next step watches the time.
}

function handshakeError(error: NodeJS.ErrnoException): ProbeError {
  const reason = reasonOf(error);
  if (/no application protocol/i.test(reason))
    return new OnlyHttp2("tls_handshake_failed", `the TLS handshake failed: ${reason}`);
  if (/unsafe legacy renegotiation/i.test(reason))
    return new LegacyServer(
      "tls_handshake_failed",
      "the TLS handshake failed: the server doesn't support secure renegotiation (RFC 5746); update its TLS library, or skip TLS verification in this monitor",
    );
  return new ProbeError("tls_handshake_failed", `the TLS handshake failed: ${reason}`);
}

function reasonOf(error: NodeJS.ErrnoException & { reason?: string }): string {
  return (error.reason ?? error.code ?? error.message).slice(0, 200);
}

/**
 * Returns the code of what is wrong with the certificate; null when nothing is. Depending on its version, Node
 * provides the error's code or the error itself.
 */
function verificationOf(tls: TLSSocket): string | null {
  if (tls.authorized) return null;
  const given = tls.authorizationError as string | NodeJS.ErrnoException | null;
  return typeof given === "string" ? given : (given?.code ?? "UNKNOWN");
}

const DNS_NAME = /(?:^|, )DNS:/;

/** Explains errors for which Node has no code, by what OpenSSL says about them. */
function unnamedReason(socket: TLSSocket): string {
  const { _handle: handle } = socket as { _handle?: { verifyError?(): Error | null } };
  const said = handle?.verifyError?.()?.message ?? "no reason given";
  const why = /subtree|name constraint/i.test(said)
    ? "it breaks a name constraint of its issuer"
    : /too weak/i.test(said)
      ? "its signature or key is too weak"
      : "the TLS library rejected it";
  return `the certificate isn't trusted because ${why} (${said})`;
}

function refusalOf(
  verification: string | null,
  certificate: CertificateFacts | null,
  unnamed: () => string,
): Refusal | null {
  if (verification === null) return null;
  if (verification === "UNSPECIFIED") return { code: "tls_certificate_untrusted", message: unnamed() };
  const [code, text] = UNTRUSTED[verification] ?? [
    "tls_certificate_untrusted",
    `the certificate isn't trusted (${verification})`,
  ];
  return { code, message: explained(verification, certificate) ?? text };
}

/** Explains the problem when it isn't the server's own certificate but an issuer in its chain. */
function explained(verification: string, certificate: CertificateFacts | null): string | null {
  if (!certificate) return null;
  const { chain = [], not_after, issuer_common_name } = certificate;
  if (UNTRACED.includes(verification)) {
    const below = chain.at(-1)?.subject_common_name;
    const missing = below ? `the issuer of "${below}"` : `its issuer "${issuer_common_name ?? "unnamed"}"`;
    return `the certificate isn't trusted because ${missing} is neither sent by the server nor known to the runner (${verification})`;
  }
  if (verification !== "CERT_HAS_EXPIRED") return null;
  // Report an expired certificate of the server's own first, because it must be renewed first.
  const isOver = (at: string) => Date.parse(at) < now().getTime();
  const over = isOver(not_after) ? null : chain.find((link) => isOver(link.not_after));
  if (!over) return null;
  return `the intermediate certificate "${over.subject_common_name}" expired on ${over.not_after.slice(0, 10)}; the server's own certificate is valid`;
}
