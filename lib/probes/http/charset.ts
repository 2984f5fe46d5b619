import { isUtf8 } from "node:buffer";
import { type HeaderList, valuesOf } from "./head";

const IN_HEADER = /;\s*charset\s*=\s*["']?([^\s"';]{1,40})/i;
const MARKUP = /html|xml/i;
/** Browsers look for a charset declaration only in this first part of a page (HTML §13.2.3.2). */
const SNIFFED_BYTES = 1024;
const META = /<meta\b[^>]*/gi;
const IN_META = /\bcharset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i;
const IN_XML = /^\s{0,20}<\?xml\b[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]{1,40})/i;

/** A body as text. `asUtf8` is set when another charset is declared, but the bytes are UTF-8, as curl shows them. */
export interface Readings {
  readonly text: string;
  readonly asUtf8?: string;
}

/**
 * Decodes a body by its byte order mark, else by the charset in the response headers, else by the one the page
 * declares. If none is declared, or an unknown one, bytes that aren't UTF-8 are windows-1252, as in browsers.
 */
export function readingsOf(headers: HeaderList, body: Buffer): Readings {
  const charset = (byMark(body) ?? named(headers, body))?.toLowerCase();
  if (charset === "utf-8" || charset === "utf8") return { text: body.toString("utf8") };
  const text = charset === undefined ? null : decodedAs(charset, body);
  if (text === null) return { text: isUtf8(body) ? body.toString("utf8") : mixedText(body) };
  const sent = isUtf8(body) ? body.toString("utf8") : text;
  return sent === text ? { text } : { text, asUtf8: sent };
}

/** Returns null if that isn't a charset. */
function decodedAs(charset: string, body: Buffer): string | null {
  try {
    return decodedBy(new TextDecoder(charset), body);
  } catch {
    return null;
  }
}

function decodedBy(decoder: TextDecoder, body: Buffer): string {
  return decoder.encoding === "windows-1252" ? westernText(body) : decoder.decode(body);
}

/** The characters that windows-1252 has at 0x80 to 0x9f, where Node's own decoder leaves control characters. */
const WESTERN = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const WESTERN_FROM = 0x80;

function westernText(body: Buffer): string {
  return body
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (char) => WESTERN[char.charCodeAt(0) - WESTERN_FROM] ?? char);
}

/** Decodes text in UTF-8 and windows-1252, one of which may be a single stray byte in a page in the other. */
function mixedText(body: Buffer): string {
  let text = "";
  let from = 0;
  for (let at = 0; at < body.length; ) {
    const length = sequenceLength(body, at);
    if (length > 0) {
      at += length;
      continue;
    }
    let end = at + 1;
    while (end < body.length && sequenceLength(body, end) === 0) end += 1;
    text += body.toString("utf8", from, at) + westernText(body.subarray(at, end));
    from = at = end;
  }
  return text + body.toString("utf8", from);
}

/** Returns the length of the UTF-8 sequence at an offset; 0 when there is none. Overlong ones decode to a replacement character. */
function sequenceLength(body: Buffer, at: number): number {
  const first = body[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let next = at + 1; next < at + length; next += 1) {
    const byte = body[next];
    if (byte === undefined || (byte & 0xc0) !== 0x80) return 0;
  }
  return length;
}

function byMark(body: Buffer): string | null {
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? "utf-8" : null;
}

function named(headers: HeaderList, body: Buffer): string | undefined {
  const [type = "text/html"] = valuesOf(headers, "content-type");
  const inHeader = IN_HEADER.exec(type)?.[1];
  if (inHeader || !MARKUP.test(type)) return inHeader;
  const begin = body.toString("latin1", 0, SNIFFED_BYTES);
  const inBody = (IN_XML.exec(begin) ?? IN_META.exec((begin.match(META) ?? []).join("\n")))?.[1];
  // A declaration that could be read as ASCII can't be UTF-16.
  return inBody && !/^utf-?16/i.test(inBody) ? inBody : undefined;
}
