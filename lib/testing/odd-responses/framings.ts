import { gzipSync } from "node:zlib";
import { CHUNKED, CHUNKS, KEYWORD, OK, odd } from "./odd-response";

const length = (text: string) => `${OK}Content-Length: ${text}\r\n\r\n${KEYWORD}`;
const chunks = (text: string) => `${OK}${CHUNKED}\r\n${text}`;

const GZIP = gzipSync(KEYWORD);

/** Oddities in what delimits a body. */
export const FRAMINGS = [
  odd("a length and chunked together", `${OK}Content-Length: 8\r\n${CHUNKED}\r\n${CHUNKS}`),
  odd("chunked and a different length after it", `${OK}${CHUNKED}Content-Length: 3\r\n\r\n${CHUNKS}`),
  odd("the same length twice", `${OK}Content-Length: 6\r\n${length("6").slice(OK.length)}`, { ours: "up" }),
  odd("`Content-Length: 6, 6`", length("6, 6"), { ours: "up" }),
  odd("different lengths: 6 and 7", `${OK}Content-Length: 7\r\n${length("6").slice(OK.length)}`),
  odd("different lengths: 7 and 6", `${OK}Content-Length: 6\r\n${length("7").slice(OK.length)}`, {
    ours: "http_truncated",
  }),
  odd("`Content-Length: 6, 7`", length("6, 7")),
  odd("`Content-Length: -1`", length("-1")),
  odd("`Content-Length: +6`", length("+6")),
  odd("`Content-Length: 0x6`", length("0x6")),
  odd("`Content-Length: 6.0`", length("6.0")),
  odd("`Content-Length: 6 bytes`", length("6 bytes")),
  odd('`Content-Length: "6"`', length('"6"')),
  odd("`Content-Length: 6;`", length("6;")),
  odd("`Content-Length: 6A`", length("6A")),
  odd("`Content-Length: 6A` and a reset after the body", length("6A"), { ending: "resets" }),
  odd("`Content-Length : 9`, with a space before the colon", `${OK}Content-Length : 9\r\n\r\n${KEYWORD}`),
  odd("`Content-Length : 3`, with a space before the colon", `${OK}Content-Length : 3\r\n\r\n${KEYWORD}`),
  odd("`Content-Length: abc`", length("abc")),
  odd("an empty Content-Length", length("")),
  odd("`Content-Length: 006`", length("006"), { ours: "up" }),
  odd("a Content-Length of 25 digits", length("9".repeat(25))),
  odd("a Content-Length that is too large", length("10"), { ours: "http_truncated" }),
  odd("a Content-Length that is too small", length("6").concat(" and more"), { ours: "up" }),
  odd("a body delimited by closing", `${OK}\r\n${KEYWORD}`, { ours: "up" }),
  odd("a body delimited by a reset", `${OK}\r\n${KEYWORD}`, { ending: "resets", ours: "http_reset" }),
  odd(
    "HTTP/1.0 with `Connection: keep-alive` that stays open",
    `HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 6\r\n\r\n${KEYWORD}`,
    { ending: "stays open", ours: "up" },
  ),
  odd("HTTP/1.0 and chunked", `HTTP/1.0 200 OK\r\n${CHUNKED}\r\n${CHUNKS}`, { ours: "up" }),
  odd("HTTP/1.0 and chunked that is declared but not used", `HTTP/1.0 200 OK\r\n${CHUNKED}\r\n${KEYWORD}`),
  odd("ICY and chunked that is declared but not used", `ICY 200 OK\r\n${CHUNKED}\r\n${KEYWORD}`),
  odd(
    "HTTP/1.0 and chunked that is declared but not used by a page of several lines",
    `HTTP/1.0 200 OK\r\n${CHUNKED}\r\n<html>\r\n${KEYWORD}`,
  ),
  odd(
    "a last chunk as `0` and a close, with a length",
    `${OK}${CHUNKED}Content-Length: 6\r\n\r\n6\r\n${KEYWORD}\r\n0`,
  ),
  odd("`Content-Length: +3` for more bytes", `${OK}Content-Length: +3\r\n\r\n${KEYWORD}`),
  odd("`Content-Length: 3 bytes` for more bytes", `${OK}Content-Length: 3 bytes\r\n\r\n${KEYWORD}`),
  odd("`Transfer-Encoding: identity`", `${OK}Transfer-Encoding: identity\r\n\r\n${KEYWORD}`),
  odd(
    "`Transfer-Encoding: identity` and a length",
    `${OK}Transfer-Encoding: identity\r\nContent-Length: 6\r\n\r\n${KEYWORD}`,
  ),
  odd(
    "`Transfer-Encoding: identity` and a length that is too large",
    `${OK}Transfer-Encoding: identity\r\nContent-Length: 9\r\n\r\n${KEYWORD}`,
  ),
  odd(
    "an unknown transfer coding and a length that is too small",
    `${OK}Transfer-Encoding: x\r\nContent-Length: 3\r\n\r\n${KEYWORD}`,
  ),
  odd("`Transfer-Encoding: chunked` twice", `${OK}${CHUNKED}${CHUNKED}\r\n${CHUNKS}`),
  odd("`Transfer-Encoding: chunked, chunked`", `${OK}Transfer-Encoding: chunked, chunked\r\n\r\n${CHUNKS}`),
  odd("`Transfer-Encoding: Chunked`", `${OK}Transfer-Encoding: Chunked\r\n\r\n${CHUNKS}`, { ours: "up" }),
  odd('`Transfer-Encoding: "chunked"`', `${OK}Transfer-Encoding: "chunked"\r\n\r\n${KEYWORD}`),
  odd("`Transfer-Encoding: xchunked`", `${OK}Transfer-Encoding: xchunked\r\n\r\n${KEYWORD}`),
  odd("`Transfer-Encoding: none`", `${OK}Transfer-Encoding: none\r\n\r\n${KEYWORD}`),
  odd("`Transfer-Encoding: foo, chunked`", `${OK}Transfer-Encoding: foo, chunked\r\n\r\n${CHUNKS}`),
  odd("`Transfer-Encoding: gzip, chunked` without a request for it", [
    `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n${GZIP.length.toString(16)}\r\n`,
    GZIP,
    "\r\n0\r\n\r\n",
  ]),
  odd("`Transfer-Encoding: chunked;q=1`", `${OK}Transfer-Encoding: chunked;q=1\r\n\r\n${CHUNKS}`),
  odd("chunked that is declared but not used", chunks(KEYWORD), { ours: "http_truncated" }),
  odd("`Transfer-Encoding : chunked`", `${OK}Transfer-Encoding : chunked\r\n\r\n${CHUNKS}`),
  odd(
    "`Transfer-Encoding : chunked` that is declared but not used",
    `${OK}Transfer-Encoding : chunked\r\n\r\n${KEYWORD}`,
  ),
  odd("a chunk size with leading zeros", chunks(`00000006\r\n${KEYWORD}\r\n0\r\n\r\n`), { ours: "up" }),
  odd("a chunk size in uppercase", chunks(`A\r\n${KEYWORD}1234\r\n0\r\n\r\n`), { ours: "up" }),
  odd("a chunk size with a space after it", chunks(`6 \r\n${KEYWORD}\r\n0\r\n\r\n`), { ours: "up" }),
  odd("a chunk size with a space before it", chunks(` 6\r\n${KEYWORD}\r\n0\r\n\r\n`), {
    ours: "http_malformed",
  }),
  odd("a chunk size as `0x6`", chunks(`0x6\r\n${KEYWORD}\r\n0\r\n\r\n`), { ours: "assertion_failed" }),
  odd("a chunk size as `+6`", chunks(`+6\r\n${KEYWORD}\r\n0\r\n\r\n`), { ours: "http_malformed" }),
  odd("a chunk size followed by text", chunks(`6 bytes\r\n${KEYWORD}\r\n0\r\n\r\n`), { ours: "up" }),
  odd("an invalid chunk size", chunks(`zz\r\n${KEYWORD}\r\n0\r\n\r\n`), { ours: "http_malformed" }),
  odd("an empty chunk size", chunks(`\r\n${KEYWORD}\r\n0\r\n\r\n`), { ours: "http_malformed" }),
  odd("a chunk extension", chunks(`6;a="b c"\r\n${KEYWORD}\r\n0\r\n\r\n`), { ours: "up" }),
  odd("a chunk extension of 8 KiB", chunks(`6;a=${"b".repeat(8192)}\r\n${KEYWORD}\r\n0\r\n\r\n`), {
    ours: "up",
  }),
  odd("chunk lines that end with a bare LF", chunks(`6\n${KEYWORD}\n0\n\n`), { ours: "up" }),
  odd("no line break after a chunk's data", chunks(`6\r\n${KEYWORD}0\r\n\r\n`), { ours: "http_malformed" }),
  odd("a chunk longer than its size", chunks(`3\r\n${KEYWORD}\r\n0\r\n\r\n`), { ours: "http_malformed" }),
  odd("no last chunk before the close", chunks(`6\r\n${KEYWORD}\r\n`), { ours: "http_truncated" }),
  odd("a last chunk without its final line break", chunks(`6\r\n${KEYWORD}\r\n0\r\n`), {
    ours: "http_truncated",
  }),
  odd("a last chunk as `0` and a close", chunks(`6\r\n${KEYWORD}\r\n0`), { ours: "http_truncated" }),
  odd("a last chunk without its final line break that stays open", chunks(`6\r\n${KEYWORD}\r\n0\r\n`), {
    ours: "up",
    ending: "stays open",
  }),
  odd("a last chunk as `000`", chunks(`6\r\n${KEYWORD}\r\n000\r\n\r\n`), { ours: "up" }),
  odd("trailers", chunks(`6\r\n${KEYWORD}\r\n0\r\nX-Sum: 1\r\n\r\n`), { ours: "up" }),
  odd("trailers that aren't header lines", chunks(`6\r\n${KEYWORD}\r\n0\r\nnonsense\r\n\r\n`), {
    ours: "up",
  }),
  odd("trailers of 20 KiB", chunks(`6\r\n${KEYWORD}\r\n0\r\nX: ${"a".repeat(20 * 1024)}\r\n\r\n`), {
    ours: "http_malformed",
  }),
  odd("garbage after a chunked response", chunks(`${CHUNKS}garbage`), { ours: "up" }),
  odd("a second response after the first", `${length("6")}${OK}Content-Length: 0\r\n\r\n`, { ours: "up" }),
  odd("204 with a body", `HTTP/1.1 204 No Content\r\nContent-Length: 6\r\n\r\n${KEYWORD}`, {
    ours: "up",
    hasBody: false,
  }),
  odd("204 with chunked", `HTTP/1.1 204 No Content\r\n${CHUNKED}\r\n${CHUNKS}`, {
    ours: "up",
    hasBody: false,
  }),
  odd("204 that stays open", "HTTP/1.1 204 No Content\r\n\r\n", {
    ours: "up",
    hasBody: false,
    ending: "stays open",
  }),
  odd("304 with a body", `HTTP/1.1 304 Not Modified\r\nContent-Length: 6\r\n\r\n${KEYWORD}`, {
    ours: "up",
    hasBody: false,
  }),
  odd("HEAD with a body", `${OK}Content-Length: 6\r\n\r\n${KEYWORD}`, {
    method: "HEAD",
    ours: "up",
    hasBody: false,
  }),
  odd("205 with a body", `HTTP/1.1 205 Reset Content\r\nContent-Length: 6\r\n\r\n${KEYWORD}`, { ours: "up" }),
];
