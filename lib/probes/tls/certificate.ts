import type { X509Certificate } from "node:crypto";
import type { PeerCertificate, TLSSocket } from "node:tls";
import type { CertificateFacts, CertificateLink } from "@/lib/contract/checks/check";
import { storableText } from "@/lib/shared/storable-text";
import { verifiedIssuers } from "./verified-path";

const LINKS_MAX = 6;

/** The facts of a certificate that depend neither on the server nor on its issuers. */
export type LeafFacts = Omit<CertificateFacts, "chain" | "expires_first">;

/** The issuers that a server sent along, nearest first. */
export interface SentChain {
  readonly links: CertificateLink[];
  /** The one on the verified path that expires before the server's own certificate, and before all others. */
  readonly expiresFirst: CertificateLink | null;
}

/** Reads the issuers that a server sent along. Works once per connection, because Node then removes them. */
export function sentChain(tls: TLSSocket, isVerified: boolean): SentChain {
  const leaf = tls.getPeerX509Certificate();
  const sent = leaf ? issuersOf(leaf) : [];
  const links = sent.map(({ link }) => link);
  const own = leaf && timesOf(leaf.validFrom, leaf.validTo);
  if (!leaf || !own || !isVerified) return { links, expiresFirst: null };
  const isSooner = ({ not_after }: CertificateLink) => not_after < own.not_after;
  // Finding the path costs more than reading the chain, and hardly any issuer expires so soon.
  if (!links.some(isSooner)) return { links, expiresFirst: null };
  const issuers = verifiedIssuers(
    leaf,
    sent.map(({ certificate }) => certificate),
  );
  const [first = null] = sent
    .filter(({ certificate, link }) => issuers.includes(certificate) && isSooner(link))
    .map(({ link }) => link)
    .sort((a, b) => a.not_after.localeCompare(b.not_after));
  return { links, expiresFirst: first };
}

function issuersOf(leaf: X509Certificate): { certificate: X509Certificate; link: CertificateLink }[] {
  const issuers: { certificate: X509Certificate; link: CertificateLink }[] = [];
  let above = leaf.issuerCertificate;
  while (above && issuers.length < LINKS_MAX) {
    const { subject } = above.toLegacyObject();
    const times = timesOf(above.validFrom, above.validTo);
    if (!times) break;
    const link = {
      subject_common_name: nameOf(subject?.CN ?? subject?.OU ?? subject?.O),
      fingerprint_sha256: above.fingerprint256.slice(0, 100),
      ...times,
    };
    issuers.push({ certificate: above, link });
    // A root is its own issuer.
    const { fingerprint256 } = above;
    above = above.issuerCertificate?.fingerprint256 === fingerprint256 ? undefined : above.issuerCertificate;
  }
  return issuers;
}

/** Returns the facts of a certificate; null when its dates can't be read. */
export function leafFacts(certificate: PeerCertificate): LeafFacts | null {
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

/** Returns null when OpenSSL writes "Bad time value" for dates it can't read. */
function timesOf(from: string, to: string): Pick<CertificateFacts, "not_before" | "not_after"> | null {
  const [begin, end] = [new Date(from), new Date(to)];
  if (Number.isNaN(begin.getTime()) || Number.isNaN(end.getTime())) return null;
  return { not_before: begin.toISOString(), not_after: end.toISOString() };
}

/** A repeated attribute arrives as a list. */
function nameOf(value: string | string[] | undefined): string | null {
  const text = Array.isArray(value) ? value.join(", ") : value;
  return text === undefined ? null : storableText(text, 300);
}
