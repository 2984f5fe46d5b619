import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressed } from "./compress";

const JSON_TYPE = { "Content-Type": "application/json" };
const TEXT = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: "Shop" })));

const reply = (headers: Record<string, string> = JSON_TYPE, body = TEXT) => ({ status: 200, headers, body });
const asking = (accepted?: string, method = "GET") => ({
  method,
  headers: (name: string) => (name === "accept-encoding" ? accepted : undefined),
});

test("compresses long JSON and metrics for clients that accept gzip", async () => {
  for (const type of ["application/json", "text/plain; version=0.0.4; charset=utf-8"]) {
    const { headers, body } = await compressed(reply({ "Content-Type": type }), asking("gzip, deflate, br"));
    expect(headers).toMatchObject({ "Content-Encoding": "gzip", Vary: "Accept-Encoding" });
    expect(gunzipSync(body as Buffer).toString()).toBe(TEXT);
  }
});

test("sends plain text to clients that don't accept gzip", async () => {
  for (const accepted of [undefined, "identity", "br", "gzip;q=0"]) {
    const { headers, body } = await compressed(reply(), asking(accepted));
    expect([headers["Content-Encoding"], headers.Vary, body]).toEqual([undefined, "Accept-Encoding", TEXT]);
  }
});

test("weakens the tag, because the bytes differ", async () => {
  const { headers } = await compressed(reply({ ...JSON_TYPE, ETag: '"abc"' }), asking("gzip"));
  expect(headers.ETag).toBe('W/"abc"');
});

test("leaves short replies, replies to writes and other types alone", async () => {
  const short = reply(JSON_TYPE, "{}");
  expect(await compressed(short, asking("gzip"))).toBe(short);
  const write = reply();
  expect(await compressed(write, asking("gzip", "POST"))).toBe(write);
  const image = reply({ "Content-Type": "image/png" });
  expect(await compressed(image, asking("gzip"))).toBe(image);
});
