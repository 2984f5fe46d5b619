import { type DetailedPeerCertificate, TLSSocket } from "node:tls";
import type { CertificateFacts, CertificateLink } from "@/lib/contract/checks/check";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { type LeafFacts, leafFacts, sentLinks } from "./certificate";
import { certificateOf } from "./session-certificate";

const KNOWN_MAX = 2000;
/** A larger one is read at every check: what a target sends must not fill the memory. */
const KEPT_BYTES_MAX = 8192;
const READ_AGAIN_MS = 600_000;

/** What is read out of the certificate that a server shows as its own: it follows from the certificate's bytes alone. */
export interface Leaf {
  /** Whom it is made out to, as Node's check of the name takes it. */
  readonly named: DetailedPeerCertificate;
  readonly facts: LeafFacts | null;
  /** Of an RSA key; null of any other. */
  readonly rsaBits: number | null;
}

interface Read {
  readonly links: CertificateLink[];
  readonly atMs: number;
}

/**
 * The certificate that this server showed as its own; null when it showed none. Reading one out costs a tenth of a handshake, so it
 * is done once for the same bytes. Those are looked for in the session, for which Node makes no objects.
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
 * Facts of a server's own certificate and of those above it that it sent along; null where it showed none, or one without readable
 * times. Reading those above costs a third of a handshake: it is done every ten minutes for each `endpoint` (who was asked for, and
 * where), certificate and `verdict` on it. An endpoint that begins to leave one out, or shows one that has expired, is judged otherwise.
 */
export function factsOf(
  tls: TLSSocket,
  leaf: Leaf | null,
  endpoint: string,
  verdict: string,
): CertificateFacts | null {
  if (!leaf?.facts) return null;
  const known = once("probes.certificate.chains", () => new Recent<Read>(KNOWN_MAX));
  const key = `${endpoint} ${leaf.facts.fingerprint_sha256} ${verdict}`;
  let read = known.get(key);
  if (!read || monotonicMs() - read.atMs >= READ_AGAIN_MS) {
    read = { links: sentLinks(tls), atMs: monotonicMs() };
    known.set(key, read);
  }
  return { ...leaf.facts, chain: read.links };
}
