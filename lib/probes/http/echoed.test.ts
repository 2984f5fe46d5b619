import { expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { useHttpServers } from "@/lib/testing/targets/http-server";

const listen = useHttpServers();
const ABSENT = [
  { type: "response_header", selector: "X-Said", operator: "contains", value: "nowhere" },
  { type: "response_body", operator: "contains", value: "welcome" },
];

it.each([
  ["a JSON body", '{"user":"eve","pin_code":7,"password":"own \\"pass\\" 4711"}', 'own "pass" 4711'],
  ["a form", "user=eve&passwd=own%20pass4712&x=1", "own pass4712"],
  ["a nested object", '{"login":{"user":"eve","api_key":"own-key-4713"}}', "own-key-4713"],
])("redacts a secret sent in %s wherever the target echoes it", async (_, body, secret) => {
  const url = await listen((request, response) => {
    request.resume();
    response.writeHead(500, { "content-type": "application/json", "x-said": `${secret} is wrong` });
    response.end(JSON.stringify({ said: `${secret} is wrong`, body }));
  });
  const request = { url, method: "POST", body };
  const result = await check(monitorConfig(request, { success_assertions: ABSENT }));
  expect(result.outcome).toBe("down");
  expect(result.trace?.body).toContain("is wrong");
  expect(JSON.stringify(result)).not.toMatch(/471[123]/);
});

it("redacts a secret in the URL wherever the target echoes it, both encoded and decoded", async () => {
  const url = await listen(({ url: path = "" }, response) => {
    const meant = new URL(path, "http://t").searchParams;
    const said = `${path} ${meant.get("api_key")} ${meant.get("sig")} ${meant.get("q")}`;
    response.writeHead(500, { "content-type": "text/plain", "x-said": said });
    response.end(said);
  });
  const asked = `${url}/a?api_key=own%2Fkey-4714&sig=own-key-4715&q=something`;
  const result = await check(monitorConfig({ url: asked }, { success_assertions: ABSENT }));
  expect(result.error?.message).toContain("something");
  expect(JSON.stringify(result)).not.toMatch(/471[45]/);
});

it("redacts a token regardless of the text around it", async () => {
  const token = `eyJ${"a".repeat(20)}.${"b".repeat(20)}.${"c".repeat(20)}`;
  const url = await listen((_, response) => {
    response.writeHead(500, { "content-type": "text/plain" });
    response.end(`host.example.${token} id-${token}, ${token}.more eyJ.no eyJnothing ${token}`);
  });
  const { trace } = await check(monitorConfig({ url }));
  expect(trace?.body).toBe(
    "host.example.[redacted] id-[redacted], [redacted].more eyJ.no eyJnothing [redacted]",
  );
});

it.each(["eyJ".repeat(174_000), "password:".repeat(58_000), "eyJaaaaaa.".repeat(52_000)])(
  "does not delay other checks while redacting half a megabyte of %.12s…",
  async (body) => {
    const url = await listen((_, response) => {
      response.writeHead(500, { "content-type": "text/plain" });
      response.end(body);
    });
    // CPU time, because on a busy machine other programs delay the timer, too.
    let longestMs = 0;
    let last = process.cpuUsage();
    const look = () => {
      longestMs = Math.max(longestMs, process.cpuUsage(last).user / 1000);
      last = process.cpuUsage();
    };
    const timer = setInterval(look, 1);
    const config = monitorConfig({ url }, { success_assertions: ABSENT, timeout_ms: 30_000 });
    const { trace } = await check(config);
    clearInterval(timer);
    look();
    expect(trace?.status_code).toBe(500);
    expect(longestMs).toBeLessThan(500);
  },
);
