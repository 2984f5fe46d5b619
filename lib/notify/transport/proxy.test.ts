import http from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { policyFrom } from "@/lib/probes/net/policy";
import { forget } from "@/lib/shared/once";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";
import { proxyFor } from "./connections";
import { exchange } from "./http";

let proxy: http.Server;
let seen: string[] = [];
let credentials: (string | undefined)[] = [];
let target: RawServer;
let refusesWith: number | null = null;

/** A forward proxy that resolves every `*.corp.test` name to the target. */
beforeEach(async () => {
  target = await startRawServer(
    (socket) => void socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")),
  );
  proxy = http.createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    credentials.push(request.headers["proxy-authorization"]);
    response.end("forwarded");
  });
  proxy.on("connect", (request, socket) => {
    seen.push(`CONNECT ${request.url}`);
    credentials.push(request.headers["proxy-authorization"]);
    if (refusesWith) return socket.end(`HTTP/1.1 ${refusesWith} No\r\n\r\n`);
    const upstream = connect(target.port, "127.0.0.1");
    socket.on("error", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
});

const names = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "no_proxy"] as const;
afterEach(async () => {
  seen = [];
  credentials = [];
  refusesWith = null;
  use({});
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await target.stop();
});

function use(values: Partial<Record<(typeof names)[number], string>>): void {
  for (const name of names) delete process.env[name];
  Object.assign(process.env, values);
  forget("env");
}

const address = () => `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
const post = (url: string, privateTargets: string[] = []) => {
  const step = { method: "POST", url, headers: {}, body: "{}" } as const;
  return exchange(step, { policy: policyFrom(privateTargets) });
};

test("sends a plain request to the proxy with its whole URL and the proxy's credentials", async () => {
  use({ HTTP_PROXY: `http://us%40er:100%@${address()}` });
  expect(await post("http://hooks.corp.test/a?b=1")).toMatchObject({ status: 200, body: "forwarded" });
  expect(seen).toEqual(["POST http://hooks.corp.test/a?b=1"]);
  expect(credentials).toEqual([`Basic ${Buffer.from("us@er:100%").toString("base64")}`]);
});

test("opens a tunnel for https, and verifies the certificate of the receiver behind it", async () => {
  use({ https_proxy: address() });
  await expect(post("https://hooks.corp.test/")).rejects.toThrow(/^TLS: /);
  expect(seen).toEqual(["CONNECT hooks.corp.test:443"]);
  expect(target.connections()).toBe(1);
});

test("says that the proxy refused", async () => {
  use({ HTTPS_PROXY: `http://${address()}` });
  refusesWith = 407;
  await expect(post("https://hooks.corp.test/")).rejects.toThrow(
    `the proxy ${address()} refused to connect to hooks.corp.test:443: it returned 407`,
  );
});

test("never asks the proxy for an address that the policy forbids", async () => {
  use({ HTTP_PROXY: address(), HTTPS_PROXY: address() });
  await expect(post("http://10.0.0.1/")).rejects.toMatchObject({ final: true });
  await expect(post("https://169.254.169.254/", ["0.0.0.0/0"])).rejects.toMatchObject({ final: true });
  expect(seen).toEqual([]);
});

test("reaches this machine and exempt hosts directly", async () => {
  use({ HTTP_PROXY: address() });
  const url = `http://127.0.0.1:${target.port}/`;
  expect(await post(url, ["127.0.0.0/8"])).toMatchObject({ body: "ok" });
  expect(seen).toEqual([]);
});

test.each([
  ["https://a.example.com", "", true],
  ["https://a.example.com", "*", false],
  ["https://a.example.com", "example.com", false],
  ["https://a.example.com", ".example.com", false],
  ["https://a.example.com", "other.net, *.example.com", false],
  ["https://badexample.com", "example.com", true],
  ["https://a.example.com:8443", "example.com:8443", false],
  ["https://a.example.com", "example.com:8443", true],
  ["https://10.1.2.3", "10.0.0.0/8", false],
  ["https://10.1.2.3", "10.1.2.3", false],
  ["https://[fd00::1]", "fd00::/8", false],
  ["https://110.1.2.3", "10.1.2.3", true],
  ["https://localhost:9000", "", false],
  ["https://[::1]", "", false],
])("NO_PROXY for %s is %j: proxied %s", (url, exempt, isProxied) => {
  use({ HTTPS_PROXY: "http://proxy.corp:3128", NO_PROXY: exempt });
  expect(proxyFor(new URL(url)) !== null).toBe(isProxied);
});
