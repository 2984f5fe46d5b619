import { expect, test } from "vitest";
import { maskerOf } from "./attempt-log";

test("masks a secret in every encoding", () => {
  const mask = maskerOf(['pass"word']);
  expect(mask('pass"word pass%22word pass\\"word cGFzcyJ3b3Jk')).toBe("••• ••• ••• •••");
});

test("masks a secret URL after normalization, and its path on another origin", () => {
  const mask = maskerOf(["https://Vendor.example:443/hooks/1?sig=token"]);
  expect(mask("https://Vendor.example:443/hooks/1?sig=token")).toBe("•••");
  expect(mask("https://vendor.example/hooks/1?sig=token&wait=true")).toBe("•••&wait=true");
  expect(mask("http://10.0.0.7:8080/hooks/1?sig=token")).toBe("http://10.0.0.7:8080•••");
});

test("leaves texts alone that are too short to be secrets", () => {
  expect(maskerOf(["abc", null, 7, "https://example.com/"])("abc 7 / https://example.com/x")).toBe(
    "abc 7 / •••x",
  );
});
