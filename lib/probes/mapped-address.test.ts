import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { check, LOOPBACK, monitorConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";
import { HostsFile } from "./net/hosts-file";
import { NameResolver } from "./net/resolver";

// `::ffff:127.0.0.1` is 127.0.0.1 (RFC 4291 §2.5.5.2) and must be treated as an IPv4 host.
const SPELLINGS = ["::ffff:127.0.0.1", "::FFFF:7f00:1", "0:0:0:0:0:ffff:127.0.0.1"];

let web: RawServer;
let plain: Server;
let port: number;
beforeEach(async () => {
  web = await startRawServer((socket) =>
    socket.once("data", () =>
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
    ),
  );
  plain = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
  port = (plain.address() as { port: number }).port;
});
afterEach(async () => {
  await web.stop();
  await new Promise((resolve) => plain.close(resolve));
});

describe.each(SPELLINGS)("%s", (host) => {
  const icmp = monitorConfig({ host }, { protocol: "icmp" });

  it("is reached over IPv4 by HTTP and TCP, and reports that address", async () => {
    const http = await check(monitorConfig({ url: `http://[${host}]:${web.port}/` }));
    expect(http).toMatchObject({ outcome: "up", remote_address: "127.0.0.1" });
    const tcp = await check(monitorConfig({ host, port }, { protocol: "tcp" }));
    expect(tcp).toMatchObject({ outcome: "up", remote_address: "127.0.0.1" });
  });

  it("answers a ping exactly when 127.0.0.1 does", async () => {
    const other = await check(monitorConfig({ host: "127.0.0.1" }, { protocol: "icmp" }));
    const { outcome, error, remote_address } = await check(icmp);
    expect({ outcome, code: error?.code }).toEqual({ outcome: other.outcome, code: other.error?.code });
    expect(remote_address).toBe(other.remote_address);
  });

  it("is closed when 127.0.0.1 is, for every protocol", async () => {
    const tcp = monitorConfig({ host, port }, { protocol: "tcp" });
    for (const config of [monitorConfig({ url: `http://[${host}]:${web.port}/` }), tcp, icmp]) {
      const { outcome, error } = await check(config, ["::/0"]);
      expect({ outcome, code: error?.code }).toEqual({ outcome: "inconclusive", code: "blocked_address" });
      expect(error?.message).toContain("127.0.0.1 is a loopback address");
    }
  });
});

it("never reaches a metadata address in this notation either, whatever is open", async () => {
  const { outcome, error } = await check(monitorConfig({ url: "http://[::ffff:169.254.169.254]/" }), [
    "0.0.0.0/0",
  ]);
  expect({ outcome, code: error?.code }).toEqual({ outcome: "inconclusive", code: "blocked_address" });
});

it("reaches a name over IPv4 when its IPv6 record or hosts entry is such an address", async () => {
  const none = () => Promise.reject(Object.assign(new Error("no"), { code: "ENODATA" }));
  const resolve6 = () => Promise.resolve([{ address: "::ffff:7f00:1", ttl: 60 }]);
  const hosts = new HostsFile("/hosts", () => "::ffff:127.0.0.1 file.test\n");
  const resolver = new NameResolver({ resolve4: none, resolve6 }, hosts);
  for (const host of ["record.test", "file.test"]) {
    const found = await check(monitorConfig({ host, port }, { protocol: "tcp" }), LOOPBACK, resolver);
    expect(found).toMatchObject({ outcome: "up", remote_address: "127.0.0.1" });
  }
});
