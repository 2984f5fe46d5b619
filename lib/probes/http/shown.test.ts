import { expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { useHttpServers } from "@/lib/testing/targets/http-server";
import { startRawServer } from "@/lib/testing/targets/raw-server";

const listen = useHttpServers();

const OWN = {
  headers: [
    { name: "Authorization", value: "Bearer own-key-4711" },
    { name: "X-Key", value: "own-key-4712" },
  ],
  user_agent_secret: "own-key-4713",
};
const body = (operator: "contains" | "not_contains", value: string) => ({
  type: "response_body",
  operator,
  value,
});
const header = (selector: string) => ({
  type: "response_header",
  selector,
  operator: "contains",
  value: "nowhere",
});

it.each([
  ["contains", "welcome", "down"],
  ["contains", "you sent", "up"],
  ["not_contains", "you sent", "down"],
  ["not_contains", "welcome", "up"],
] as const)(
  "shows no secret of a page that echoes what was sent: %s %s → %s",
  async (operator, value, outcome) => {
    const filler = "a line of a long page. ".repeat(300);
    const url = await listen(({ headers }, response) =>
      response.end(
        `${filler}own-key-4712 own-key-4712 own-key-4712 you sent ${headers["user-agent"]} ${headers.authorization} password=hunter2222 ${headers["x-key"]}`,
      ),
    );
    const result = await check(
      monitorConfig({ url, ...OWN }, { success_assertions: [body(operator, value)] }),
    );
    expect(result.outcome).toBe(outcome);
    expect(result.assertions[0]?.actual).not.toBe("");
    expect(JSON.stringify(result)).not.toMatch(/own-key|hunter2222/);
  },
);

it("shows no part of a secret that the excerpt would cut in two", async () => {
  const url = await listen((_, response) => response.end(`${"x".repeat(295)}own-key-4712 and more`));
  const assertions = [body("contains", "welcome")];
  const result = await check(monitorConfig({ url, ...OWN }, { success_assertions: assertions }));
  expect(result.assertions[0]?.actual).toContain("xxx");
  expect(JSON.stringify(result)).not.toContain("own-k");
});

it("hides headers that carry secrets in an assertion's result and in its message", async () => {
  const url = await listen(({ headers }, response) =>
    response
      .writeHead(200, {
        "set-cookie": "session=hunter2222",
        "x-echo": String(headers.authorization),
        "x-plain": "seen",
      })
      .end(),
  );
  for (const name of ["set-cookie", "x-echo"]) {
    const result = await check(monitorConfig({ url, ...OWN }, { success_assertions: [header(name)] }));
    expect(result.error?.message).toBe(
      `expected response header ${name} contains "nowhere"; got "[redacted]"`,
    );
    expect(JSON.stringify(result)).not.toMatch(/own-key|hunter2222/);
  }
  const plain = await check(monitorConfig({ url, ...OWN }, { success_assertions: [header("x-plain")] }));
  expect(plain.error?.message).toBe('expected response header x-plain contains "nowhere"; got "seen"');
});

it("shows the target of a redirect without its query", async () => {
  const url = await listen((request, response) => {
    if (request.url === "/") response.writeHead(302, { location: "/end?ticket=t-4711#part" }).end();
    else response.writeHead(302, { location: "ftp://files.example.com/?ticket=t-4711" }).end();
  });
  const result = await check(monitorConfig({ url }));
  expect(result.redirects).toEqual([`${url}/end?…`]);
  expect(result.error?.message).toBe(
    'the response redirects to "ftp://files.example.com/?…", but only http and https URLs are followed',
  );
  expect(JSON.stringify({ ...result, trace: null })).not.toContain("t-4711");
});

it.each([
  ["SSH-2.0-own-banner_9.2\r\n", "an SSH server"],
  ["220 own-banner ESMTP ready\r\n", "a mail or FTP server"],
  ["<html>own-banner</html>", "a page without headers (HTTP/0.9)"],
  [Buffer.from([21, 3, 3, 0, 2, 2, 40]), "a TLS server"],
  ["own-banner\r\n", null],
])("names the kind of another protocol's server without quoting it: %s", async (banner, kind) => {
  const server = await startRawServer((socket) => void socket.write(banner));
  const result = await check(monitorConfig({ url: `http://127.0.0.1:${server.port}/` }));
  await server.stop();
  expect(result.error).toEqual({
    code: "http_malformed",
    message: `the response doesn't start with an HTTP status line${kind ? `; it looks like ${kind}` : ""}`,
  });
  expect(JSON.stringify(result)).not.toContain("own-banner");
});

it.each([
  [
    "a header has an unexpected value",
    "",
    [{ type: "response_header", operator: "equals", selector: "X-Env", value: "live" }],
  ],
  ["another status is expected", "", [{ type: "status_code", operator: "in", value: "204" }]],
  ["the body breaks off", "Content-Length: 900\r\n", []],
])("shows the body of a 200 response when %s", async (_, headers, assertions) => {
  const server = await startRawServer(
    (socket) =>
      void socket.once("data", () => socket.end(`HTTP/1.1 200 OK\r\n${headers}\r\nno database, sorry`)),
  );
  const config = monitorConfig(
    { url: `http://127.0.0.1:${server.port}/` },
    { success_assertions: assertions },
  );
  const { outcome, trace } = await check(config);
  await server.stop();
  expect(outcome).toBe("down");
  expect(trace).toMatchObject({ body: "no database, sorry", body_bytes: 18 });
});
