import { expect, it } from "vitest";
import { echoRequest, readEchoReply } from "./ping-socket";

const token = Buffer.from("0123456789abcdef");

/** Turns a request into a host's reply: the type changes, the rest is returned unchanged (RFC 792, RFC 4443 §4.2). */
function answered(family: 4 | 6, sequence: number): Buffer {
  const reply = echoRequest(family, sequence, token);
  reply[0] = family === 4 ? 0 : 129;
  return reply;
}

it.each([
  [4, 8],
  [6, 128],
] as const)(
  "builds an echo request of IPv%i with type %i, code 0, its sequence number, and the token",
  (family, type) => {
    const packet = echoRequest(family, 0xabcd, token);
    expect([...packet.subarray(0, 8)]).toEqual([type, 0, 0, 0, 0, 0, 0xab, 0xcd]);
    expect(packet.subarray(8)).toEqual(token);
  },
);

it.each([4, 6] as const)("reads an echo reply of IPv%i up to the highest sequence number", (family) => {
  expect(readEchoReply(family, answered(family, 0))).toEqual({ sequence: 0, token });
  expect(readEchoReply(family, answered(family, 65_535))).toEqual({ sequence: 65_535, token });
});

it("ignores everything but a reply: a request, an unreachable, another family's, another code, half a header", () => {
  expect(readEchoReply(4, echoRequest(4, 1, token))).toBeNull();
  const unreachable = answered(4, 1);
  unreachable[0] = 3;
  expect(readEchoReply(4, unreachable)).toBeNull();
  expect(readEchoReply(4, answered(6, 1))).toBeNull();
  expect(readEchoReply(6, answered(4, 1))).toBeNull();
  const coded = answered(4, 1);
  coded[1] = 1;
  expect(readEchoReply(4, coded)).toBeNull();
  expect(readEchoReply(4, answered(4, 1).subarray(0, 7))).toBeNull();
  expect(readEchoReply(4, Buffer.alloc(0))).toBeNull();
});

it("reads no token from a reply cut after its header", () => {
  expect(readEchoReply(4, answered(4, 1).subarray(0, 8))).toEqual({ sequence: 1, token: Buffer.alloc(0) });
});
