import { KEYWORD, OK, odd, SIZED } from "./odd-response";

const line = (text: string) => `${text}\r\n${SIZED}`;

/** Why a status line that Chromium reads is refused: it isn't a status of success there either. */
export const NO_STATUS = "no status has four digits";

/** Oddities in and before the status line. */
export const STATUS_LINES = [
  odd("status line without a reason", line("HTTP/1.1 200"), { ours: "up" }),
  odd("status line with a space and no reason", line("HTTP/1.1 200 "), { ours: "up" }),
  odd("two spaces after the version", line("HTTP/1.1  200 OK")),
  odd("a tab after the version", line("HTTP/1.1\t200 OK")),
  odd("a tab in the version", line("HTTP/1.\t1 200 OK")),
  odd("no space between code and reason", line("HTTP/1.1 200OK")),
  odd("a tab between code and reason", line("HTTP/1.1 200\tOK")),
  odd("`ICY 200 OK`", line("ICY 200 OK")),
  odd("`http/1.1 200 ok` in lowercase", line("http/1.1 200 ok")),
  odd("`HTTP/2 200`", line("HTTP/2 200")),
  odd("`HTTP/2.0 200 OK`", line("HTTP/2.0 200 OK")),
  odd("`HTTP/3 200`", line("HTTP/3 200")),
  odd("`HTTP/1.2 200 OK`", line("HTTP/1.2 200 OK")),
  odd("`HTTP/1.10 200 OK`", line("HTTP/1.10 200 OK")),
  odd("`HTTP/0.9 200 OK`", line("HTTP/0.9 200 OK")),
  odd("`HTTP/1 200 OK`", line("HTTP/1 200 OK")),
  odd("`HTTP 200 OK`", line("HTTP 200 OK")),
  odd("`HTTP/ 200 OK`", line("HTTP/ 200 OK")),
  odd("`HTTP/x 200 OK`", line("HTTP/x 200 OK")),
  odd("`HTTPS/1.1 200 OK`", line("HTTPS/1.1 200 OK")),
  odd("`HTTP/1.1 0200 OK`", line("HTTP/1.1 0200 OK")),
  odd("`HTTP/1.1 20 OK`", line("HTTP/1.1 20 OK"), { ours: "assertion_failed" }),
  odd("`HTTP/1.1 2000 OK`", line("HTTP/1.1 2000 OK"), {
    ours: "http_malformed",
    why: NO_STATUS,
  }),
  odd("`HTTP/1.1 +200 OK`", line("HTTP/1.1 +200 OK")),
  odd("`HTTP/1.1 OK`", line("HTTP/1.1 OK")),
  odd("`HTTP/1.1` alone", line("HTTP/1.1")),
  odd("`HTTP/1.1 000 OK`", line("HTTP/1.1 000 OK"), { ours: "assertion_failed" }),
  odd("`HTTP/1.1 099 OK`", line("HTTP/1.1 099 OK"), { ours: "assertion_failed" }),
  odd("`HTTP/1.1 600 OK`", line("HTTP/1.1 600 OK"), { ours: "assertion_failed" }),
  odd("`HTTP/1.1 999 OK`", line("HTTP/1.1 999 OK"), { ours: "assertion_failed" }),
  odd("a NUL in the reason", line("HTTP/1.1 200 O\0K")),
  odd("a lone CR in the reason", line("HTTP/1.1 200 O\rK")),
  odd("UTF-8 in the reason", line("HTTP/1.1 200 \xc3\x9cber"), { ours: "up" }),
  odd("a status line ended by CR CR LF", `HTTP/1.1 200 OK\r\r\n${SIZED}`),
  odd("one line break before the status line", `\r\n${OK}${SIZED}`),
  odd("four line breaks before the status line", `\n\n\n\n${OK}${SIZED}`),
  odd("ten line breaks before the status line", `${"\r\n".repeat(10)}${OK}${SIZED}`, {
    ours: "http_malformed",
  }),
  odd("a space before the status line", ` ${OK}${SIZED}`),
  odd("a byte order mark before the status line", `\xef\xbb\xbf${OK}${SIZED}`),
  odd("four bytes of garbage before the status line", `abc\n${OK}${SIZED}`),
  odd("a line of text before the status line", `Warning: x\n${OK}${SIZED}`, { ours: "http_malformed" }),
  odd("`100 Continue` without a request for it", `HTTP/1.1 100 Continue\r\n\r\n${OK}${SIZED}`, {
    ours: "up",
  }),
  odd("`103 Early Hints`", `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}${SIZED}`, { ours: "up" }),
  odd("eleven interim responses", `${"HTTP/1.1 102 Processing\r\n\r\n".repeat(11)}${OK}${SIZED}`, {
    ours: "up",
  }),
  odd("100 interim responses", `${"HTTP/1.1 102 Processing\r\n\r\n".repeat(100)}${OK}${SIZED}`, {
    ours: "up",
  }),
  odd(
    "an interim response with a length",
    `HTTP/1.1 102 Processing\r\nContent-Length: 0\r\n\r\n${OK}${SIZED}`,
    { ours: "up" },
  ),
  odd(
    "`101 Switching Protocols` without a request for it",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
    { ours: "http_malformed", hasBody: false },
  ),
  odd("a page without headers (HTTP/0.9)", `<html>${KEYWORD}</html>`, { ours: "http_malformed" }),
  odd("an SSH banner", "SSH-2.0-OpenSSH_9.2\r\n", { ours: "http_malformed", hasBody: false }),
  odd("a close without a response", [], { ours: "http_empty", hasBody: false }),
];
