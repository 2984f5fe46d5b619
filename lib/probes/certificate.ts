import type { X509Certificate } from "node:crypto";
import type { PeerCertificate, TLSSocket } from "node:tls";
import type { CertificateFacts, CertificateLink } from "@/lib/contract/check";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { storableText } from "@/lib/shared/storable-text";

const LINKS_MAX = 6;
const REMEMBERED_MAX = 2000;
const READ_AGAIN_MS = 3600_000;

interface Read {
  readonly links: CertificateLink[];
  readonly atMs: number;
}

/**
 * Facts of the certificate that a server showed, and of those above it that it sent along; null when it showed none, or one without
 * readable times.
 */
export function factsOf(tls: TLSSocket, verdict: string): CertificateFacts | null {
  const leaf = tls.getPeerCertificate();
  const facts = leaf?.fingerprint256 ? leafFacts(leaf) : null;
  return facts && { ...facts, chain: chainOf(tls, `${facts.fingerprint_sha256} ${verdict}`) };
}

/**
 * The issuers that were sent, nearest first. Reading them costs a fifth of a handshake, so they are read once an hour for each
 * certificate and `verdict` on it: a server that begins to leave one out, or shows one that has expired, is judged otherwise.
 */
function chainOf(tls: TLSSocket, key: string): CertificateLink[] {
  const known = once("probes.certificate.chains", () => new Map<string, Read>());
  const read = known.get(key);
  if (read && monotonicMs() - read.atMs < READ_AGAIN_MS) return read.links;
  const links = readLinks(tls.getPeerX509Certificate());
  if (known.size >= REMEMBERED_MAX) known.clear();
  known.set(key, { links, atMs: monotonicMs() });
  return links;
}

function readLinks(leaf: X509Certificate | undefined): CertificateLink[] {
  const links: CertificateLink[] = [];
  let above = leaf?.issuerCertificate;
  while (above && links.length < LINKS_MAX) {
    const { subject } = above.toLegacyObject();
    const times = timesOf(above.validFrom, above.validTo);
    if (!times) break;
    links.push({
      subject_common_name: nameOf(subject?.CN ?? subject?.OU ?? subject?.O),
      fingerprint_sha256: above.fingerprint256.slice(0, 100),
      ...times,
    });
    // A root is its own issuer.
    const { fingerprint256 } = above;
    above = above.issuerCertificate?.fingerprint256 === fingerprint256 ? undefined : above.issuerCertificate;
  }
  return links;
}

function leafFacts(certificate: PeerCertificate): CertificateFacts | null {
  const times = timesOf(certificate.valid_from, certificate.valid_to);
  return (
    times && {
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
      ...times,
    }
  );
}

/** OpenSSL writes "Bad time value" for what it can't read; null then. */
function timesOf(from: string, to: string): Pick<CertificateFacts, "not_before" | "not_after"> | null {
  const [begin, end] = [new Date(from), new Date(to)];
  if (Number.isNaN(begin.getTime()) || Number.isNaN(end.getTime())) return null;
  return { not_before: begin.toISOString(), not_after: end.toISOString() };
}

/** A repeated attribute comes as a list. */
function nameOf(value: string | string[] | undefined): string | null {
  const text = Array.isArray(value) ? value.join(", ") : value;
  return text === undefined ? null : storableText(text, 300);
}
