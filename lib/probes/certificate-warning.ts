import type { CertificateFacts } from "@/lib/contract/check";

/** What browsers mind of a certificate that OpenSSL takes; null when nothing. */
export function certificateWarning(certificate: CertificateFacts | null): string | null {
  if (certificate === null || certificate.subject_alternative_names.length > 0) return null;
  return "the certificate names its host as a common name only, which no browser accepts (RFC 9525 §6.3): it needs a subject alternative name";
}
