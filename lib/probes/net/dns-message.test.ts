import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ASKED, dnsName, dnsNumbers, dnsRecord, dnsStrings } from "@/lib/testing/targets/dns-bytes";
import { decodeReply, encodeQuery } from "./dns-message";
import { RECORD_TYPES, type RecordType } from "./dns-record";

const query = queryFor("shop.example");

function queryFor(name: string, type: RecordType = "A"): Buffer {
  const encoded = encodeQuery(0x1234, name, type);
  if (!encoded) throw new Error(`${name} is a name`);
  return encoded;
}

function reply(resources: readonly Buffer[], flags = 0x8180, asked = query): Buffer {
  const head = Buffer.from(asked);
  head.writeUInt16BE(flags, 2);
  head.writeUInt16BE(resources.length, 6);
  return Buffer.concat([head, ...resources]);
}

const address = dnsRecord("A", Buffer.from([192, 0, 2, 7]), ASKED, 60);

it("follows aliases to a name's addresses, in any order, and takes the shortest TTL", () => {
  expect(decodeReply(reply([address]), query)?.records).toEqual([{ value: "192.0.2.7", ttl: 60 }]);
  const chain = [
    dnsRecord("A", Buffer.from([192, 0, 2, 8]), dnsName("edge.cdn.example"), 300),
    dnsRecord("CNAME", dnsName("edge.cdn.example"), dnsName("CDN.example"), 20),
    dnsRecord("CNAME", dnsName("cdn.example"), ASKED, 90),
    dnsRecord("A", Buffer.from([192, 0, 2, 9]), dnsName("other.example"), 300),
  ];
  expect(decodeReply(reply(chain), query)?.records).toEqual([{ value: "192.0.2.8", ttl: 20 }]);
});

it("reads an IPv6 address in its usual notation", () => {
  const six = dnsRecord("AAAA", Buffer.from("20010db8000000000000000000000007", "hex"), ASKED, 60);
  const asked = queryFor("shop.example", "AAAA");
  expect(decodeReply(reply([six], 0x8180, asked), asked)?.records).toEqual([
    { value: "2001:db8::7", ttl: 60 },
  ]);
});

it.each<[RecordType, Buffer, string]>([
  ["NS", dnsName("NS1.Example"), "ns1.example"],
  ["PTR", dnsName("host.example"), "host.example"],
  ["CNAME", dnsName("cdn.example"), "cdn.example"],
  ["MX", Buffer.concat([dnsNumbers(10), dnsName("Mail.example")]), "10 mail.example"],
  ["MX", Buffer.concat([dnsNumbers(0), dnsName("")]), "0 ."],
  ["MX", Buffer.concat([dnsNumbers(10), dnsStrings("mail"), ASKED]), "10 mail.shop.example"],
  ["SRV", Buffer.concat([dnsNumbers(10, 5, 5060), dnsName("sip.example")]), "10 5 5060 sip.example"],
  ["TXT", dnsStrings("v=spf1 ", "-All"), "v=spf1 -All"],
  ["TXT", dnsStrings(Buffer.from([0xc3]), Buffer.from([0xa9])), "é"],
  [
    "SOA",
    Buffer.concat([dnsName("ns.example"), dnsName("ada.example"), dnsNumbers(0, 7, 0, 2, 0, 3, 0, 4, 0, 5)]),
    "ns.example ada.example 7 2 3 4 5",
  ],
  [
    "CAA",
    Buffer.concat([Buffer.from([128]), dnsStrings("Issue"), Buffer.from("ca.example")]),
    '128 issue "ca.example"',
  ],
  ["NS", dnsStrings("a.b", "exa\\mple", "\u0001", ""), "a\\.b.exa\\\\mple.\\001"],
])("reads a record of type %s as zone files write it", (type, data, value) => {
  const asked = queryFor("shop.example", type);
  expect(decodeReply(reply([dnsRecord(type, data)], 0x8180, asked), asked)?.records).toEqual([
    { value, ttl: 0 },
  ]);
});

it.each<[RecordType, Buffer]>([
  ["A", Buffer.alloc(5)],
  ["AAAA", Buffer.alloc(4)],
  ["MX", dnsNumbers(10)],
  ["SRV", dnsNumbers(1, 2)],
  ["TXT", Buffer.from([5, 65])],
  ["TXT", Buffer.alloc(0)],
  ["SOA", Buffer.concat([dnsName("ns.example"), dnsName("ada.example"), dnsNumbers(1)])],
  ["CAA", Buffer.from([0, 9, 65])],
  ["NS", Buffer.concat([dnsName("ns.example"), Buffer.from([1])])],
])("skips a malformed record of type %s", (type, data) => {
  const asked = queryFor("shop.example", type);
  expect(decodeReply(reply([dnsRecord(type, data)], 0x8180, asked), asked)).toMatchObject({
    code: "ENODATA",
  });
});

