import { OnlyHttp2, ProbeError } from "../net/probe-error";

/** A header is loose if browsers read it and curl doesn't, such as one with a space before the colon. */
type Header = readonly [name: string, value: string, isLoose?: boolean];
export type HeaderList = readonly Header[];

export interface Head {
  readonly statusCode: number;
  readonly headers: HeaderList;
  readonly warnings: readonly string[];
  /** Whether it says HTTP/1.0, or as browsers read it no version, which know no transfer codings. */
  readonly isOld: boolean;
  /** Whether frames delimit its body, as in HTTP/2. */
  readonly isFramed?: boolean;
  /** Size in bytes, including the empty line. */
  readonly length: number;
}

/** More than any browser accepts. */
export const HEAD_BYTES_MAX = 256 * 1024;
/** Many proxies and some clients refuse more. */
const USUAL_BYTES_MAX = 64 * 1024;
const USUAL_HEADERS_MAX = 200;
// RFC 9112 §4: HTTP-version SP status-code SP [reason-phrase]. Servers often omit the second space. Clients treat any
// version as 1.1.
const STATUS_LINE = /^(HTTP\/\d(?:\.\d)?) ([1-9]\d\d)(?: [^\0\r\n]*)?$/;
/** Lines that browsers also read as a status line. */
const LOOSE_STATUS_LINE = /^(?:http|icy(?:[ \t]|$))/i;
// The code follows the first space or, in a version that has none behind it, the first tab.
const LOOSE_STATUS = /^(?:[^ ]{0,200} |[^ \t]{0,200}\t)[ \t]*0{0,20}(\d+)/;
const STATUS_MAX = 999;
/** The code that browsers assume when a status line has none. */
const ASSUMED_STATUS = 200;
const VERSIONS: readonly (string | undefined)[] = ["HTTP/1.1", "HTTP/1.0"];
const MODERN = /^http\/(?:1\.[1-9]|[2-9]\.)/i;
const BARE_LINE_FEED = /(?<!\r)\n/;
const ANY_LINE_END = /\r?\n/;
const BEYOND_ASCII = /[\x80-\xff]/;
const CONTROL = /\0|\r(?!\n)/;
// RFC 9110 §5.6.2: a field name is a token.
const FIELD_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Returns where the head ends: after an empty line, whether lines end with CRLF or with a bare LF, which browsers accept.
 * Returns -1 when it isn't complete. It doesn't begin to end before `from`.
 */
export function headEnd(bytes: Buffer, from = 0): number {
  const empty = bytes.indexOf("\n\r", from, "latin1");
  const bare = bytes.subarray(0, empty === -1 ? bytes.length : empty + 1).indexOf("\n\n", from, "latin1");
  if (bare !== -1) return bare + 2;
  // As in curl, a line that begins with CR ends the head, such as CR CR LF from text mode.
  return empty === -1 ? -1 : bytes.indexOf("\n", empty + 2, "latin1") + 1 || -1;
}

/** Parses a complete head, with a warning for each oddity that browsers read. Throws ProbeError `http_malformed` on any other. */
export function parseHead(bytes: Buffer, length: number): Head {
  const text = bytes.toString("latin1", 0, length);
  const warnings: string[] = [];
  const strict = !BARE_LINE_FEED.test(text);
  if (!strict) warnings.push("lines end with a bare line feed (RFC 9112 §2.2)");
  if (CONTROL.test(text))
    warnings.push("the headers contain a NUL or a lone carriage return (RFC 9110 §5.5)");
  const all = text.split(strict ? "\r\n" : ANY_LINE_END);
  const statusCode = statusOf(all[0] ?? "", warnings);
  const headers = parseFields(all, warnings);
  warnings.push(...sizeWarnings(headers.length, length));
  return { statusCode, headers, warnings, isOld: !MODERN.test(text), length };
}

/** Returns a warning for each limit of other clients that the headers exceed. */
export function sizeWarnings(count: number, length: number): string[] {
  const warnings: string[] = [];
  if (count > USUAL_HEADERS_MAX)
    warnings.push(`the response has ${count} headers; some proxies refuse more than ${USUAL_HEADERS_MAX}`);
  if (length > USUAL_BYTES_MAX)
    warnings.push(
      `the headers have ${Math.ceil(length / 1024)} KiB; some clients refuse more than ${USUAL_BYTES_MAX / 1024} KiB`,
    );
  return warnings;
}

