import { expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { useHttpServers } from "@/lib/testing/targets/http-server";
import { CookieJar } from "./cookie-jar";

const listen = useHttpServers();
const NOW = Date.UTC(2026, 0, 1);
const SET_AT = "https://shop.example.com/a/b";

function sent(cookies: string[], to: string, setAt = SET_AT, own: string | null = null): string | null {
  const jar = new CookieJar();
  jar.take(
    new URL(setAt),
    cookies.map((text) => ["Set-Cookie", text] as const),
    NOW,
  );
  return jar.headerFor(new URL(to), own);
}

it.each([
  ["seen=1", "https://shop.example.com/a/c", "seen=1"],
  ["seen=1", "https://shop.example.com/", null],
  ["seen=1; Path=/", "https://shop.example.com/", "seen=1"],
  ["seen=1; Path=/a", "https://shop.example.com/ab", null],
  ["seen=1; Path=/", "http://shop.example.com/", "seen=1"],
  ["seen=1; Path=/; Secure", "http://shop.example.com/", null],
  ["seen=1; Path=/", "https://example.com/", null],
  ["seen=1; Path=/; Domain=example.com", "https://example.com/", null],
  ["seen=1; Path=/; Domain=example.com", "https://shop.example.com/", "seen=1"],
  ["seen=1; Path=/; Domain=other.org", "https://shop.example.com/", null],
  ["seen=1; Path=/; Max-Age=0", "https://shop.example.com/", null],
  [
    "seen=1; Path=/; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
    "https://shop.example.com/",
    "seen=1",
  ],
  ["seen=1; Path=/; Expires=Thu, 01-Jan-1970 00:00:00 GMT", "https://shop.example.com/", null],
  ["seen=1; Path=/; Expires=nonsense", "https://shop.example.com/", "seen=1"],
  ["seen=1; PATH=/; path=/x", "https://shop.example.com/x", "seen=1"],
  ["=; ;;", "https://shop.example.com/a/b", null],
  ["seen=a=b; Path=/", "https://shop.example.com/", "seen=a=b"],
  // Neither 0 nor -1 is a date, so the cookie lasts as long as the check.
  ["seen=1; Path=/; Expires=0", "https://shop.example.com/", "seen=1"],
  ["seen=1; Path=/; Expires=-1", "https://shop.example.com/", "seen=1"],
  ["seen=1; Path=/; Expires=2020", "https://shop.example.com/", "seen=1"],
  ["seen=1; Path=/; Expires=Thu, 01 Jan 70 00:00:00", "https://shop.example.com/", null],
  ["seen=1; Path=/; Expires=Thursday, 01-January-2015 10:11:12 GMT", "https://shop.example.com/", null],
  ["seen=1; Path=/; Expires=Jan 1 00:00:00 2015", "https://shop.example.com/", null],
  ["seen=1; Path=/; Expires=Fri, 31 Dec 9999 23:59:59 GMT", "https://shop.example.com/", "seen=1"],
  ["seen=1; Path=/; Expires=Thu, 01 Jan 2099 25:00:00 GMT", "https://shop.example.com/", "seen=1"],
  // "À" in UTF-8, whose second byte is a control character in Latin-1.
  ["name=\xc3\x80; Path=/", "https://shop.example.com/", "name=\xc3\x80"],
  ["name=a\x01; Path=/", "https://shop.example.com/", null],
])("sends a cookie as RFC 6265 §5 says, but only to its host: %s to %s → %s", (cookie, to, expected) => {
  expect(sent([cookie], to)).toBe(expected);
});

it("does not take a secure cookie from a plain connection", () => {
  expect(
    sent(["seen=1; Path=/; Secure"], "https://shop.example.com/", "http://shop.example.com/"),
  ).toBeNull();
});

it.each(["http://localhost/", "http://127.0.0.1:8080/", "http://[::1]/"])(
  "takes a secure cookie from %s, as curl and browsers do",
  (url) => expect(sent(["seen=1; Path=/; Secure"], url, url)).toBe("seen=1"),
);

it("keeps the newest of many cookies, and sends only whole ones", () => {
  const many = Array.from({ length: 200 }, (_, at) => `c${at}=${"v".repeat(100)}; Path=/`);
  const pairs = sent(many, "https://shop.example.com/")?.split("; ") ?? [];
  expect(pairs[0]).toBe(`c20=${"v".repeat(100)}`);
  expect(new Set(pairs.map((pair) => pair.split("=")[1]))).toEqual(new Set(["v".repeat(100)]));
  expect(
    sent(
      Array.from({ length: 60 }, (_, at) => `c${at}=1; Path=/`),
      "https://shop.example.com/",
    ),
  ).toContain("c59=1");
});

it("replaces and deletes cookies, and those of the user by name", () => {
  const to = "https://shop.example.com/";
  expect(sent(["a=1; Path=/", "a=2; Path=/"], to)).toBe("a=2");
  expect(sent(["a=1; Path=/", "a=; Path=/; Max-Age=-1"], to)).toBeNull();
  expect(sent(["a=1; Path=/"], to, SET_AT, "a=0; b=2")).toBe("b=2; a=1");
});

it("follows a redirect to the same URL that sets a cookie, and forgets it after the check", async () => {
  const seen: (string | undefined)[] = [];
  const url = await listen(({ headers }, response) => {
    seen.push(headers.cookie);
    if (headers.cookie?.includes("seen=1")) return void response.end("welcome");
    response.writeHead(302, { location: "/", "set-cookie": "seen=1; Path=/" }).end();
  });
  const config = monitorConfig({ url, headers: [{ name: "Cookie", value: "own=1" }] });
  expect(await check(config)).toMatchObject({ outcome: "up", status_code: 200 });
  expect(await check(config)).toMatchObject({ outcome: "up" });
  expect(seen).toEqual(["own=1", "own=1; seen=1", "own=1", "own=1; seen=1"]);
});

it("never sends a cookie to another host", async () => {
  const seen: (string | undefined)[] = [];
  const other = await listen(
    ({ headers }, response) => void response.end(String(seen.push(headers.cookie))),
    "127.0.0.2",
  );
  const url = await listen((_, response) => {
    response.writeHead(302, { location: other, "set-cookie": "seen=1; Path=/" }).end();
  });
  expect(await check(monitorConfig({ url }))).toMatchObject({ outcome: "up" });
  expect(seen).toEqual([undefined]);
});
