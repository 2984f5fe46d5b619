import { afterEach, expect, it } from "vitest";
import type { MonitorConfig } from "@/lib/contract/checks/check";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { type NameServer, startNameServer } from "@/lib/testing/targets/name-server";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";

// 127.0.0.2 simulates a public address: it's the only one that the policy opens. Listeners on 127.0.0.1 and 127.0.0.3
// prove that no packet was sent to them.
const OPEN = ["127.0.0.2/32"];

const running: (RawServer | NameServer)[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function listen(
  host: string,
  port = 0,
  head = "HTTP/1.1 200 OK\r\nContent-Length: 0",
): Promise<RawServer> {
  const server = await startRawServer(
    (socket) => void socket.once("data", () => socket.end(`${head}\r\n\r\n`)),
    host,
    port,
  );
  running.push(server);
  return server;
}

/** Starts the open listener and the closed ones on one port, so that only the address differs. */
async function listeners(head?: string): Promise<{ open: RawServer; closed: RawServer[] }> {
  const open = await listen("127.0.0.2", 0, head);
  const closed = [await listen("127.0.0.1", open.port), await listen("127.0.0.3", open.port)];
  return { open, closed };
}

const reached = (servers: RawServer[]) => servers.reduce((sum, server) => sum + server.connections(), 0);

async function names(answer: Parameters<typeof startNameServer>[0]): Promise<NameServer> {
  const server = await startNameServer(answer);
  running.push(server);
  return server;
}

const tcp = (host: string, port: number): MonitorConfig =>
  monitorConfig({ host, port, connection: "plain" }, { protocol: "tcp" });

it("blocks a name that changes to loopback after its first answer at every later check of every protocol", async () => {
  const { open, closed } = await listeners();
  let address = "127.0.0.2";
  let clockMs = 0;
  const server = await names((_, type) => (type === "A" ? [address] : []));
  const resolver = server.resolver(() => clockMs);
  const http = monitorConfig({ url: `http://rebind.test:${open.port}/` });
  expect((await check(http, OPEN, resolver)).outcome).toBe("up");
  expect((await check(tcp("rebind.test", open.port), OPEN, resolver)).outcome).toBe("up");
  for (address of ["127.0.0.1", "127.0.0.3", "169.254.169.254", "10.0.0.1", "0.0.0.0"]) {
    clockMs += 10_000;
    const icmp = monitorConfig({ host: "rebind.test" }, { protocol: "icmp" });
    for (const config of [http, tcp("rebind.test", open.port), icmp]) {
      const result = await check(config, OPEN, resolver);
      expect(result.error?.code).toBe("blocked_address");
      expect(result.outcome).toBe("inconclusive");
    }
  }
  expect(server.asked.filter((query) => query.endsWith(" A"))).toHaveLength(6);
  expect(reached(closed)).toBe(0);
});

it("resolves and judges the name of a redirect again", async () => {
  const closed = await listen("127.0.0.3");
  const { open } = await listeners(
    `HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: http://inner.test:${closed.port}/`,
  );
  const server = await names((name, type) =>
    type === "A" ? [name === "inner.test" ? "127.0.0.3" : "127.0.0.2"] : [],
  );
  const config = monitorConfig({ url: `http://outer.test:${open.port}/` });
  const result = await check(
    config,
    OPEN,
    server.resolver(() => 0),
  );
  expect(result).toMatchObject({ outcome: "inconclusive", error: { code: "blocked_address" } });
  expect(result.redirects).toHaveLength(1);
  expect(reached([closed])).toBe(0);
});

it("uses only the allowed address of mixed answers and never tries a private AAAA next to a public A", async () => {
  const { open, closed } = await listeners();
  const server = await names((name, type) => {
    if (type === "AAAA") return name === "six.test" ? ["fd00::1", "::1"] : [];
    return name === "six.test" ? ["127.0.0.2"] : ["127.0.0.1", "127.0.0.3", "127.0.0.2"];
  });
  const resolver = server.resolver(() => 0);
  for (const host of ["mixed.test", "six.test"]) {
    const result = await check(monitorConfig({ url: `http://${host}:${open.port}/` }), OPEN, resolver);
    expect(result).toMatchObject({ outcome: "up", remote_address: "127.0.0.2" });
  }
  expect(reached(closed)).toBe(0);
});

it("sends no packet to a closed address in any notation", async () => {
  const { open, closed } = await listeners();
  const hosts = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "017700000001",
    "127.0.0.1.",
  ];
  const six = [
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::7f00:1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
  ];
  const named = ["localhost", "x.localhost", "LOCALHOST.", "①②⑦.⓪.⓪.①", "127。0。0。1"];
  const server = await names(() => []);
  for (const host of [...hosts, ...six, ...named]) {
    const config = monitorConfig({ url: `http://${host}:${open.port}/` });
    const result = await check(
      config,
      OPEN,
      server.resolver(() => 0),
    );
    expect(result.outcome, host).toBe("inconclusive");
    expect(result.error?.code, host).toBe("blocked_address");
  }
  expect(reached([open, ...closed])).toBe(0);
});
