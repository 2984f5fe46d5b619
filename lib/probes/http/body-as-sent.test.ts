import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { useHttpServers } from "@/lib/testing/targets/http-server";

const listen = useHttpServers();

const has = (value: string, operator = "contains") => ({
  success_assertions: [{ type: "response_body", operator, value }],
});
const sends = (body: Buffer, headers: Record<string, string>) =>
  listen((_, response) => response.writeHead(200, headers).end(body));

it.each(["POST", "PUT", "PATCH"])(
  "sends a zero length with a %s that has no body, because servers require one",
  async (method) => {
    const lengths: unknown[] = [];
    const url = await listen(({ headers }, response) => {
      lengths.push(headers["content-length"], headers["content-type"]);
      response.writeHead(headers["content-length"] === undefined ? 411 : 200).end();
    });
    expect((await check(monitorConfig({ url, method }))).outcome).toBe("up");
    expect(lengths).toEqual(["0", undefined]);
  },
);

it.each(["HEAD", "GET", "OPTIONS"])("sends neither body nor length with %s", async (method) => {
  const lengths: unknown[] = [];
  const url = await listen(({ headers }, response) => {
    lengths.push(headers["content-length"]);
    response.end();
  });
  await check(monitorConfig({ url, method }));
  expect(lengths).toEqual([undefined]);
});

it("follows a redirect with raw UTF-8 in its address as a browser would", async () => {
  const seen: unknown[] = [];
  const url = await listen((request, response) => {
    seen.push(request.url);
    const location = Buffer.from("/café?q=ü", "utf8").toString("latin1");
    if (request.url === "/") response.writeHead(302, { location }).end();
    else response.end();
  });
  expect((await check(monitorConfig({ url }))).outcome).toBe("up");
  expect(seen).toEqual(["/", "/caf%C3%A9?q=%C3%BC"]);
});

it("follows a redirect whose bytes aren't UTF-8 unchanged", async () => {
  const seen: unknown[] = [];
  const url = await listen((request, response) => {
    seen.push(request.url);
    if (request.url === "/") response.writeHead(302, { location: "/caf\xe9" }).end();
    else response.end();
  });
  await check(monitorConfig({ url }));
  expect(seen).toEqual(["/", "/caf%C3%A9"]);
});

const LONG = Buffer.from(`${"a long page. ".repeat(300)}needle`);
it.each([
  ["deflate", deflateSync(LONG)],
  ["deflate", deflateRawSync(LONG)],
  ["gzip", gzipSync(LONG)],
  ["x-gzip", gzipSync(LONG)],
  ["br", brotliCompressSync(LONG)],
])("searches a body in %s to its end", async (coding, body) => {
  const url = await sends(body, { "content-encoding": coding });
  expect((await check(monitorConfig({ url }, has("needle")))).error).toBeNull();
});

it.each([
  ["deflate", deflateSync(LONG)],
  ["deflate", deflateRawSync(LONG)],
  ["gzip", gzipSync(LONG)],
])(
  "searches the received part of a %s stream that is cut short, with a warning, as curl and browsers do",
  async (coding, body) => {
    const url = await sends(body.subarray(0, body.length - 6), { "content-encoding": coding });
    const result = await check(monitorConfig({ url }, has("a long page")));
    expect(result).toMatchObject({ outcome: "up", error: null });
    expect(result.warnings.join()).toMatch(/damaged at its end/);
  },
);

it.each([
  ["iso-8859-1", Buffer.from("gr\xfc\xdfe", "latin1")],
  ['"ISO-8859-1"', Buffer.from("gr\xfc\xdfe", "latin1")],
  ["windows-1252", Buffer.from("gr\xfc\xdfe", "latin1")],
  ["utf-16le", Buffer.from("grüße", "utf16le")],
  ["utf-8", Buffer.from("grüße")],
  ["no-such-charset", Buffer.from("grüße")],
])("searches a body in %s as decoded text", async (charset, body) => {
  const url = await sends(body, { "content-type": `text/html; charset=${charset}` });
  expect((await check(monitorConfig({ url }, has("grüße")))).outcome).toBe("up");
});

it("tries the declared encoding first", async () => {
  const url = await sends(Buffer.from("grüße"), { "content-type": "text/html; charset=iso-8859-1" });
  expect(await check(monitorConfig({ url }, has("grÃ¼")))).toMatchObject({ outcome: "up", warnings: [] });
});

it.each(["iso-8859-1", "utf-16", "shift_jis"])(
  "searches UTF-8 that is declared as %s in both readings, as curl and browsers show it",
  async (charset) => {
    const url = await sends(Buffer.from("grüße"), { "content-type": `text/html; charset=${charset}` });
    const found = await check(monitorConfig({ url }, has("grüße")));
    expect(found).toMatchObject({
      outcome: "up",
      warnings: [expect.stringMatching(/^the body is UTF-8, but/)],
    });
    expect((await check(monitorConfig({ url }, has("größe")))).error?.code).toBe("assertion_failed");
  },
);

it.each([
  ["plain", (text: string) => Buffer.from(text), {}],
  ["gzip", (text: string) => gzipSync(text), { "content-encoding": "gzip" }],
] as const)("says that a body exceeds the searched part, %s", async (_, pack, headers) => {
  const url = await sends(pack(`${"x".repeat(600 * 1024)}needle`), headers);
  const missing = await check(monitorConfig({ url }, has("needle")));
  expect(missing.error).toEqual({
    code: "http_body_too_large",
    message: 'the body is too large to search; expected response body contains "needle" in its first 512 KiB',
  });
  const absent = await check(monitorConfig({ url }, has("needle", "not_contains")));
  expect(absent.outcome).toBe("up");
  expect(absent.warnings).toEqual(["the body is larger than 512 KiB; only its beginning was searched"]);
  expect((await check(monitorConfig({ url }, has("xxx")))).outcome).toBe("up");
});

it("searches a body of exactly 512 KiB entirely without a warning", async () => {
  const url = await sends(Buffer.from(`${"x".repeat(512 * 1024 - 6)}needle`), {});
  expect(await check(monitorConfig({ url }, has("needle")))).toMatchObject({ outcome: "up", warnings: [] });
});