function statusOf(line: string, warnings: string[]): number {
  const [, version, code] = STATUS_LINE.exec(line) ?? [];
  if (code === undefined) return looseStatusOf(line, warnings);
  if (!VERSIONS.includes(version))
    warnings.push(`the status line says ${version} on an HTTP/1.1 connection (RFC 9112 §2.3)`);
  return Number(code);
}

function looseStatusOf(line: string, warnings: string[]): number {
  const code = LOOSE_STATUS.exec(line)?.[1];
  if (!LOOSE_STATUS_LINE.test(line) || Number(code) > STATUS_MAX) throw noStatusLine(line);
  const what = code === undefined ? `has no status code; browsers assume ${ASSUMED_STATUS}` : "is malformed";
  warnings.push(`the status line ${quote(line)} ${what} (RFC 9112 §4)`);
  return code === undefined ? ASSUMED_STATUS : Number(code);
}

function parseFields(lines: readonly string[], warnings: string[]): Header[] {
  const headers: [string, string, boolean?][] = [];
  let isOdd = false;
  /** The header that a folded line continues; null when its own line was ignored. */
  let last: [string, string, boolean?] | null = null;
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    // Only the last line is empty. To curl, one that begins with a carriage return is, too.
    if (line === "" || line[0] === "\r") continue;
    if ((line[0] === " " || line[0] === "\t") && last) {
      // Obsolete line folding (RFC 9112 §5.2).
      if (!warnings.includes(FOLDED)) warnings.push(FOLDED);
      last[1] = `${last[1]} ${line.trim()}`.trim();
      continue;
    }
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon));
    if (FIELD_NAME.test(name)) {
      last = [name, line.slice(colon + 1).trim()];
      headers.push(last);
      continue;
    }
    if (!isOdd) warnings.push(`a header line must be "name: value" (RFC 9112 §5); got ${quote(line)}`);
    isOdd = true;
    // Browsers ignore the space before a colon, and a line without a name.
    const meant = name.trim();
    last = meant === "" ? null : [meant, line.slice(colon + 1).trim(), true];
    if (last) headers.push(last);
  }
  return headers;
}

const FOLDED = "a header is folded over several lines (RFC 9112 §5.2)";

/** First bytes of other protocols. Errors name only the kind, because an HTTP monitor must not reveal banners of internal services. */
const OTHERS: readonly [begin: string, kind: string][] = [
  ["SSH-", "an SSH server"],
  ["220", "a mail or FTP server"],
  ["\x15\x03", "a TLS server"],
  ["<", "a page without headers (HTTP/0.9)"],
];

/** Returns whether bytes begin with a SETTINGS frame, as HTTP/2 does (RFC 9113 §3.4). */
function isSettingsFrame(line: string): boolean {
  return line.startsWith("\0\0") && line.slice(3, 9) === "\x04\0\0\0\0\0";
}

/** Returns the error of a response that isn't HTTP. */
export function noStatusLine(line: string): ProbeError {
  const text = "the response doesn't start with an HTTP status line";
  if (isSettingsFrame(line)) return new OnlyHttp2("http_malformed", "the server speaks only HTTP/2");
  if (/^HTTP/i.test(line)) return malformed(`${text}; got ${quote(line)}`);
  const kind = OTHERS.find(([begin]) => line.startsWith(begin))?.[1];
  return malformed(kind ? `${text}; it looks like ${kind}` : text);
}

export function malformed(text: string): ProbeError {
  return new ProbeError("http_malformed", text);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}

/** Returns all values of a header, given its lowercase name. */
export function valuesOf(headers: HeaderList, name: string): string[] {
  const values: string[] = [];
  for (const [key, value] of headers) {
    if (key.length === name.length && key.toLowerCase() === name) values.push(value);
  }
  return values;
}

/** Returns whether a header, given its lowercase name, is one that not all clients read. */
export function isLoose(headers: HeaderList, name: string): boolean {
  return headers.some(([key, , loose]) => loose === true && key.toLowerCase() === name);
}

/** Returns a readable header value. Headers are read as Latin-1, but a value with non-ASCII letters is usually UTF-8. */
export function readable(value: string): string {
  if (!BEYOND_ASCII.test(value)) return value;
  const text = Buffer.from(value, "latin1").toString("utf8");
  return text.includes("\ufffd") ? value : text;
}
