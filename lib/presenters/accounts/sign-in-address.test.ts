import { expect, test } from "vitest";
import { signInAddress } from "./sign-in-address";

test.each([
  ["/incidents/7", "/sign-in?next=%2Fincidents%2F7"],
  ["/incidents?state=open&page=2", "/sign-in?next=%2Fincidents%3Fstate%3Dopen%26page%3D2"],
  ["/monitors/3?_rsc=1abc", "/sign-in?next=%2Fmonitors%2F3"],
  ["/monitors?search=up?&tag=a%20b", "/sign-in?next=%2Fmonitors%3Fsearch%3Dup%253F%26tag%3Da%2Bb"],
  ["/", "/sign-in"],
  ["/?_rsc=1abc", "/sign-in"],
  [null, "/sign-in"],
  ["//evil.example/a", "/sign-in"],
  ["https://evil.example/", "/sign-in"],
])("redirects a request for %s without a session to %s", (asked, address) => {
  expect(signInAddress(asked)).toBe(address);
});
