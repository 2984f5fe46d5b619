import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import type { HttpAssertion } from "@/lib/contract/protocols/http-assertions";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { useHttpServers } from "@/lib/testing/targets/http-server";

const listen = useHttpServers();

it("measures phases separately, and their sum never exceeds the total", async () => {
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

it("follows five redirects but not a sixth", async () => {
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

it("sends secrets only to the origin of the monitor's URL", async () => {
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

it("blocks a redirect to a closed address without sending a packet", async () => {
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

it("refuses a redirect to another scheme", async () => {
  for (const location of ["ftp://127.0.0.1/", "file:///etc/passwd", "javascript:alert(1)"]) {
    const url = await listen((_, response) => response.writeHead(302, { location }).end());
    expect((await check(monitorConfig({ url }))).error?.code).toBe("http_bad_redirect");
  }
});

it("sends the method, body, and custom headers to the target as set, in order", async () => {
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

it("turns a POST into a GET without a body on 303", async () => {
  const methods: string[] = [];
  const url = await listen((request, response) => {
    methods.push(request.method ?? "");
    if (request.url === "/") response.writeHead(303, { location: "/done" }).end();
    else response.end();
  });
  expect((await check(monitorConfig({ url: `${url}/`, method: "POST", body: "x" }))).outcome).toBe("up");
  expect(methods).toEqual(["POST", "GET"]);
});

it("says what a failed assertion expected and what it got", async () => {
  const url = await listen((_, response) => response.writeHead(503).end());
  const result = await check(monitorConfig({ url }));
  expect(result).toMatchObject({ outcome: "down", status_code: 503, error: { code: "assertion_failed" } });
  expect(result.error?.message).toBe("HTTP 503 (expected 2xx or 30x)");
});

it("reads JSON while it arrives, judges the response time, and says what it found", async () => {
  const url = await listen((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/large") response.end(`{"ok":true,"filler":"${"x".repeat(600_000)}"}`);
    else {
      response.write('{"checks": [{"name": "db", "ok": false');
      setTimeout(() => response.end("}]}"), 30);
    }
  });
  const run = (path: string, value: string, more: HttpAssertion[] = []) => {
    const json = { type: "response_json", operator: "equals", selector: "$.checks[0].ok", value } as const;
    return check({ ...monitorConfig({ url: url + path }), success_assertions: [json, ...more] });
  };
  expect(await run("/", "false")).toMatchObject({ outcome: "up" });
  expect((await run("/", "true")).error).toEqual({
    code: "assertion_failed",
    message: 'expected response JSON $.checks[0].ok equals "true"; got "false"',
  });
  const slow = await run("/", "false", [{ type: "response_time", operator: "less_than", value: "20" }]);
  expect(slow.error?.message).toMatch(/^expected response time less than "20 ms"; got "[3-9]\d\.\d ms"$/);
  expect((await run("/large", "true")).error).toEqual({
    code: "http_body_too_large",
    message:
      'the body is too large to read; expected response JSON $.checks[0].ok equals "true" in its first 512 KiB',
  });
});
