import { OK, odd, SIZED } from "./odd-response";

const fields = (text: string | Buffer) =>
  typeof text === "string" ? `${OK}${text}${SIZED}` : [OK, text, SIZED];
const big = (kib: number) => fields(`X-Big: ${"a".repeat(kib * 1024)}\r\n`);

/** Oddities in header lines. */
export const FIELDS = [
  odd("lines that end with a bare LF", `${OK}X: y\r\n${SIZED}`.replaceAll("\r\n", "\n")),
  odd("one line that ends with a bare LF", fields("X: y\n")),
  odd("lines that end with CR alone", `${OK}X: y\r\n${SIZED}`.replaceAll("\r\n", "\r"), {
    ours: "http_truncated",
  }),
  odd("lines that end with CR CR LF", `${OK}X: y\r\n${SIZED}`.replaceAll("\r\n", "\r\r\n")),
  odd("a space in a header name", fields("X Device Id: 7\r\n")),
  odd("a space before the colon", fields("X-Device : 7\r\n")),
  odd("a space before the colon of Content-Length", `${OK}Content-Length : 6\r\n\r\nneedle`),
  odd("a tab before the colon", fields("X-Device\t: 7\r\n")),
  odd("a header line without a colon", fields("nonsense\r\n")),
  odd("a header line without a name", fields(": 7\r\n")),
  odd("a header line of spaces", fields("   \r\n")),
  odd("characters in a name that aren't allowed", fields("X(Device)[1]: 7\r\n")),
  odd("a name in UTF-8", fields("X-Gr\xc3\xb6\xc3\x9fe: 7\r\n")),
  odd("a name with a control character", fields("X\x01Y: 7\r\n")),
  odd("a header folded over two lines", fields("X-Long: a\r\n b\r\n")),
  odd("a folded line right after the status line", fields(" folded\r\n")),
  odd(
    "a folded line after a line without a colon",
    `${OK}Transfer-Encoding: chunked\r\nnonsense\r\n folded\r\n\r\n6\r\nneedle\r\n0\r\n\r\n`,
  ),
  odd("a lone CR in a value", fields("X: a\rb\r\n")),
  odd("a lone CR at the end of a value", fields("X: a\r\r\n")),
  odd("a line that begins with CR", `${OK}X: y\r\n\r${SIZED}`),
  odd("a NUL in a value", fields("X: a\0b\r\n")),
  odd("a NUL in a name", fields("X\0Y: 7\r\n")),
  odd("a control character in a value", fields("X: a\x01\x1b[31m\x7fb\r\n"), { ours: "up" }),
  odd("UTF-8 in a value", fields("X: gr\xc3\xbc\xc3\x9fe\r\n"), { ours: "up" }),
  odd("Latin-1 in a value", fields("X: gr\xfc\xdfe\r\n"), { ours: "up" }),
  odd("an empty value", fields("X:\r\n"), { ours: "up" }),
  odd("no space after the colon", fields("X:y\r\n"), { ours: "up" }),
  odd("a name of 10,000 characters", fields(`${"X".repeat(10_000)}: 7\r\n`), { ours: "up" }),
  odd("a value of 60 KiB", big(60), { ours: "up" }),
  odd("a value of 90 KiB", big(90)),
  odd("a value of 200 KiB", big(200)),
  odd("a value of 280 KiB", big(280), { ours: "http_headers_too_large", why: "no browser and not curl" }),
  odd("headers that end at the close, without an empty line", `${OK}X: y\r\n`, { hasBody: false }),
  odd("a header line cut off by the close", `${OK}X: y`, { hasBody: false }),
  odd("1,000 headers", fields("X: y\r\n".repeat(1000))),
  odd("a malformed Set-Cookie", fields("Set-Cookie: =; ;;\r\nSet-Cookie:\r\n"), { ours: "up" }),
];
