import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { variable } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";

const BEGIN = "-----BEGIN CERTIFICATE-----";
const END = "-----END CERTIFICATE-----";

/**
 * Returns the issuers that were needed to verify a server's own certificate, among those that it sent in any order. OpenSSL
 * prefers a trusted root wherever one issued a certificate, so what the server sent beyond that, such as an old
 * cross-signed root, doesn't matter.
 */
export function verifiedIssuers(own: X509Certificate, sent: readonly X509Certificate[]): X509Certificate[] {
  const path: X509Certificate[] = [];
  let below: X509Certificate | undefined = own;
  while (below && !isIssuedByRoot(below)) {
    const issued: X509Certificate = below;
    // Of one that was renewed, the server may send both.
    [below] = sent
      .filter((above) => !path.includes(above) && isIssuedBy(issued, above))
      .sort((a, b) => Date.parse(b.validTo) - Date.parse(a.validTo));
    if (below) path.push(below);
  }
  return path;
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isIssuedByRoot(certificate: X509Certificate): boolean {
  const roots = once("probes.tls.roots", trustedRoots).get(certificate.issuer) ?? [];
  return roots.some((pem) => isIssuedBy(certificate, new X509Certificate(pem)));
}

/** Returns the trusted roots by their subjects, as text, because parsed ones would take ten times the memory. */
function trustedRoots(): Map<string, string[]> {
  const roots = new Map<string, string[]>();
  for (const pem of [...rootCertificates, ...extraRoots()]) {
    const { subject } = new X509Certificate(pem);
    roots.set(subject, [...(roots.get(subject) ?? []), pem]);
  }
  return roots;
}

/** Returns the certificates that Node trusts in addition, for checks as for everything else. */
function extraRoots(): string[] {
  const file = variable("NODE_EXTRA_CA_CERTS");
  if (!file) return [];
  try {
    const [, ...parts] = readFileSync(file, "latin1").split(BEGIN);
    return parts.filter((part) => part.includes(END)).map((part) => `${BEGIN}${part.split(END)[0]}${END}`);
  } catch (error) {
    log.warn("can't read NODE_EXTRA_CA_CERTS", { file, error });
    return [];
  }
}