it("returns only records of the type that was asked for, and an alias itself when it was", () => {
  const records = [
    dnsRecord("CNAME", dnsName("cdn.example")),
    dnsRecord("A", Buffer.from([192, 0, 2, 8]), dnsName("cdn.example")),
  ];
  const valuesOf = (type: RecordType) => {
    const asked = queryFor("shop.example", type);
    return decodeReply(reply(records, 0x8180, asked), asked)?.records.map(({ value }) => value);
  };
  expect([valuesOf("A"), valuesOf("CNAME"), valuesOf("TXT")]).toEqual([["192.0.2.8"], ["cdn.example"], []]);
});

it("refuses a long chain of pointers instead of following it for every record", () => {
  const asked = queryFor("shop.example", "TXT");
  const chain = Buffer.alloc(2 * 8000);
  // Behind the owner, type, class, TTL, and length of the record that holds the chain.
  const from = asked.length + 12;
  for (let at = 0; at < chain.length; at += 2)
    chain.writeUInt16BE(at === 0 ? 0xc00c : 0xc000 | (from + at - 2), at);
  const far = dnsNumbers(0xc000 | (from + chain.length - 2));
  const records = [dnsRecord("A", chain), ...Array<Buffer>(4000).fill(dnsRecord("A", Buffer.alloc(4), far))];
  expect(decodeReply(reply(records, 0x8180, asked), asked)).toBeNull();
  const short = dnsNumbers(0xc000 | (from + 100));
  expect(
    decodeReply(reply([dnsRecord("A", chain), dnsRecord("A", Buffer.alloc(4), short)], 0x8180, asked), asked),
  ).not.toBeNull();
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

/** Returns a reply with a number of 16 bits replaced. */
function patched(whole: Buffer, at: number, value: number): Buffer {
  const bytes = Buffer.from(whole);
  bytes.writeUInt16BE(value, at);
  return bytes;
}
const cdn = dnsRecord("A", Buffer.from([192, 0, 2, 7]), dnsName("cdn.example"), 60);

it.each<[string, Buffer]>([
  ["another operation", reply([address], 0x8980)],
  ["another class of record, such as mDNS's flush bit", patched(reply([address]), query.length + 4, 0x8001)],
  [
    "two aliases of one name",
    reply([dnsRecord("CNAME", dnsName("other.example")), dnsRecord("CNAME", dnsName("cdn.example")), cdn]),
  ],
  [
    "a pointer that points forward",
    Buffer.concat([
      reply([dnsRecord("A", Buffer.from([192, 0, 2, 7]), dnsNumbers(0xc000 | (query.length + 16)), 60)]),
      dnsName("shop.example"),
    ]),
  ],
  ["the same record twice", reply([address, address])],
  ["garbage after the message", Buffer.concat([reply([address]), Buffer.from("garbage")])],
  ["a record that is malformed beside one that isn't", reply([dnsRecord("A", Buffer.alloc(5)), address])],
  ["fewer records than it says", patched(reply([address]), 6, 2)],
  [
    "a second record that breaks off",
    Buffer.concat([patched(reply([address]), 6, 2), address.subarray(0, 7)]),
  ],
  [
    "no question, as dig reads it",
    Buffer.concat([
      patched(patched(reply([]), 4, 0), 6, 1).subarray(0, 12),
      dnsRecord("A", Buffer.from([192, 0, 2, 7]), dnsName("shop.example"), 60),
    ]),
  ],
])("reads an answer as glibc does: %s", (_, message) => {
  expect(decodeReply(message, query)?.records.map(({ value }) => value)).toEqual(["192.0.2.7"]);
});

it("reads a failure without its question, but never that a name doesn't exist", () => {
  const bare = (flags: number) => patched(reply([], flags), 4, 0).subarray(0, 12);
  expect(decodeReply(bare(0x8185), query)).toMatchObject({ code: "EREFUSED", records: [] });
  expect([decodeReply(bare(0x8183), query), decodeReply(bare(0x8180), query)]).toEqual([null, null]);
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
  const circle = [dnsRecord("CNAME", dnsName("b.example")), dnsRecord("CNAME", ASKED, dnsName("b.example"))];
  expect(decodeReply(reply(circle), query)).toMatchObject({ code: "ENODATA" });
  const self = Buffer.from([0xc0, query.length]);
  expect(decodeReply(reply([dnsRecord("A", Buffer.alloc(4), self)]), query)).toBeNull();
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
  const soa = Buffer.concat([dnsName("ns.example"), dnsName("ada.example"), Buffer.alloc(20)]);
  const mx = Buffer.concat([dnsNumbers(10), ASKED]);
  const others = [
    dnsRecord("TXT", dnsStrings("a", "b")),
    dnsRecord("SOA", soa),
    dnsRecord("MX", mx),
    dnsRecord("CAA", dnsStrings("", "issue")),
  ];
  const whole = reply([dnsRecord("CNAME", dnsName("cdn.example")), address, ...others]);
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
      for (const type of Object.values(RECORD_TYPES)) {
        const asked = Buffer.from(query);
        asked.writeUInt16BE(type, asked.length - 4);
        if (message.length >= asked.length) message.writeUInt16BE(type, asked.length - 4);
        const read = decodeReply(message, asked);
        if (read) expect(read.code === null).toBe(read.records.length > 0);
      }
    }),
    { seed, numRuns: 2000 },
  );
});
