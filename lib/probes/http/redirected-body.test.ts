import { expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { useHttpServers } from "@/lib/testing/targets/http-server";

const listen = useHttpServers();
const TYPE = { name: "Content-Type", value: "application/json" };
const KEY = { name: "X-Key", value: "own-key-4711" };

async function redirected(status: number, body: string, host: string) {
  const seen: { method?: string; body: string; type?: string; key?: unknown }[] = [];
  const there = await listen(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    const { "content-type": type, "x-key": key } = request.headers;
    seen.push({ method: request.method, body: text, type, key });
    response.end();
  }, host);
  const url = await listen((_, response) => response.writeHead(status, { location: there }).end());
  const result = await check(monitorConfig({ url, method: "POST", body, headers: [TYPE, KEY] }));
  return { seen, result };
}

it.each([
  [307, "127.0.0.1"],
  [308, "127.0.0.1"],
  [307, "127.0.0.2"],
  [308, "127.0.0.2"],
])(
  "keeps method, body, and its type over a redirect with %d to %s (RFC 9110 §15.4)",
  async (status, host) => {
    const { seen, result } = await redirected(status, '{"ping":1}', host);
    expect(result).toMatchObject({ outcome: "up", error: null });
    expect(seen).toEqual([{ method: "POST", body: '{"ping":1}', type: "application/json", key: undefined }]);
  },
);

it.each([301, 302, 303])("turns a POST into a GET over a redirect with %d", async (status) => {
  const { seen } = await redirected(status, '{"ping":1}', "127.0.0.2");
  expect(seen).toEqual([{ method: "GET", body: "", type: undefined, key: undefined }]);
});

it.each(["127.0.0.1", "127.0.0.2"])(
  "does not send a body that holds a secret to another origin, and says so: %s",
  async (host) => {
    const body = '{"token":"hunter-2222-secret"}';
    const { seen, result } = await redirected(308, body, host);
    expect(seen).toEqual([]);
    expect(result.error?.code).toBe("http_bad_redirect");
    expect(result.error?.message).toMatch(
      /request body seems to hold a secret, which isn't sent to another origin/,
    );
    expect(JSON.stringify(result)).not.toContain("hunter-2222");
  },
);
