import { describe, expect, test } from "vitest";
import { matchingStep, otpauthUri, toBase32, totpCode, totpStep } from "./totp";

const SECRET = Buffer.from("12345678901234567890");

describe("RFC 6238, appendix B (SHA-1, 8 digits)", () => {
  test.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("at %i s the code is %s", (seconds, code) => {
    expect(totpCode(SECRET, totpStep(new Date(seconds * 1000)), 8)).toBe(code);
  });
});

test("RFC 4226, appendix D: the first ten codes", () => {
  const codes = Array.from({ length: 10 }, (_, step) => totpCode(SECRET, step));
  expect(codes.join(" ")).toBe("755224 287082 359152 969429 338314 254676 287922 162583 399871 520489");
});

describe("a code is valid one step before and after, and only once", () => {
  const at = new Date(1_700_000_000_000);
  const now = totpStep(at);
  test.each([
    [-2, null],
    [-1, now - 1],
    [0, now],
    [1, now + 1],
    [2, null],
  ])("%i steps away", (away, step) => {
    expect(matchingStep(SECRET, totpCode(SECRET, now + away), at, null)).toBe(step);
  });

  test("rejects a used step and earlier ones", () => {
    expect(matchingStep(SECRET, totpCode(SECRET, now), at, now)).toBeNull();
    expect(matchingStep(SECRET, totpCode(SECRET, now - 1), at, now)).toBeNull();
    expect(matchingStep(SECRET, totpCode(SECRET, now + 1), at, now)).toBe(now + 1);
  });

  test.each(["", "12345", "1234567", "12345a", "１２３４５６", "-12345"])("%j is not a code", (code) => {
    expect(matchingStep(SECRET, code, at, null)).toBeNull();
  });
});

test.each([
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("RFC 4648: base32 of %s is %s", (text, base32) => {
  expect(toBase32(Buffer.from(text))).toBe(base32);
});

test("the otpauth URI names account and issuer, whatever they contain", () => {
  const uri = new URL(otpauthUri(SECRET, { issuer: "Vedette a:b&c", email: "a+b@example.com" }));
  expect(decodeURIComponent(uri.pathname)).toContain("Vedette a:b&c:a+b@example.com");
  expect(uri.searchParams.get("issuer")).toBe("Vedette a:b&c");
  expect(uri.searchParams.get("secret")).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
});
