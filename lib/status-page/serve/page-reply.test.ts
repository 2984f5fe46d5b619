import { expect, test } from "vitest";
import { bestEncoding } from "./page-reply";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["BR", "br"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["*", "gzip"],
  ["*;q=0", "identity"],
  ["gzip; q=0.000, *", "identity"],
  ["*, gzip;q=0", "identity"],
  ["br; q=0, *", "gzip"],
  ["identity", "identity"],
])("never sends an encoding that the client refuses: %s", (header, expected) => {
  expect(bestEncoding(header)).toBe(expected);
});
