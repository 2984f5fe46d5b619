/** Decodes percent-encoded characters (RFC 3986 §2.1) and leaves what isn't a valid one, such as a bare percent sign, as it is. */
export function percentDecoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
