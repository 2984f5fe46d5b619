import { expect, test } from "vitest";
import { localPath } from "./local-path";

test("redirects only within this application after sign-in", () => {
  expect(localPath("/monitors?status=offline")).toBe("/monitors?status=offline");
  for (const bad of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/\t/evil",
    null,
    "",
  ]) {
    expect(localPath(bad)).toBe("/");
  }
});
