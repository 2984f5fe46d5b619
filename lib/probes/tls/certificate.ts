import type { X509Certificate } from "node:crypto";
import type { PeerCertificate, TLSSocket } from "node:tls";
import type { CertificateFacts, CertificateLink } from "@/lib/contract/checks/check";
import { storableText } from "@/lib/shared/storable-text";

const LINKS_MAX = 6;

/** The facts of a certificate that depend neither on the server nor on its issuers. */
export type LeafFacts = Omit<CertificateFacts, "chain">;

/** Returns the issuers that a server sent along, nearest first. Works once per connection, because Node then removes them. */
export function sentLinks(tls: TLSSocket): CertificateLink[] {
  return readLinks(tls.getPeerX509Certificate());
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
