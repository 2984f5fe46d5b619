import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { dnsRecord } from "@/lib/testing/targets/dns-bytes";
import { startRawServer } from "@/lib/testing/targets/raw-server";
import { DnsExchange } from "./dns-exchange";
import { type DnsReply, encodeQuery } from "./dns-message";

const udp = createSocket("udp4");
const stops: (() => unknown)[] = [() => udp.close()];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const TRUNCATED = 0x8380;

test("accepts an answer over TCP even if it's marked as truncated, as dig does", async () => {
  const query = encodeQuery(7, "shop.example", "A") ?? Buffer.alloc(0);
  const answer = Buffer.concat([query, dnsRecord("A", Buffer.from([192, 0, 2, 7]))]);
  answer.writeUInt16BE(TRUNCATED, 2);
  answer.writeUInt16BE(1, 6);
  udp.bind(0, "127.0.0.1").on("message", (_, from) => udp.send(answer, from.port, from.address));
  await once(udp, "listening");
  const length = Buffer.from([0, answer.length]);
  const { port } = udp.address();
  const tcp = await startRawServer(
    (socket) => void socket.once("data", () => socket.end(Buffer.concat([length, answer]))),
    "127.0.0.1",
    port,
  );
  stops.push(tcp.stop);
  const reply = await new Promise<DnsReply>((resolve, reject) => {
    const exchange = new DnsExchange(`127.0.0.1:${port}`, query, resolve, reject);
    stops.push(() => exchange.end());
    exchange.send();
  });
  expect(reply).toEqual({ records: [{ value: "192.0.2.7", ttl: 0 }], code: null, isTruncated: false });
});
