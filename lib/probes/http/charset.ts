import { type HeaderList, valuesOf } from "./head";

const IN_HEADER = /;\s*charset\s*=\s*["']?([^\s"';]{1,40})/i;
const MARKUP = /html|xml/i;
/** Browsers look for a charset declaration only in this first part of a page (HTML §13.2.3.2). */
const SNIFFED_BYTES = 1024;
const META = /<meta\b[^>]*/gi;
const IN_META = /\bcharset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i;
const IN_XML = /^\s{0,20}<\?xml\b[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]{1,40})/i;

/**
 * Decodes a body by its byte order mark, else by the charset in the response headers, else by the one the page
 * declares. Falls back to UTF-8 when none is declared or the declared one is unknown.
 */
export function textOf(headers: HeaderList, body: Buffer): string {
  const charset = (byMark(body) ?? named(headers, body) ?? "utf-8").toLowerCase();
  if (charset === "utf-8" || charset === "utf8") return body.toString("utf8");
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString("utf8");
  }
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
