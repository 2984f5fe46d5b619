import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { KEYWORD, OK, odd } from "./odd-response";

const text = `${KEYWORD} `.repeat(200);
const gzip = gzipSync(text);
const coded = (coding: string, body: Buffer | string, declared = Buffer.byteLength(body)) => [
  `${OK}Content-Type: text/html\r\nContent-Encoding: ${coding}\r\nContent-Length: ${declared}\r\n\r\n`,
  body,
];

const gzips = (times: number): Buffer => gzipSync(times === 1 ? text : gzips(times - 1));

const UNDECODED = "blackbox_exporter doesn't decode bodies";

/** Oddities in how a body is compressed and encoded. */
export const CODINGS = [
  odd("raw deflate", coded("deflate", deflateRawSync(text)), { ours: "up" }),
  odd("deflate with a zlib header", coded("deflate", deflateSync(text)), { ours: "up" }),
  odd("`x-gzip`", coded("x-gzip", gzip), { ours: "up" }),
  odd("`GZIP`", coded("GZIP", gzip), { ours: "up" }),
  odd("two gzip members", coded("gzip", Buffer.concat([gzipSync("first "), gzip])), { ours: "up" }),
  odd("bytes after a gzip body", coded("gzip", Buffer.concat([gzip, Buffer.from("\n")]))),
  odd("bytes after a deflate body", coded("deflate", Buffer.concat([deflateSync(text), Buffer.from("\n")])), {
    ours: "up",
  }),
  odd("bytes after a br body", coded("br", Buffer.concat([brotliCompressSync(text), Buffer.from("\n")])), {
    ours: "up",
  }),
  odd("a truncated gzip body", coded("gzip", gzip.subarray(0, -20))),
  odd("a gzip body without its checksum", coded("gzip", gzip.subarray(0, -8))),
  odd(
    "a gzip body with a wrong checksum",
    coded("gzip", Buffer.concat([gzip.subarray(0, -8), Buffer.alloc(8, 1)])),
  ),
  odd("plain text declared as gzip", coded("gzip", text), { ours: "http_decoding_failed", why: UNDECODED }),
  odd("plain text declared as deflate", coded("deflate", text), {
    ours: "http_decoding_failed",
    why: UNDECODED,
  }),
  odd("plain text declared as br", coded("br", text), { ours: "http_decoding_failed", why: UNDECODED }),
  odd("gzip declared as br", coded("br", gzip), { ours: "http_decoding_failed" }),
  odd("gzip declared as deflate", coded("deflate", gzip), { ours: "http_decoding_failed" }),
  odd("zlib declared as gzip", coded("gzip", deflateSync(text)), { ours: "up" }),
  odd("a deflate body that is cut short", coded("deflate", deflateSync(text).subarray(0, -6))),
  odd("a br body that is cut short", coded("br", brotliCompressSync(text).subarray(0, -4)), {
    ours: "http_decoding_failed",
  }),
  odd(
    "`Content-Encoding: gzip` twice for one compression",
    [
      `${OK}Content-Encoding: gzip\r\n`,
      ...coded("gzip", gzip).map((part, at) => (at === 0 ? String(part).slice(OK.length) : part)),
    ],
    { ours: "http_decoding_failed" },
  ),
  odd("gzip twice", coded("gzip, gzip", gzipSync(gzip)), { ours: "up" }),
  odd("deflate, then gzip", coded("deflate, gzip", gzipSync(deflateSync(text))), { ours: "up" }),
  odd("an unknown coding", coded("snappy", text)),
  odd("an unknown coding and gzip, for plain text", coded("snappy, gzip", text)),
  odd("an unknown coding and gzip, for a gzip body", coded("aws-chunked, gzip", gzip), {
    why: "Firefox reads it",
  }),
  odd("identity and gzip, for plain text", coded("identity, gzip", text)),
  odd("plain text declared as compress", coded("compress", text)),
  odd("plain text declared as gzip, with a space before the colon", [
    `${OK}Content-Encoding : gzip\r\nContent-Length: ${text.length}\r\n\r\n`,
    text,
  ]),
  odd("gzip six times", coded(Array(6).fill("gzip").join(), gzips(6)), { ours: "up" }),
  odd("`Content-Encoding: utf-8`", coded("utf-8", text)),
  odd("`Content-Encoding: identity`", coded("identity", text), { ours: "up" }),
  odd("an empty Content-Encoding", coded("", text), { ours: "up" }),
  odd("UTF-8 declared as UTF-16", [`${OK}Content-Type: text/html; charset=utf-16\r\n\r\n`, text]),
  odd("gzip with the length of the decoded text", coded("gzip", gzip, text.length)),
  odd("an empty body declared as gzip", coded("gzip", ""), { ours: "up", hasBody: false }),
];
