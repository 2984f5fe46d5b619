import type { Secured } from "./tls";

/** The minimum that public authorities have signed since 2014 (NIST SP 800-57 part 1 §5.6). */
const RSA_BITS_MIN = 2048;

/** Lists what browsers object to in a certificate that OpenSSL accepts. Usually empty. */
export function certificateWarnings({
  certificate,
  refusal,
  rsaBits,
  isNamed,
}: Omit<Secured, "tlsUs">): string[] {
  const warnings: string[] = [];
  if (certificate && !refusal && !isNamed)
    warnings.push(
      "the certificate names its host only in the common name, which no browser accepts (RFC 9525 §6.3); add a subject alternative name",
    );
  if (rsaBits !== null && rsaBits < RSA_BITS_MIN)
    warnings.push(`the certificate's RSA key must have at least ${RSA_BITS_MIN} bits; got ${rsaBits}`);
  return warnings;
}
