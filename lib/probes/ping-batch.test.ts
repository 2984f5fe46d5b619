import { expect, it } from "vitest";
import type { ProbeError } from "./outgoing/probe-error";
import { FpingBatch, PingEachBatch, type PingTask } from "./ping-batch";

/** A task for each address that keeps what became of it. */
function scene(Batch: typeof FpingBatch | typeof PingEachBatch, addresses: string[], timeoutMs = 1000) {
  const outcomes: (number | string | null)[] = addresses.map(() => null);
  const messages: string[] = [];
  const tasks = addresses.map((address, at): PingTask => {
    const answered = (roundTripMs: number) => {
      outcomes[at] = roundTripMs;
    };
    const failed = (error: ProbeError) => {
      outcomes[at] = error.code;
      messages.push(error.message);
    };
    return { address, timeoutMs, answered, failed };
  });
  const batch = new Batch(tasks, timeoutMs);
  const say = (...lines: string[]) => {
    for (const line of lines) batch.line(line);
  };
  return { batch, outcomes, messages, tasks, say };
}

it("each target has its own answer and its own time; the silent ones are known in the end", () => {
  const { outcomes, say } = scene(FpingBatch, ["192.0.2.1", "192.0.2.2", "192.0.2.3"]);
  say("192.0.2.3 is alive (12.5 ms)", "192.0.2.1 is alive (0.042 ms)");
  expect(outcomes).toEqual([0.042, null, 12.5]);
  say("192.0.2.2 is unreachable");
  expect(outcomes).toEqual([0.042, "icmp_timeout", 12.5]);
});

it("one address asked twice is answered twice, and a third answer is nobody's", () => {
  const { outcomes, say } = scene(FpingBatch, ["::1", "::1", "2001:db8::1"]);
  say("::1 is alive (0.1 ms)", "::1 is alive (0.2 ms)", "::1 is alive (0.3 ms)");
  expect(outcomes).toEqual([0.1, 0.2, null]);
});

it("an answer after the check's own time is none, although fping waited longer", () => {
  const { outcomes, say } = scene(FpingBatch, ["192.0.2.1"], 900);
  say("192.0.2.1 is alive (901 ms)");
  expect(outcomes).toEqual(["icmp_timeout"]);
});

it("what the network says of one target ends that one at once, and fping too when nobody is left", () => {
  const { batch, outcomes, say } = scene(FpingBatch, ["192.0.2.1", "192.0.2.2"]);
  say("ICMP Host Unreachable from 198.51.100.1 for ICMP Echo sent to 192.0.2.2");
  expect(outcomes).toEqual([null, "icmp_unreachable"]);
  expect(batch.isIdle).toBe(false);
  say("192.0.2.1 is alive (0.5 ms)");
  expect(batch.isIdle).toBe(true);
});

it.each([
  ["Network is unreachable", "icmp_unreachable"],
  ["No route to host", "icmp_unreachable"],
  ["Network is down", "runner_offline"],
  ["No buffer space available", "runner_overloaded"],
  ["Operation not permitted", "unsupported"],
])("a ping that could not be sent (%s) is %s and hurts no other", (why, code) => {
  const { batch, outcomes, say } = scene(FpingBatch, ["192.0.2.1", "fe80::1%eth0"]);
  say(`fe80::1%eth0: error while sending ping: ${why}`, "192.0.2.1 is alive (0.5 ms)");
  expect(outcomes).toEqual([0.5, code]);
  expect(batch.end(1)).toEqual([]);
});

it("a target that answers for another changes nothing: the other one is pinged again alone", () => {
  const { batch, outcomes, tasks, say } = scene(FpingBatch, ["192.0.2.1", "192.0.2.2"]);
  say(" [<- 192.0.2.1]192.0.2.2 is alive (0.2 ms)", "192.0.2.1 is alive (0.4 ms)");
  expect(outcomes).toEqual([0.4, null]);
  expect(batch.end(0)).toEqual([]);
  expect(batch.again).toEqual([tasks[1]]);
});

it("a host that answers from another of its addresses is up, as the only one of an fping", () => {
  const { batch, outcomes, say } = scene(FpingBatch, ["192.0.2.2"]);
  say(" [<- 192.0.2.1]192.0.2.2 is alive (0.2 ms)");
  expect(outcomes).toEqual([0.2]);
  expect(batch.again).toEqual([]);
});

it("where this machine dropped answers, silence judges nobody", () => {
  const { batch, outcomes, messages, say } = scene(FpingBatch, ["192.0.2.1", "192.0.2.2"]);
  say("192.0.2.1 is alive (0.2 ms)");
  batch.doubt();
  say("192.0.2.2 is unreachable");
  expect(outcomes).toEqual([0.2, "runner_overloaded"]);
  expect(messages).toEqual(["192.0.2.2: this machine dropped answers to pings before they were read"]);
});

it.each([0, 137, null])("an fping that ends (%s) before it spoke of a target judges nobody", (code) => {
  const { batch, outcomes, say } = scene(FpingBatch, ["192.0.2.1", "192.0.2.2"]);
  say("192.0.2.1 is alive (0.2 ms)");
  expect(batch.end(code)).toEqual([]);
  expect(outcomes).toEqual([0.2, "runner_overloaded"]);
});

it.each([
  [127, "/bin/sh: 8: fping: not found"],
  [126, "/bin/sh: 8: fping: Operation not permitted"],
  [4, "fping: can't create socket (must run as root?) : Operation not permitted"],
])("fping that is missing or may not send (%i) leaves all to another program", (code, said) => {
  const { batch, outcomes, tasks, say } = scene(FpingBatch, ["192.0.2.1", "192.0.2.2"]);
  say(said);
  expect(batch.end(code)).toEqual(tasks);
  expect(outcomes).toEqual([null, null]);
});

it("ping says what became of its one target; one that the firewall refuses hurts no other", () => {
  const { batch, outcomes, say } = scene(PingEachBatch, [
    "192.0.2.1",
    "192.0.2.2",
    "192.0.2.3",
    "192.0.2.4",
    "192.0.2.5",
  ]);
  say(
    "192.0.2.2 1 PING 192.0.2.2 1 packets transmitted, 0 received, 100% packet loss",
    "192.0.2.1 0 64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=0.042 ms 1 packets transmitted",
    "192.0.2.3 2 ping: connect: Network is unreachable",
    "192.0.2.4 1 ping: sendmsg: Operation not permitted 1 packets transmitted, 0 received",
    "192.0.2.5 137",
  );
  expect(batch.end(0)).toEqual([]);
  expect(outcomes).toEqual([0.042, "icmp_timeout", "icmp_unreachable", "unsupported", "runner_overloaded"]);
});

it("ping that may not send leaves its target", () => {
  const { batch, tasks, say } = scene(PingEachBatch, ["192.0.2.1"]);
  say("192.0.2.1 2 ping: socktype: SOCK_RAW ping: socket: Operation not permitted");
  expect(batch.end(0)).toEqual(tasks);
});
