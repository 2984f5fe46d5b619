import type { Secured } from "./tls";

/** What public authorities have signed since 2014 and the guides for users ask for (NIST SP 800-57 part 1 §5.6). */
const RSA_BITS_MIN = 2048;

/** What browsers or users' own rules mind of a certificate that OpenSSL takes; most often nothing. */
export function certificateWarnings({ certificate, refusal, rsaBits }: Omit<Secured, "tlsUs">): string[] {
  const warnings: string[] = [];
  if (certificate && !refusal && certificate.subject_alternative_names.length === 0)
    warnings.push(
      "the certificate names its host as a common name only, which no browser accepts (RFC 9525 §6.3): it needs a subject alternative name",
    );
  if (rsaBits !== null && rsaBits < RSA_BITS_MIN)
    warnings.push(
      `the certificate's RSA key has ${rsaBits} bits, which is too short: ${RSA_BITS_MIN} are asked for`,
    );
  return warnings;
}
