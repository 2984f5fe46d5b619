import { KEYWORD, OK, odd, SIZED } from "./odd-response";

/** Bodies that don't end, and connections that end oddly. */
export const ENDINGS = [
  odd("an audio stream", `${OK}Content-Type: audio/mpeg\r\n\r\n${KEYWORD}`, {
    ours: "up",
    ending: "continues",
  }),
  odd("`text/event-stream`", `${OK}Content-Type: text/event-stream\r\n\r\ndata: ${KEYWORD}\n\n`, {
    ours: "up",
    ending: "stays open",
  }),
  odd("a chunked body that stays open", `${OK}Transfer-Encoding: chunked\r\n\r\n6\r\n${KEYWORD}\r\n`, {
    ours: "up",
    ending: "stays open",
  }),
  odd("a reset after a complete response", `${OK}${SIZED}`, { ours: "up", ending: "resets" }),
  odd("`Connection: keep-alive` that stays open", `${OK}Connection: keep-alive\r\n${SIZED}`, {
    ours: "up",
    ending: "stays open",
  }),
  odd("TLS that ends without close_notify", `${OK}\r\n${KEYWORD}`, {
    ours: "up",
    over: "tls without close_notify",
  }),
  odd("TLS that ends without close_notify after a length", `${OK}${SIZED}`, {
    ours: "up",
    over: "tls without close_notify",
  }),
  odd("TLS that is reset after a complete response", `${OK}${SIZED}`, {
    ours: "up",
    over: "tls",
    ending: "resets",
  }),
  odd(
    "a length and chunked together, over TLS",
    `${OK}Content-Length: 8\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n${KEYWORD}\r\n0\r\n\r\n`,
    { over: "tls" },
  ),
  odd("a response to a POST before its body was read", `${OK}${SIZED}`, { ours: "up", method: "POST" }),
  odd("421 Misdirected Request", `HTTP/1.1 421 Misdirected Request\r\n${SIZED}`, {
    ours: "assertion_failed",
  }),
];
