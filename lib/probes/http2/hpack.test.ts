import { expect, it } from "vitest";
import { headerFrames } from "./frame";
import { encoded, type Field, FieldsError, Hpack, TooManyFields } from "./hpack";

const bytes = (hex: string) => Buffer.from(hex.replaceAll(/\s/g, ""), "hex");
const MAX = 256 * 1024;

// The examples of RFC 7541 appendix C.6, whose table of 256 bytes evicts entries.
const SECTIONS: readonly [hex: string, fields: readonly Field[]][] = [
  [
    "3fe101 4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3",
    [
      [":status", "302"],
      ["cache-control", "private"],
      ["date", "Mon, 21 Oct 2013 20:13:21 GMT"],
      ["location", "https://www.example.com"],
    ],
  ],
  [
    "4883 640e ffc1 c0bf",
    [
      [":status", "307"],
      ["cache-control", "private"],
      ["date", "Mon, 21 Oct 2013 20:13:21 GMT"],
      ["location", "https://www.example.com"],
    ],
  ],
  [
    "88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07",
    [
      [":status", "200"],
      ["cache-control", "private"],
      ["date", "Mon, 21 Oct 2013 20:13:22 GMT"],
      ["location", "https://www.example.com"],
      ["content-encoding", "gzip"],
      ["set-cookie", "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1"],
    ],
  ],
];

it("decodes the examples of RFC 7541, with a table that evicts entries", () => {
  const hpack = new Hpack();
  for (const [hex, fields] of SECTIONS) expect(hpack.decode(bytes(hex), MAX)).toEqual(fields);
});

it("decodes what it encodes, of any length and over several frames", () => {
  const fields: Field[] = [
    [":status", "200"],
    ["x", ""],
    ["x-latin", "gr\xfc\xdfe"],
    ["x-long", "a".repeat(40_000)],
    ["x-127", "b".repeat(127)],
  ];
  expect(new Hpack().decode(encoded(fields), MAX)).toEqual(fields);
  expect(headerFrames(fields).length).toBe(3);
});

it.each([
  ["an index of nothing", "80"],
  ["an index beyond the table", "be"],
  ["a string that is cut off", "00 05 6162"],
  ["a number without end", "ff ffffffffff ffffffffff"],
  ["a table larger than announced", "3f e2ff03"],
  ["the end of a string in the middle of one", "00 84 ffffffff 00"],
  ["padding that isn't ones", "00 81 00 00"],
  ["a section that ends early", "40"],
])("refuses %s", (_, hex) => {
  expect(() => new Hpack().decode(bytes(hex), MAX)).toThrow(FieldsError);
});

it("ends when a small section stands for too much", () => {
  const large = encoded([["x", "a".repeat(30_000)]]);
  large[0] = 0x40;
  // A table that takes it, and then the same entry by its index.
  const section = Buffer.concat([bytes("3fe1ff03"), large, Buffer.alloc(100_000, 0xbe)]);
  expect(() => new Hpack().decode(section, MAX)).toThrow(TooManyFields);
});

it("refuses random bytes, and never ends in another error", () => {
  let seed = 7;
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed >> 16;
  };
  for (let turn = 0; turn < 3000; turn += 1) {
    const random = Buffer.from(Array.from({ length: next() % 60 }, () => next() & 255));
    try {
      new Hpack().decode(random, 1000);
    } catch (error) {
      expect(error instanceof FieldsError || error instanceof TooManyFields).toBe(true);
    }
  }
});
