import * as fc from "fast-check";
import { expect, it } from "vitest";
import { decodeReply, encodeQuery } from "./dns-message";

const query = queryFor("shop.example");

function queryFor(name: string): Buffer {
  const encoded = encodeQuery(0x1234, name, "A");
  if (!encoded) throw new Error(`${name} is a name`);
  return encoded;
}

/** A pointer to the name in the question (RFC 1035 §4.1.4). */
const ASKED = Buffer.from([0xc0, 12]);
const name = (text: string) =>
  Buffer.concat([
    ...text.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

function resource(owner: Buffer, type: number, ttl: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(ttl, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fixed, data]);
}

function reply(resources: readonly Buffer[], flags = 0x8180): Buffer {
  const head = Buffer.from(query);
  head.writeUInt16BE(flags, 2);
  head.writeUInt16BE(resources.length, 6);
  return Buffer.concat([head, ...resources]);
}

const address = resource(ASKED, 1, 60, Buffer.from([192, 0, 2, 7]));

it("follows aliases to a name's addresses, in any order, and takes the shortest TTL", () => {
  expect(decodeReply(reply([address]), query)?.records).toEqual([{ address: "192.0.2.7", ttl: 60 }]);
  const chain = [
    resource(name("edge.cdn.example"), 1, 300, Buffer.from([192, 0, 2, 8])),
    resource(name("CDN.example"), 5, 20, name("edge.cdn.example")),
    resource(ASKED, 5, 90, name("cdn.example")),
    resource(name("other.example"), 1, 300, Buffer.from([192, 0, 2, 9])),
  ];
  expect(decodeReply(reply(chain), query)?.records).toEqual([{ address: "192.0.2.8", ttl: 20 }]);
});

it("reads an IPv6 address in its usual notation", () => {
  const six = resource(ASKED, 28, 60, Buffer.from("20010db8000000000000000000000007", "hex"));
  expect(decodeReply(reply([six]), query)?.records).toEqual([{ address: "2001:db8::7", ttl: 60 }]);
});

it.each([
  [0x8183, "ENOTFOUND"],
  [0x8182, "ESERVFAIL"],
  [0x8185, "EREFUSED"],
  [0x8189, "ERCODE9"],
  [0x8180, "ENODATA"],
])("reads the code of an answer without addresses (%i: %s)", (flags, code) => {
  expect(decodeReply(reply([], flags), query)).toMatchObject({ code, records: [] });
});

it("rejects an answer to another question, with another ID, or that is itself a query", () => {
  const other = queryFor("evil.example");
  expect(decodeReply(reply([address]), other)).toBeNull();
  expect(decodeReply(reply([address], 0x0100), query)).toBeNull();
  const forged = reply([address]);
  forged.writeUInt16BE(0x4321, 0);
  expect(decodeReply(forged, query)).toBeNull();
});

it("accepts an answer whose server changed the case of the name", () => {
  const shouted = reply([address]);
  shouted.write("SHOP", 13, "latin1");
  expect(decodeReply(shouted, query)?.records).toHaveLength(1);
});

it("stops at aliases and pointers that form a loop", () => {
  const circle = [resource(ASKED, 5, 60, name("b.example")), resource(name("b.example"), 5, 60, ASKED)];
  expect(decodeReply(reply(circle), query)).toMatchObject({ code: "ENODATA" });
  const self = Buffer.from([0xc0, query.length]);
  expect(decodeReply(reply([resource(self, 1, 60, Buffer.alloc(4))]), query)).toBeNull();
});

it.each([
  "",
  "a..b",
  ".a",
  "a.",
  `${"a".repeat(64)}.test`,
  `${"a.".repeat(127)}test`,
  "sp ace.test",
  "é.test",
])("sends no query for %j, which isn't a valid name", (text) => {
  expect(encodeQuery(1, text, "A")).toBeNull();
});

it("never throws and never reads outside the message for any bytes", () => {
  const whole = reply([resource(ASKED, 5, 60, name("cdn.example")), address]);
  const seed = Math.floor(Math.random() * 2 ** 31);
  process.stdout.write(`dns-message seed ${seed}\n`);
  const cut = fc.integer({ min: 0, max: whole.length }).map((end) => whole.subarray(0, end));
  const bytes = fc.array(
    fc.tuple(fc.integer({ min: 0, max: whole.length - 1 }), fc.integer({ min: 0, max: 255 })),
  );
  const changed = bytes.map((changes) => {
    const message = Buffer.from(whole);
    for (const [at, value] of changes) message[at] = value;
    return message;
  });
  const tail = fc.uint8Array({ maxLength: 600 }).map((random) => Buffer.concat([reply([]), random]));
  const counted = tail.map((message) => {
    message.writeUInt16BE(0xffff, 6);
    return message;
  });
  fc.assert(
    fc.property(fc.oneof(cut, changed, tail, counted), (message) => {
      const read = decodeReply(message, query);
      if (read) expect(read.code === null).toBe(read.records.length > 0);
    }),
    { seed, numRuns: 2000 },
  );
});
