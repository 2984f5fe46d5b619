import { afterEach, expect, it } from "vitest";
import { policyFrom } from "@/lib/probes/net/policy";
import { forget, once } from "@/lib/shared/once";
import { type NameServer, startNameServer } from "@/lib/testing/targets/name-server";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";
import { exchange } from "./http";

const running: (RawServer | NameServer)[] = [];
afterEach(async () => {
  forget("notify.resolver");
  for (const server of running.splice(0)) await server.stop();
});

const ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

it("refuses a webhook host that resolves to a private address after it was saved, without sending a packet", async () => {
  const answers = (host: string, port = 0) =>
    startRawServer((socket) => void socket.once("data", () => socket.end(ANSWER)), host, port);
  const open = await answers("127.0.0.2");
  const closed = await answers("127.0.0.1", open.port);
  let address = "127.0.0.2";
  let clockMs = 0;
  const names = await startNameServer((_, type) => (type === "A" ? [address] : []));
  running.push(open, closed, names);
  forget("notify.resolver");
  once("notify.resolver", () => names.resolver(() => clockMs));
  const policy = policyFrom(["127.0.0.2/32"]);
  const step = {
    kind: "http",
    id: "1",
    method: "POST",
    url: `http://hooks.test:${open.port}/`,
    headers: {},
    body: "{}",
  } as const;
  expect(await exchange(step, { policy })).toMatchObject({ status: 200 });
  for (address of ["127.0.0.1", "169.254.169.254", "192.168.1.1"]) {
    clockMs += 10_000;
    await expect(exchange(step, { policy })).rejects.toMatchObject({ final: true });
  }
  expect(open.connections()).toBe(1);
  expect(closed.connections()).toBe(0);
});
