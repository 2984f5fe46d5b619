/** The tag of the peer certificate in a session: `[3] EXPLICIT Certificate` of OpenSSL's SSL_SESSION (ssl/ssl_asn1.c), since SSLeay. */
const PEER_TAG = 0xa3;
const SEQUENCE_TAG = 0x30;
const INDEFINITE = 0x80;
/** The prefix that Node 24 writes before a session, followed by the length of the hostname in two bytes. */
const WITH_NAME = Buffer.from("\0nodejs:tls:session:1\0", "latin1");
const LENGTH_BYTES = 2;

interface Element {
  readonly tag: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the bytes (DER) of a server's own certificate from its session; null when they can't be found. Data that
 * the server chooses, like its ticket, is in fields with their own lengths, which are skipped.
 */
export function certificateOf(session: Buffer | undefined): Buffer | null {
  if (!session) return null;
  const all = elementAt(session, beginOf(session), session.length);
  if (all?.tag !== SEQUENCE_TAG) return null;
  for (let at = all.from; at < all.to; ) {
    const element = elementAt(session, at, all.to);
    if (!element) return null;
    if (element.tag === PEER_TAG) return session.subarray(element.from, element.to);
    at = element.to;
  }
  return null;
}

/** Returns the offset of OpenSSL's own bytes. */
function beginOf(session: Buffer): number {
  const nameAt = WITH_NAME.length + LENGTH_BYTES;
  if (session.length < nameAt || !session.subarray(0, WITH_NAME.length).equals(WITH_NAME)) return 0;
  return nameAt + session.readUInt16BE(WITH_NAME.length);
}

/** Returns the element at an offset (X.690 §8.1), with a one-byte tag and a definite length; null when it doesn't end by `end`. */
function elementAt(bytes: Buffer, at: number, end: number): Element | null {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || first === INDEFINITE) return null;
  const lengthBytes = first < INDEFINITE ? 0 : first - INDEFINITE;
  const from = at + 2 + lengthBytes;
  if (lengthBytes > 3 || from > end) return null;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
  return from + length > end ? null : { tag, from, to: from + length };
}
