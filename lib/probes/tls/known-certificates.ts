import { type DetailedPeerCertificate, TLSSocket } from "node:tls";
import type { CertificateFacts } from "@/lib/contract/checks/check";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { type LeafFacts, leafFacts, type SentChain, sentChain } from "./certificate";
import { certificateOf } from "./session-certificate";

const KNOWN_MAX = 2000;
/** Larger certificates aren't cached, so that a target can't fill the memory. */
const KEPT_BYTES_MAX = 8192;
const READ_AGAIN_MS = 600_000;

/** Facts parsed from a server's own certificate. It depends only on the certificate's bytes. */
export interface Leaf {
  /** The names it was issued to, in the form that Node's hostname check takes. */
  readonly named: DetailedPeerCertificate;
  readonly facts: LeafFacts | null;
  /** Size of an RSA key; null for any other kind. */
  readonly rsaBits: number | null;
}

/** The verifications of a path that leads to a trusted root. */
const VERIFIED: ReadonlySet<string> = new Set(["trusted", "CERT_HAS_EXPIRED"]);

interface Read {
  readonly chain: SentChain;
  readonly atMs: number;
}

/**
 * Returns a server's own certificate; null when it sent none. Parsing one costs a tenth of a handshake, so the result
 * is cached by its bytes. Those come from the session, for which Node creates no objects.
 */
export function leafOf(tls: TLSSocket): Leaf | null {
  const bytes = certificateOf(tls.getSession());
  const known = once("probes.certificate.leaves", () => new Recent<Leaf>(KNOWN_MAX));
  const key = bytes && bytes.length <= KEPT_BYTES_MAX ? bytes.toString("latin1") : null;
  const kept = key === null ? undefined : known.get(key);
  if (kept) return kept;
  const shown = TLSSocket.prototype.getPeerCertificate.call(tls);
  if (!shown?.fingerprint256) return null;
  const { subject, subjectaltname, modulus, bits } = shown;
  const leaf: Leaf = {
    named: { subject, subjectaltname } as DetailedPeerCertificate,
    facts: leafFacts(shown),
    rsaBits: modulus === undefined ? null : (bits ?? null),
  };
  if (key !== null && bytes?.equals(shown.raw)) known.set(key, leaf);
  return leaf;
}

/**
 * Returns the facts of a server's own certificate and of the issuers it sent along; null when it sent none, or one
 * without readable dates. Reading the issuers costs a third of a handshake, so it happens every ten minutes per
 * `endpoint` (hostname and address), certificate, and `verification`. An endpoint that stops sending an issuer, or sends an
 * expired one, gets a different verification.
 */
export function factsOf(
  tls: TLSSocket,
  leaf: Leaf | null,
  endpoint: string,
  verification: string,
): CertificateFacts | null {
  if (!leaf?.facts) return null;
  const known = once("probes.certificate.chains", () => new Recent<Read>(KNOWN_MAX));
  const key = `${endpoint} ${leaf.facts.fingerprint_sha256} ${verification}`;
  let read = known.get(key);
  if (!read || monotonicMs() - read.atMs >= READ_AGAIN_MS) {
    read = { chain: sentChain(tls, VERIFIED.has(verification)), atMs: monotonicMs() };
    known.set(key, read);
  }
  const { links, expiresFirst } = read.chain;
  return { ...leaf.facts, chain: links, ...(expiresFirst && { expires_first: expiresFirst }) };
}
