import { FLAG, frame, headerFrames, TYPE } from "@/lib/probes/http2/frame";
import type { Field } from "@/lib/probes/http2/hpack";
import { KEYWORD, type OddResponse, odd } from "./odd-response";

type Frames = readonly Buffer[];
type Entry = readonly [name: string, frames: Frames, more?: Parameters<typeof odd>[2]];

const STATUS: Field = [":status", "200"];
const DATA = frame(TYPE.data, FLAG.endStream, KEYWORD);
/** The beginning of a body. */
const BEGUN = frame(TYPE.data, 0, KEYWORD);
const HEAD = headerFrames([STATUS]);

const over = (ours: string, entries: readonly Entry[]): OddResponse[] =>
  entries.map(([name, frames, more]) =>
    odd(name, frames, { ours, ending: "stays open", ...more, over: "h2" }),
  );
/** A correct response with further fields. */
const plus = (...fields: readonly Field[]): Frames => [...headerFrames([STATUS, ...fields]), DATA];
/** A response with these fields alone. */
const only = (...fields: readonly Field[]): Frames => [...headerFrames(fields), DATA];
const sized = (kib: number) => plus(["x-big", "a".repeat(kib * 1024)]);
const many = (count: number) => plus(...Array.from({ length: count }, (): Field => ["x", "y"]));
const reset = (code: number) => frame(TYPE.reset, 0, Buffer.from([0, 0, 0, code]));
const goaway = (code: number) => frame(TYPE.goaway, 0, Buffer.from([0, 0, 0, 1, 0, 0, 0, code]), 0);
const padded = (padding: number) => {
  const bytes = Buffer.concat([Buffer.from([4]), Buffer.from(KEYWORD), Buffer.alloc(4, padding)]);
  return frame(TYPE.data, FLAG.padded | FLAG.endStream, bytes);
};
const UNKNOWN = frame(0xfa, 0, "grease");
const setting = (...bytes: readonly number[]) => frame(TYPE.settings, 0, Buffer.from(bytes), 0);

const READ = over("up", [
  ["a server that speaks only HTTP/2", plus()],
  ["`te: trailers`", plus(["te", "trailers"])],
  ["`host: example.com`", plus(["host", "example.com"])],
  ["a space before and after a value", plus(["x", " 7 "])],
  ["Latin-1 in a value over HTTP/2", plus(["x", "gr\xfc\xdfe"])],
  ["a malformed Set-Cookie over HTTP/2", plus(["set-cookie", "a=1"], ["set-cookie", "=;"])],
  ["two Content-Types", plus(["content-type", "text/html"], ["content-type", "text/html"])],
  ["a value of 60 KiB over HTTP/2", sized(60)],
  ["an interim response over HTTP/2", [...headerFrames([[":status", "103"]]), ...HEAD, DATA]],
  ["trailers over HTTP/2", [...HEAD, BEGUN, ...headerFrames([["x", "y"]], FLAG.endStream)]],
  ["trailers with a pseudo-field", [...HEAD, BEGUN, ...headerFrames([STATUS], FLAG.endStream)]],
  ["a body that stays open over HTTP/2", [...HEAD, BEGUN]],
  ["a stream reset without an error in the middle of the body", [...HEAD, BEGUN, reset(0)]],
  ["a stream reset after a complete response", [...HEAD, DATA, reset(8)]],
  ["the end of the connection with an error after a complete response", [...HEAD, DATA, goaway(11)]],
  ["the end of the connection announced before the response", [goaway(0), ...HEAD, DATA]],
  ["an unknown frame", [UNKNOWN, ...HEAD, DATA]],
  ["a padded body", [...HEAD, padded(0)]],
  ["padding that isn't zero", [...HEAD, padded(1)]],
  ["40 empty frames", [...HEAD, ...Array.from({ length: 40 }, () => frame(TYPE.data, 0)), DATA]],
  ["a ping before the response", [frame(TYPE.ping, 0, Buffer.alloc(8), 0), ...HEAD, DATA]],
  ["an unknown setting", [setting(0x0a, 0x0a, 0, 0, 0, 1), ...HEAD, DATA]],
  ["`ENABLE_PUSH` from a server", [setting(0, 2, 0, 0, 0, 1), ...HEAD, DATA]],
  [
    "a compression table of 16 KiB",
    [frame(TYPE.headers, FLAG.endHeaders, Buffer.from([0x3f, 0xe1, 0x7f, 0x88])), DATA],
  ],
  ["204 with a body over HTTP/2", only([":status", "204"]), { hasBody: false }],
  ["a stream that ends with its headers", headerFrames([STATUS], FLAG.endStream), { hasBody: false }],
  ["HEAD with a body over HTTP/2", plus(), { hasBody: false, method: "HEAD" }],
]);

