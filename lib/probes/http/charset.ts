import { isAscii, isUtf8 } from "node:buffer";
import { type HeaderList, valuesOf } from "./head";

const IN_HEADER = /;\s*charset\s*=\s*["']?([^\s"';]{1,40})/i;
const MARKUP = /html|xml/i;
const UTF_8 = /^(?:unicode-1-1-)?utf-?8$/i;
/** Browsers look for a charset at least in this first part of a page (HTML §13.2.3.2). */
const FIRST_BYTES = 1024;
/** And until the end of its head, which matters only to text that isn't UTF-8. */
const HEAD_BYTES = 16 * 1024;
const HIDDEN = /<!--[\s\S]*?(?:-->|$)|<script\b[\s\S]*?(?:<\/script|$)|<title\b[\s\S]*?(?:<\/title|$)/gi;
const META = /<meta\b[^>]*/gi;
const IN_META = /[\s"'/;]charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i;
const IN_XML = /^\s{0,20}<\?xml\b[^>]{0,200}\bencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})/i;
/** Start of an escape sequence of ISO-2022-JP, whose bytes are ASCII. */
const ESCAPE = 0x1b;
/** Encodings that browsers detect in text without a declared charset. */
const GUESSED = ["shift_jis", "gb18030", "big5", "euc-jp", "euc-kr", "windows-1251", "koi8-r"];

/** A body as text, and what to say if only this reading is as expected. */
export interface Reading {
  readonly text: string;
  readonly charset: string;
  readonly warning: string | null;
}

/**
 * Reads a body by its byte order mark, else by the charset in the response headers, else by the one the page declares. If none is
 * declared, or unknown ones, bytes that aren't UTF-8 are windows-1252. Then come the readings that other clients see: curl shows
 * UTF-8 whatever is declared, and browsers guess.
 */
export function* readingsOf(headers: HeaderList, body: Buffer): Generator<Reading> {
  const charset = byMark(body) ?? named(headers, body);
  const isUtf8Declared = charset !== undefined && UTF_8.test(charset);
  const sent = isUtf8Declared || isUtf8(body) ? withoutMark(body.toString("utf8")) : null;
  const text = isUtf8Declared || charset === undefined ? null : decodedAs(charset, body);
  yield { text: text ?? sent ?? mixedText(body), charset: charset ?? "utf-8", warning: null };
  if (text !== null && sent !== null && sent !== text)
    yield {
      text: sent,
      charset: "utf-8",
      warning: "the body is UTF-8, but another charset is declared (RFC 9110 §8.3.2)",
    };
  if (sent !== null || charset !== undefined) return;
  for (const guess of GUESSED) {
    const guessed = decodedAs(guess, body);
    if (guessed?.includes("\ufffd") !== false) continue;
    const warning = `no charset is declared; browsers guess ${guess} (RFC 9110 §8.3.2)`;
    yield { text: guessed, charset: guess, warning };
  }
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Returns null if that isn't a charset. */
function decodedAs(charset: string, body: Buffer): string | null {
  const decoder = decoderOf(charset);
  if (decoder === null) return null;
  return decoder.encoding === "windows-1252" ? westernText(body) : decoder.decode(body);
}

function decoderOf(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
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

/** Returns the charset that the first bytes tell. UTF-16 without a mark has a NUL in its first character, as in `<?xml`. */
function byMark([first, second, third, fourth]: Buffer): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first && second === 0 && third && fourth === 0) return "utf-16le";
  if (first === 0 && second && third === 0 && fourth) return "utf-16be";
  return first === 0xef && second === 0xbb && third === 0xbf ? "utf-8" : undefined;
}

/** Returns the charset that the headers or the page declare, the last of several headers first. */
function named(headers: HeaderList, body: Buffer): string | undefined {
  const types = valuesOf(headers, "content-type").reverse();
  const inHeader = types.map((type) => IN_HEADER.exec(type)?.[1]);
  return inHeader.find(isCharset) ?? inPage(types[0] ?? "text/html", body);
}

function inPage(type: string, body: Buffer): string | undefined {
  if (isAscii(body) && !body.includes(ESCAPE)) return undefined;
  const begin = body.toString("latin1", 0, isUtf8(body) ? FIRST_BYTES : HEAD_BYTES);
  const tags = MARKUP.test(type) ? (begin.replace(HIDDEN, "").match(META) ?? []) : [];
  const inMeta = tags.filter(canDeclare).map((tag) => IN_META.exec(tag)?.[1]);
  const found = [IN_XML.exec(begin)?.[1], ...inMeta].find(isCharset);
  // A declaration that could be read as ASCII can't be UTF-16 (HTML §13.2.3.2).
  return found && /^utf-?16/i.test(found) ? "utf-8" : found;
}

/** Returns whether a meta tag has the attribute `charset`, or replaces the header. Others are about something else. */
function canDeclare(tag: string): boolean {
  return /http-equiv/i.test(tag) || !/content\s*=/i.test(tag);
}

function isCharset(name: string | undefined): boolean {
  return name !== undefined && (UTF_8.test(name) || decoderOf(name) !== null);
}
