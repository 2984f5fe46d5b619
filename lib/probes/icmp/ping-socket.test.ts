import { EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { PingSocket } from "./ping-socket";

interface Sent {
  readonly packet: Buffer;
  readonly to: string;
}

/** Replaces the system's socket: records what is sent and delivers replies on demand. */
class ScriptedSocket extends EventEmitter {
  readonly sent: Sent[] = [];
  refusal: string | null = null;

  send(packet: Buffer, _port: number, to: string, done: (error: Error | null) => void): void {
    const error = this.refusal && Object.assign(new Error(this.refusal), { code: this.refusal });
    if (error) return void process.nextTick(done, error);
    this.sent.push({ packet, to });
    process.nextTick(done, null);
  }

  /** Delivers a host's reply to what was sent, from the same address unless another is given. */
  answer({ packet, to }: Sent, from = to, change: (reply: Buffer) => void = () => undefined): void {
    const reply = Buffer.from(packet);
    reply[0] = packet[0] === 8 ? 0 : 129;
    change(reply);
    this.emit("message", reply, { address: from });
  }
}

function scene(family: 4 | 6 = 4) {
  const wire = new ScriptedSocket();
  const pings = new PingSocket(wire as unknown as ConstructorParameters<typeof PingSocket>[0], family);
  /** A ping whose time is up when `late` is called. */
  const ping = (address: string) => {
    let late: () => void = () => undefined;
    const answer = pings.ping(address, (onLate) => {
      late = onLate;
    });
    answer.catch(() => undefined);
    return { answer, late: () => late() };
  };
  /** The last ping sent. */
  const last = (): Sent => wire.sent.at(-1) ?? { packet: Buffer.alloc(0), to: "" };
  return { wire, ping, last };
}

const sequenceOf = ({ packet }: Sent) => packet.readUInt16BE(6);

it("ends a ping with its reply and measures the round trip", async () => {
  const { wire, ping, last } = scene();
  const { answer } = ping("192.0.2.1");
  expect(last().to).toBe("192.0.2.1");
  wire.answer(last());
  const tookMs = await answer;
  expect(tookMs).toBeGreaterThanOrEqual(0);
  expect(tookMs).toBeLessThan(60_000);
});

it("ignores replies that don't match: wrong address, wrong token, truncated, a request, an unreachable", async () => {
  const { wire, ping, last } = scene();
  const { answer, late } = ping("192.0.2.1");
  wire.answer(last(), "192.0.2.2");
  wire.answer(last(), undefined, (reply) => reply.writeUInt8((reply[8] ?? 0) ^ 1, 8));
  wire.answer(last(), undefined, (reply) => reply.writeUInt16BE(sequenceOf(last()) + 1, 6));
  wire.answer(last(), undefined, (reply) => reply.writeUInt8(3, 0));
  wire.emit("message", last().packet, { address: "192.0.2.1" });
  wire.emit("message", Buffer.alloc(3), { address: "192.0.2.1" });
  late();
  await expect(answer).rejects.toMatchObject({
    code: "icmp_timeout",
    message: /timed out waiting for a ping reply/,
  });
});

it("never shares a token between two pings of one address, so no target can answer for another", () => {
  const { wire, ping } = scene();
  ping("192.0.2.1");
  ping("192.0.2.1");
  const [one, other] = wire.sent.map(({ packet }) => packet.subarray(8).toString("hex"));
  expect(one).not.toBe(other);
});

it("ignores a second reply and one after the deadline", async () => {
  const { wire, ping, last } = scene();
  const first = ping("192.0.2.1");
  const asked = last();
  wire.answer(asked);
  wire.answer(asked);
  await first.answer;
  // A deadline that wasn't stopped in time ends nothing either.
  first.late();

  const second = ping("192.0.2.1");
  const missed = last();
  second.late();
  await expect(second.answer).rejects.toMatchObject({ code: "icmp_timeout" });
  wire.answer(missed);
  const third = ping("192.0.2.1");
  wire.answer(missed);
  third.late();
  await expect(third.answer).rejects.toMatchObject({ code: "icmp_timeout" });
});

it("reuses sequence numbers after 65,536 pings, skips those in flight and ignores late replies to old ones", async () => {
  const { wire, ping, last } = scene();
  const slow = ping("192.0.2.1");
  const kept = last();
  const missed = ping("192.0.2.2");
  const old = last();
  missed.late();
  for (let round = 0; round < 65_534; round += 1) {
    const { answer } = ping("192.0.2.3");
    if (wire.sent.length % 32 === 0) await turn();
    wire.answer(last());
    await answer;
  }
  await turn();
  const again = ping("192.0.2.2");
  const numbers = new Set([sequenceOf(kept), sequenceOf(last())]);
  expect(numbers.size).toBe(2);
  expect(sequenceOf(last())).toBe(sequenceOf(old));
  wire.answer(old);
  again.late();
  await expect(again.answer).rejects.toMatchObject({ code: "icmp_timeout" });
  wire.answer(kept);
  expect(await slow.answer).toBeGreaterThanOrEqual(0);
});

it("treats the 65,537th ping in flight as the runner's limit, not the target's failure", async () => {
  const { ping } = scene();
  for (let count = 0; count < 65_536; count += 1) ping("192.0.2.1");
  await expect(ping("192.0.2.1").answer).rejects.toMatchObject({ code: "runner_overloaded" });
});

it("spreads a burst over turns of the event loop, so that replies are read in between", async () => {
  const { wire, ping } = scene();
  for (let count = 0; count < 100; count += 1) ping("192.0.2.1");
  expect(wire.sent).toHaveLength(32);
  await turn();
  expect(wire.sent).toHaveLength(64);
});

it("blames the runner for a ping whose time was up before it was sent, and doesn't send it", async () => {
  const { wire, ping } = scene();
  for (let count = 0; count < 32; count += 1) ping("192.0.2.1");
  const { answer, late } = ping("192.0.2.9");
  late();
  await expect(answer).rejects.toMatchObject({ code: "runner_overloaded" });
  await turn();
  await turn();
  expect(wire.sent.map(({ to }) => to)).not.toContain("192.0.2.9");
});

it.each([
  ["ENETUNREACH", "icmp_unreachable"],
  ["EHOSTUNREACH", "icmp_unreachable"],
  ["ENOBUFS", "runner_overloaded"],
  ["ENETDOWN", "runner_offline"],
  ["EPERM", "unsupported"],
  ["EINVAL", "unsupported"],
])("reports %s while sending immediately as %s", async (refusal, code) => {
  const { wire, ping } = scene();
  wire.refusal = refusal;
  await expect(ping("192.0.2.1").answer).rejects.toMatchObject({ code, message: /^192\.0\.2\.1: / });
});

it("fails the pings in flight with a failed socket as the runner's failure", async () => {
  const { wire, ping } = scene();
  const [one, other] = [ping("192.0.2.1"), ping("192.0.2.2")];
  wire.emit("error", new Error("out of order"));
  await expect(one.answer).rejects.toMatchObject({ code: "runner_overloaded" });
  await expect(other.answer).rejects.toMatchObject({ code: "runner_overloaded" });
});

it("matches an IPv6 address in any notation, including its zone", async () => {
  const { wire, ping, last } = scene(6);
  const { answer } = ping("2001:DB8:0:0::1");
  wire.answer(last(), "2001:db8::1");
  expect(await answer).toBeGreaterThanOrEqual(0);
  const local = ping("fe80:0::1%eth0");
  wire.answer(last(), "fe80::1%eth0");
  expect(await local.answer).toBeGreaterThanOrEqual(0);
});