const WARNED = over("warning", [
  ["`connection: keep-alive`", plus(["connection", "keep-alive"])],
  ["`keep-alive: timeout=5`", plus(["keep-alive", "timeout=5"])],
  ["`proxy-connection: close`", plus(["proxy-connection", "close"])],
  ["`upgrade: h2c`", plus(["upgrade", "h2c"])],
  ["`transfer-encoding: chunked`", plus(["transfer-encoding", "chunked"])],
  ["`content-length: 9`", plus(["content-length", "9"])],
  ["`content-length: 3`", plus(["content-length", "3"])],
  ["`content-length: 6` twice", plus(["content-length", "6"], ["content-length", "6"])],
  ["`content-length: 6, 6`", plus(["content-length", "6, 6"])],
  ["`content-length: 6` and `content-length: 7`", plus(["content-length", "6"], ["content-length", "7"])],
  ["`content-length: abc`", plus(["content-length", "abc"])],
  ["an empty `content-length`", plus(["content-length", ""])],
  ["`:status: 0200`", only([":status", "0200"])],
  ["an unknown pseudo-field", plus([":version", "HTTP/2"])],
  ["a pseudo-field of requests", plus([":path", "/"])],
  ["a value of 90 KiB over HTTP/2", sized(90)],
  ["a value of 200 KiB over HTTP/2", sized(200)],
  ["1,000 fields", many(1000)],
  ["3,000 fields", many(3000)],
]);

const REFUSED = [
  ...over("http_malformed", [
    ["`:status: 200 OK`", only([":status", "200 OK"])],
    ["`:status` twice", plus(STATUS)],
    ["`:status` after another field", only(["x", "y"], STATUS)],
    ["no `:status`", only(["x", "y"])],
    ["a name in upper case", plus(["X-Device", "7"])],
    ["a name with a space", plus(["x device", "7"])],
    ["an empty name", plus(["", "7"])],
    ["a name in UTF-8 over HTTP/2", plus(["x-gr\xc3\xb6\xc3\x9fe", "7"])],
    ["a NUL in a value over HTTP/2", plus(["x", "a\0b"])],
    ["a line break in a value", plus(["x", "a\r\nb: c"])],
    ["a lone LF in a value", plus(["x", "a\nb"])],
    ["a control character in a value over HTTP/2", plus(["x", "a\x01b"])],
    ["DEL in a value", plus(["x", "a\x7fb"])],
    ["trailers that don't end the stream", [...HEAD, BEGUN, ...headerFrames([["x", "y"]])]],
    ["a body before the headers", [DATA]],
    [
      "an unknown frame between parts of the headers",
      [frame(TYPE.headers, 0, Buffer.from([0x88])), UNKNOWN, frame(TYPE.continuation, FLAG.endHeaders), DATA],
    ],
  ]),
  ...over("http_headers_too_large", [
    ["a value of 280 KiB over HTTP/2", sized(280), { why: "no browser and not curl" }],
  ]),
  ...over("http_truncated", [["a close in the middle of the body", [...HEAD, BEGUN], { ending: "closes" }]]),
  ...over("http_reset", [["a stream reset in the middle of the body", [...HEAD, BEGUN, reset(2)]]]),
];

/** Oddities of servers that speak only HTTP/2. */
export const HTTP2: readonly OddResponse[] = [...READ, ...WARNED, ...REFUSED];
