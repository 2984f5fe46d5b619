import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { useHttpServers } from "@/lib/testing/targets/http-server";

const listen = useHttpServers();

it("phases are measured one by one and add up to no more than the whole", async () => {
  const url = await listen((_, response) => setTimeout(() => response.end("ok"), 60));
  const { timings, outcome, remote_address } = await check(monitorConfig({ url }));
  expect(outcome).toBe("up");
  expect(remote_address).toBe("127.0.0.1");
  expect(timings.first_byte ?? 0).toBeGreaterThan(55_000);
  const sum = [
    timings.dns,
    timings.connect,
    timings.send,
    timings.first_byte,
    timings.transfer,
  ].reduce<number>((all, part) => all + (part ?? 0), 0);
  expect(sum).toBeLessThanOrEqual((timings.total ?? 0) + 1000);
});

it("five redirects are followed, a sixth is not", async () => {
  const url = await listen((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end("there");
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  const five = await check(monitorConfig({ url: `${url}/5` }));
  expect(five.outcome).toBe("up");
  expect(five.redirects).toHaveLength(5);
  expect((await check(monitorConfig({ url: `${url}/6` }))).error?.code).toBe("http_too_many_redirects");
});

it("secrets stay with the origin that the user named", async () => {
  const seen: IncomingMessage["headers"][] = [];
  const other = await listen((request, response) => {
    seen.push(request.headers);
    response.end();
  });
  const first = await listen((request, response) => {
    seen.push(request.headers);
    response.writeHead(307, { location: other }).end();
  });
  const headers = [
    { name: "Authorization", value: "Bearer s3cret" },
    { name: "X-Key", value: "s3cret" },
    { name: "Accept-Language", value: "de" },
  ];
  await check(monitorConfig({ url: first, headers, user_agent_secret: "s3cret" }));
  expect(seen[0]?.authorization).toBe("Bearer s3cret");
  expect(seen[0]?.["user-agent"]).toContain("s3cret");
  expect(JSON.stringify(seen[1])).not.toContain("s3cret");
  expect(seen[1]?.["accept-language"]).toBe("de");
});

it("a redirect to an address that is closed is blocked and no packet leaves", async () => {
  let reached = 0;
  const closed = await listen((_, response) => {
    reached += 1;
    response.end();
  }, "127.0.0.2");
  const open = await listen((_, response) => response.writeHead(302, { location: closed }).end());
  const result = await check(monitorConfig({ url: open }), ["127.0.0.1/32"]);
  expect(result.outcome).toBe("inconclusive");
  expect(result.error?.code).toBe("blocked_address");
  expect(reached).toBe(0);
});

it("a redirect to another scheme or with credentials is refused", async () => {
  for (const location of [
    "ftp://127.0.0.1/",
    "file:///etc/passwd",
    "http://user:pass@127.0.0.1/",
    "javascript:alert(1)",
  ]) {
    const url = await listen((_, response) => response.writeHead(302, { location }).end());
    expect((await check(monitorConfig({ url }))).error?.code).toBe("http_bad_redirect");
  }
});

it("method, body, own headers and their order reach the target as they were set", async () => {
  const seen: { method?: string; raw: string[]; body: string }[] = [];
  const url = await listen(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    seen.push({ method: request.method, raw: request.rawHeaders, body });
    response.end();
  });
  await check(
    monitorConfig({
      url,
      method: "POST",
      body: "grüße",
      headers: [
        { name: "X-B", value: "2" },
        { name: "X-A", value: "1" },
      ],
    }),
  );
  expect(seen[0]?.method).toBe("POST");
  expect(seen[0]?.body).toBe("grüße");
  const names = seen[0]?.raw.filter((_, index) => index % 2 === 0) ?? [];
  expect(names.indexOf("X-B")).toBeLessThan(names.indexOf("X-A"));
});

it("303 turns a POST into a GET without its body", async () => {
  const methods: string[] = [];
  const url = await listen((request, response) => {
    methods.push(request.method ?? "");
    if (request.url === "/") response.writeHead(303, { location: "/done" }).end();
    else response.end();
  });
  expect((await check(monitorConfig({ url: `${url}/`, method: "POST", body: "x" }))).outcome).toBe("up");
  expect(methods).toEqual(["POST", "GET"]);
});

it("a failed assertion says what was expected and what was seen", async () => {
  const url = await listen((_, response) => response.writeHead(503).end());
  const result = await check(monitorConfig({ url }));
  expect(result).toMatchObject({ outcome: "down", status_code: 503, error: { code: "assertion_failed" } });
  expect(result.error?.message).toBe('expected status code in "2xx,30x"; it was "503"');
});
